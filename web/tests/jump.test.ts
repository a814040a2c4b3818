// How a child gets from one total to another: over the next ten, or first the tens and then the ones.
import { expect, test } from "vitest";
import { stops } from "../src/games/cento/jump";

test.each([
  [38, 45, [38, 40, 45]],
  [45, 38, [45, 40, 38]],
  [38, 63, [38, 58, 63]],
  [63, 38, [63, 43, 38]],
  [40, 47, [40, 47]],
  [38, 40, [38, 40]],
  [12, 12, [12, 12]],
  [20, 100, [20, 100]],
])("from %i to %i", (from, to, expected) => {
  expect(stops(from, to)).toEqual(expected);
});

test("a jump has at most one stop, which lies on the way", () => {
  for (let from = 0; from <= 120; from += 1) {
    for (let to = 0; to <= 120; to += 1) {
      const [first, ...rest] = stops(from, to);
      expect(first).toBe(from);
      expect(rest.at(-1)).toBe(to);
      expect(rest.length).toBeLessThan(3);
      if (rest.length === 2) expect((to - (rest[0] ?? 0)) * ((rest[0] ?? 0) - from)).toBeGreaterThan(0);
    }
  }
});
