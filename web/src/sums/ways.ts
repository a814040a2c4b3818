// Ways to calculate a sum, as `tiotal.sums` tells them: written, and how one begins.
import type { What } from "../practice/remembered";
import { number, say, type Key } from "../lib/words.svelte";

export type Sign = "+" | "-" | "*" | "/";
/** A number, what happens to it, by what, and what comes of it; null: that is to be found out. */
export type Step = [before: number | null, sign: Sign, by: number | null, after: number | null];

export interface Way {
  way: "straight" | "over" | "to_ten" | "to_hundred" | "tens_first" | "near" | "parts";
  steps: Step[];
}

interface Sum {
  before: number;
  what: What;
  by: number;
}

const SIGNS: Record<What, Sign> = { add: "+", subtract: "-", double: "*", halve: "/" };

/** As children of this country write it. */
export function signOf(sign: Sign): string {
  if (sign === "*") return say("sums.times");
  if (sign === "/") return say("sums.divided");
  return sign === "-" ? "−" : "+";
}

/** "38 + 7", or "38 + 7 = 45". */
export function writtenSum({ before, what, by }: Sum, result: number | null = null): string {
  const asked = `${number(before)} ${signOf(SIGNS[what])} ${number(by)}`;
  return result === null ? asked : `${asked} = ${number(result)}`;
}

/** "38 + 2 = 40, 40 + 5 = 45"; what is to be found out is a question mark. */
export const writtenWay = ({ steps }: Way): string => steps.map(writtenStep).join(", ");

const writtenStep = ([before, sign, by, after]: Step): string =>
  `${numberOr(before)} ${signOf(sign)} ${numberOr(by)} = ${numberOr(after)}`;

export const numberOr = (value: number | null): string => (value === null ? "?" : number(value));

/** How to begin, in a sentence; a way with gaps is enough for it. */
export function beginning(sum: Sum, { way, steps }: Way): string {
  const [from = 0, , part = 0, first = 0] = steps[0] ?? [];
  const values = {
    before: sum.before,
    by: sum.by,
    first: first ?? 0,
    part: part ?? 0,
    rest: sum.by - (part ?? 0),
    ones: sum.by - (part ?? 0),
    near: from ?? 0,
    big: from ?? 0,
    small: steps[1]?.[0] ?? 0,
  };
  return say(`sums.${way}_${sum.what}` as Key, values);
}
