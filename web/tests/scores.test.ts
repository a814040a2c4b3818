// The score pad adds up as the rules do: cases of whole matches, written by tests/engine/test_sheets.py.
import { describe, expect, test } from "vitest";
import type { Pad, Sheet } from "../src/pad/pads.svelte";
import { added, best, isCountedOnce, isOver, ranked, sidesOf, toCount, totals, worth } from "../src/pad/scores";
import cases from "./scores.json";

interface Case {
  name: string;
  sheet: Sheet;
  players: number;
  partners: number[] | null;
  limit: number | null;
  rounds: number | null;
  points: Record<string, number>;
  played: { winner: number | null; hands: string[][]; chips: number[] }[];
  scores: number[];
  winners: number[];
}

function padOf({ sheet, players, partners, limit, rounds, played }: Case): Pad {
  const names = Array.from({ length: players }, (_, n) => `Player ${n + 1}`);
  const left = (hands: string[][], chips: number[]): Pad["played"][number]["left"] =>
    hands.map((cards, n) => ({ cards, points: null, chips: chips[n] ?? 0 }));
  return {
    id: "p1",
    changed: 0,
    game: "a game",
    sheet,
    names,
    partners,
    limit,
    rounds,
    played: played.map(({ winner, hands, chips }) => ({ winner, left: left(hands, chips) })),
    draft: null,
  };
}

describe.each(cases as unknown as Case[])("$name", (match) => {
  const pad = padOf(match);
  const sides = sidesOf(pad);

  test("the totals are the scores of the match", () => {
    expect(totals(pad, match.points)).toEqual(sides.map(([first = 0]) => match.scores[first]));
  });

  test("who has won the match is best", () => {
    const winners = sides.flatMap((side, n) => (side.some((player) => match.winners.includes(player)) ? [n] : []));
    expect(best(pad, match.points)).toEqual(winners);
    expect(
      ranked(pad, match.points)
        .filter(({ place }) => place === 1)
        .map(({ side }) => side)
        .sort(),
    ).toEqual(winners);
  });

  test("it is over after the last round, and not before", () => {
    expect(isOver(pad, match.points)).toBe(true);
    expect(isOver({ ...pad, played: pad.played.slice(0, -1) }, match.points)).toBe(false);
  });

  test("nobody who has won a round has cards to count", () => {
    for (const round of pad.played) {
      const counted = toCount(pad, round);
      if (round.winner !== null) expect(counted).not.toContain(round.winner);
      expect(added(pad, round, match.points)).toHaveLength(sides.length);
    }
  });
});

test("points that were typed stand for the cards", () => {
  const sheet = { name: "match", counts: "own", best: "lowest", limit: null, rounds: 1, chips: -2, pairs: false } as const;
  expect(isCountedOnce(sheet)).toBe(true);
  expect(worth({ cards: ["1", "J"], points: null, chips: 3 }, { 1: 1, J: 10 }, sheet)).toBe(5);
  expect(worth({ cards: ["1", "J"], points: 40, chips: 3 }, { 1: 1, J: 10 }, sheet)).toBe(34);
  expect(worth(undefined, {}, sheet)).toBe(0);
});
