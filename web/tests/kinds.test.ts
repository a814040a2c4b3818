// The page knows of which kind a sum is as Python does: every sum of the cases is compared, which are written by
// tests/lab/test_practice.py. So are the sentences that begin a sum.
import { expect, test, vi } from "vitest";
import { loadWords } from "../src/lib/words.svelte";
import { settings } from "../src/lib/settings.svelte";
import { cellOf } from "../src/practice/kinds";
import type { What } from "../src/practice/remembered";
import { beginning, type Way } from "../src/sums/ways";
import cases from "./kinds.json";

test("kind and range of every sum are those of Python", () => {
  const letters = cases.letters as Record<string, string>;
  let compared = 0;
  for (const [asked, row] of Object.entries(cases.rows)) {
    const [what, by] = asked.split(" ") as [What, string];
    [...row].forEach((letter, n) => {
      if (letter === ".") return; // no sum: below 0, or half of an odd number
      const sum = { before: cases.numbers[n] as number, what, by: Number(by) };
      if (cellOf(sum) !== letters[letter]) expect(sum, letters[letter]).toBe(cellOf(sum));
      compared += 1;
    });
  }
  expect(compared).toBeGreaterThan(28_000);
});

test("a sum is begun with the words that Python has for it", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  for (const [n, language] of (["en", "sv", "is"] as const).entries()) {
    settings.language = language;
    await loadWords(language);
    for (const [before, what, by, way, ...told] of cases.begun) {
      const sum = { before: before as number, what: what as What, by: by as number };
      expect(beginning(sum, way as Way)).toBe(told[n]);
    }
  }
});
