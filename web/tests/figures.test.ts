// What somebody can already do: figures by kind and range, what fills a line, what got better, and the file of it.
import { expect, test } from "vitest";
import { csvOf, figuresOf, type Figures } from "../src/practice/figures";
import type { Outcome, Remembered } from "../src/practice/remembered";

const sums = (outcomes: Outcome[], ms: number[] = []): Remembered[] =>
  outcomes.map((outcome, n) => ({ at: n, before: 38, what: "add", by: 7, outcome, ms: ms[n] ?? 3_000 }));
const repeated = (outcome: Outcome, count: number): Outcome[] => Array.from({ length: count }, () => outcome);
const here = (remembered: Remembered[]): Figures =>
  figuresOf(remembered).find(({ cell }) => cell === "add_ten.to100") as Figures;

test("every kind within every range is told of, and every sum counts once", () => {
  const all = figuresOf([...sums(["once", "second", "wrong"]), { ...sums(["once"])[0]!, before: 3, by: 4 }]);
  expect(all).toHaveLength(21);
  expect(all.reduce((added, one) => added + one.sums, 0)).toBe(4);
  expect(here(sums(["once", "second", "wrong", "once"]))).toMatchObject({ sums: 4, once: 2, second: 1 });
});

test("typical time is the median of what was right at once", () => {
  expect(here(sums(["once", "once", "once", "wrong"], [2_000, 9_000, 4_000, 100])).ms).toBe(4_000);
  expect(here(sums(["once", "once"], [2_000, 4_000])).ms).toBe(3_000);
  expect(here(sums(["wrong"])).ms).toBeNull();
});

test("a line fills with sums that are right at once", () => {
  expect(here([]).quarters).toBe(0);
  expect(here(sums(["wrong"])).quarters).toBe(1); // somebody has begun
  expect(here(sums(repeated("once", 4))).quarters).toBe(2);
  expect(here(sums(repeated("once", 8))).quarters).toBe(4);
  expect(here(sums([...repeated("once", 10), ...repeated("wrong", 5)])).quarters).toBe(2);
});

test("what got better: more right at once, or as many in less time", () => {
  expect(here(sums([...repeated("wrong", 5), ...repeated("once", 10)])).better).toBe("rate");
  expect(here(sums(repeated("once", 15), [...repeated("once", 5).map(() => 9_000)])).better).toBe("time");
  expect(here(sums(repeated("once", 15))).better).toBeNull();
  expect(here(sums([...repeated("wrong", 4), ...repeated("once", 10)])).better).toBeNull(); // too few to compare with
  expect(here(sums([...repeated("once", 5), ...repeated("wrong", 10)])).better).toBeNull();
});

test("a file for tables has no formulas and keeps its quotes", () => {
  expect(csvOf([["a", 1, null], ['say "x"', "=1+1", -2]])).toBe('"a",1,""\r\n"say ""x""","\'=1+1",-2\r\n');
});
