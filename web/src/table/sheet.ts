// A score sheet as numbers and words: what each round brought, and the sums below. How scores come about is the
// server's business; here it is only set out so that everybody can add it up.
import type { RoundResult } from "../lib/types";
import { number, say, type Key } from "../lib/words.svelte";

/** What one round left a seat with. */
export interface Cell {
  text: string;
  /** What it is made of, where the game tells: penalty points of the round, and chips after it. */
  points: number | null;
  chips: number | null;
}

export interface Sum {
  label: string;
  cells: string[];
  /** What the sums before it lead to. */
  isTotal: boolean;
}

/** Whether rounds bring points; otherwise only who won is of interest. */
export const countsPoints = (rounds: RoundResult[]): boolean => rounds.some(({ points }) => points != null);

export function cellOf(rounds: RoundResult[], n: number, seat: number): Cell {
  const round = rounds[n];
  const plain = (text: string): Cell => ({ text, points: null, chips: null });
  if (!round || !countsPoints(rounds)) return plain("");
  if (round.standing) {
    const text = number(round.standing[seat] ?? 0);
    return { text, points: round.points?.[seat] ?? 0, chips: round.chips?.[seat] ?? 0 };
  }
  const before = rounds[n - 1]?.scores ?? (round.round === 1 ? [] : null);
  return plain(before ? number((round.scores?.[seat] ?? 0) - (before[seat] ?? 0)) : "…");
}

/** The rows below the rounds: one total, or all that it is made of, where a game tells. */
export function sumsOf(rounds: RoundResult[], totals: number[] | null): Sum[] {
  const last = rounds.at(-1);
  const row = (key: Key, values: number[], isTotal = false): Sum => ({
    label: say(key),
    cells: values.map((value) => number(value)),
    isTotal,
  });
  const { taken, in_hand: inHand, worth } = last ?? {};
  const parts =
    taken && inHand && worth
      ? [row("end.cardsTaken", taken), row("end.cardsInHand", inHand), row("end.worthOfChips", worth.map(negative))]
      : [];
  return totals ? [...parts, row("end.total", totals, true)] : parts;
}

const negative = (value: number): number => 0 - value; // not -0
