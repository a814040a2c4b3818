// A way to calculate a sum in the head, as the table tells it (`tiotal.sums`), in words and signs. Where something is
// still to be found out there is a gap: null.
import type { HintSeen, SumSeen, WaySeen } from "../lib/types";
import { number, say, type Key } from "../lib/words.svelte";

export type Step = HintSeen["steps"][number];
/** The whole way, or a hint. */
export type Way = WaySeen | Pick<HintSeen, "way" | "steps">;

const GAP = "?";

/** As children of this country write it. */
export function sign(one: Step[1]): string {
  if (one === "*") return say("sums.times");
  if (one === "/") return say("sums.divided");
  return one === "-" ? "−" : "+";
}

const filled = (value: number | null): string => (value === null ? GAP : number(value));

/** "38 + 2 = 40", and "40 + 5 = ?" where the result is to be found. */
export const stepWritten = ([before, by, ...rest]: Step): string =>
  `${filled(before)} ${sign(by)} ${filled(rest[0])} = ${filled(rest[1])}`;

const SIGNS = { add: "+", subtract: "-", double: "*", halve: "/" } as const;

/** "38 + 7". */
export const sumWritten = ({ before, what, by }: SumSeen): string =>
  `${number(before)} ${sign(SIGNS[what])} ${number(by)}`;

/** The whole way, for those who do not see the drawing. */
export const wayWritten = ({ steps }: Way): string => steps.map(stepWritten).join(", ");

/** How to begin. */
export function hintInWords({ sum, way, steps }: HintSeen): string {
  const [before = null, , part = null, first = null] = steps[0] ?? [];
  const values = {
    before: sum.before,
    by: sum.by,
    first: first ?? GAP,
    part: part ?? GAP,
    rest: sum.by - (part ?? 0),
    ones: sum.by - (part ?? 0),
    near: before ?? GAP,
    big: before ?? GAP,
    small: steps[1]?.[0] ?? GAP,
  };
  return say(`sums.${way}_${sum.what}` as Key, values);
}

/** Where a way along the number line stops, as far as it is known; nothing for a way that leaves the line. */
export function stops({ steps }: Way): number[] {
  if (steps.some(([, by]) => by === "*" || by === "/")) return [];
  const [first] = steps;
  const found = first ? [first[0], ...steps.map((step) => step[3])] : [];
  return found.filter((place) => place !== null);
}
