// Adding up, in the way that the server's description of the sheet tells (`Sheet` in generated/server.d.ts).
import type { Left, Pad, Round, Sheet } from "./pads.svelte";

export type Points = Record<string, number>;

/** Who counts together: everybody alone, or in pairs. Each side is a list of players. */
export function sidesOf(pad: Pad): number[][] {
  const everybody = pad.names.map((_, player) => player);
  const { partners } = pad;
  if (!partners) return everybody.map((player) => [player]);
  return everybody.filter((player) => player < (partners[player] ?? player)).map((player) => [player, partners[player] ?? player]);
}

export const sideName = (pad: Pad, side: number[]): string => side.map((player) => pad.names[player]).join(" + ");

/** Is everything counted a single time, after the last card? Then no round has a winner. */
export const isCountedOnce = (sheet: Sheet): boolean => sheet.counts === "own" && sheet.rounds === 1;

/** Whose cards have to be counted for this round. */
export function toCount(pad: Pad, round: Round): number[] {
  const everybody = pad.names.map((_, player) => player);
  if (pad.sheet.counts === "win") return [];
  if (pad.sheet.counts === "others" && round.winner === null) return [];
  return everybody.filter((player) => !hasWon(pad, round, player));
}

function hasWon(pad: Pad, { winner }: Round, player: number): boolean {
  return winner !== null && (winner === player || pad.partners?.[player] === winner);
}

/** What a player's cards and chips come to. */
export function worth(left: Left | undefined, points: Points, sheet: Sheet): number {
  if (!left) return 0;
  const cards = left.points ?? left.cards.reduce((sum, card) => sum + (points[card] ?? 0), 0);
  return cards + left.chips * sheet.chips;
}

/** What a round adds, for every side. */
export function added(pad: Pad, round: Round, points: Points): number[] {
  const counted = toCount(pad, round);
  const sum = (players: number[]): number =>
    players.reduce((total, player) => total + worth(round.left[player], points, pad.sheet), 0);
  return sidesOf(pad).map((side) => {
    const won = side.some((player) => hasWon(pad, round, player));
    if (pad.sheet.counts === "win") return won ? 1 : 0;
    if (pad.sheet.counts === "others") return won ? sum(counted) : 0;
    return sum(side.filter((player) => counted.includes(player)));
  });
}

export function totals(pad: Pad, points: Points): number[] {
  const rounds = pad.played.map((round) => added(pad, round, points));
  return sidesOf(pad).map((_, side) => rounds.reduce((sum, round) => sum + (round[side] ?? 0), 0));
}

export function isOver(pad: Pad, points: Points): boolean {
  if (pad.played.length === 0) return false;
  if (pad.limit !== null && Math.max(...totals(pad, points)) >= pad.limit) return true;
  return pad.rounds !== null && pad.played.length >= pad.rounds;
}

/** The sides with the best score; they lead, or have won. */
export function best(pad: Pad, points: Points): number[] {
  const all = totals(pad, points);
  const top = pad.sheet.best === "lowest" ? Math.min(...all) : Math.max(...all);
  return all.flatMap((score, side) => (score === top ? [side] : []));
}

/** All sides, the best first. */
export function ranked(pad: Pad, points: Points): { side: number; score: number; place: number }[] {
  const all = totals(pad, points);
  const better = (a: number, b: number): number => (pad.sheet.best === "lowest" ? a - b : b - a);
  return all
    .map((score, side) => ({ side, score, place: 1 + all.filter((other) => better(other, score) < 0).length }))
    .sort((a, b) => a.place - b.place);
}
