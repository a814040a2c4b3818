// The page tells hints and ways as Python does, in every language: cases written by tests/sums/test_page.py.
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../src/generated/languages";
import { settings } from "../src/lib/settings.svelte";
import type { HintSeen, WaySeen } from "../src/lib/types";
import { loadWords } from "../src/lib/words.svelte";
import { hintInWords, stops, sumWritten, wayWritten } from "../src/sums/way";
import cases from "./ways.json";

Object.assign(globalThis, { document: { documentElement: {} } }); // whose language is set

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  test.each(cases)("$sum.before $sum.what $sum.by", async ({ sum, way, hint, said }) => {
    settings.language = language;
    await loadWords(["sums"]);
    const told = { sum, ...hint } as HintSeen;
    expect(hintInWords(told)).toBe(said[language].hint);
    expect(sumWritten(told.sum)).toBe(said[language].sum);
    expect(wayWritten(way as WaySeen)).toBe(said[language].way);
  });
});

test("a way along the line stops where its steps end, and a hint does not stop at the result", () => {
  for (const { sum, way, hint } of cases) {
    const whole = stops(way as WaySeen);
    if (sum.what === "double" || sum.what === "halve") expect(whole).toEqual([]);
    else expect(stops(hint as HintSeen)).toEqual(whole.slice(0, -1));
  }
});
