// The page knows of which kind a sum is as Python does: every sum of the cases is compared, which are written by
// tests/lab/test_practice.py.
import { expect, test } from "vitest";
import { cellOf } from "../src/practice/kinds";
import type { Sum } from "../src/practice/remembered";
import cases from "./kinds.json";

test("kind and range of every sum are those of Python", () => {
  const letters = cases.letters as Record<string, string>;
  let compared = 0;
  for (const [asked, row] of Object.entries(cases.rows)) {
    const [what, by] = asked.split(" ") as [Sum["what"], string];
    [...row].forEach((letter, n) => {
      if (letter === ".") return; // no sum: below 0, or half of an odd number
      const sum = { before: cases.numbers[n] as number, what, by: Number(by) };
      if (cellOf(sum) !== letters[letter]) expect(sum, letters[letter]).toBe(cellOf(sum));
      compared += 1;
    });
  }
  expect(compared).toBeGreaterThan(28_000);
});
