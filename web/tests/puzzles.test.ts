// The page finds the same puzzle of a day as Python does: days written by tests/puzzles/test_choosing.py. The puzzles are
// those that the build brings along.
import { describe, expect, test } from "vitest";
import cento from "../src/generated/puzzles/cento.json";
import nimmt from "../src/generated/puzzles/nimmt.json";
import ten from "../src/generated/puzzles/ten.json";
import { DIFFICULTIES, IN_A_SET, ofTheDay, sceneOf, setsOf, type Collection } from "../src/puzzles/puzzles";
import days from "./days.json";

const GAMES = { cento, nimmt, ten } as unknown as Record<keyof typeof days, Collection>;

describe.each(Object.entries(days) as [keyof typeof days, Record<string, number>][])("%s", (game, numbers) => {
  test.each(Object.entries(numbers))("on %s", (day, number) => {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    for (const hour of [0, 12, 23]) {
      expect(ofTheDay(GAMES[game], new Date(year, month - 1, date, hour, 59))?.number).toBe(number);
    }
  });

  test("sets have five of a difficulty each", () => {
    for (const difficulty of DIFFICULTIES) {
      const sets = setsOf(GAMES[game], difficulty);
      expect(sets.length).toBeGreaterThan(0);
      for (const set of sets) {
        expect(set).toHaveLength(IN_A_SET);
        expect(set.every((puzzle) => puzzle.difficulty === difficulty)).toBe(true);
      }
    }
  });

  test("a scene offers the legal moves until somebody has chosen", () => {
    for (const puzzle of GAMES[game].puzzles) {
      expect(sceneOf(game, puzzle, puzzle.names, true).legal).toBe(puzzle.legal);
      expect(sceneOf(game, puzzle, puzzle.names, false).legal).toEqual([]);
    }
  });
});

test("without puzzles there is none of the day", () => {
  expect(ofTheDay({ first_day: "2026-01-01", editions: [], puzzles: [] })).toBeUndefined();
});
