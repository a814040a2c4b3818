// Of which kind a sum is, as `tiotal.sums.kinds` has it: tables and practice tell only the numbers of a sum. That both
// agree on every sum is tested with what Python says (web/tests/kinds.json).
import type { Sum } from "./remembered";

export const KINDS = ["add", "add_ten", "subtract", "subtract_ten", "tens", "double", "halve"] as const;
export const RANGES = ["to20", "to100", "beyond"] as const;
export type Kind = (typeof KINDS)[number];
export type Range = (typeof RANGES)[number];
/** A kind of sum within a range: what somebody can do, or not yet. */
export type Cell = `${Kind}.${Range}`;

export const CELLS: readonly Cell[] = KINDS.flatMap((kind) => RANGES.map((range): Cell => `${kind}.${range}`));

export function resultOf({ before, what, by }: Sum): number {
  if (what === "add") return before + by;
  if (what === "subtract") return before - by;
  return what === "double" ? before * 2 : before / 2;
}

export function kindOf(sum: Sum): Kind {
  if (sum.what === "double" || sum.what === "halve") return sum.what;
  if (sum.by % 10 === 0) return "tens";
  return crossesATen(sum) ? `${sum.what}_ten` : sum.what;
}

export function rangeOf(sum: Sum): Range {
  const largest = Math.max(sum.before, sum.by, resultOf(sum));
  return largest <= 20 ? "to20" : largest <= 100 ? "to100" : "beyond";
}

export const cellOf = (sum: Sum): Cell => `${kindOf(sum)}.${rangeOf(sum)}`;
export const keyOf = ({ before, what, by }: Sum): string => `${before} ${what} ${by}`;

function crossesATen({ before, what, by }: Sum): boolean {
  const ones = before % 10;
  return what === "add" ? ones + (by % 10) > 10 : ones > 0 && ones < by % 10;
}
