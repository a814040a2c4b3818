// One practice of somebody: sum after sum, with two tries each, until the time is up.
import {
  abilityFrom,
  chanceOf,
  isGuessing,
  learn,
  nextSum,
  NO_SUSPICION,
  suspect,
  type Ability,
  type Answered,
} from "./model";
import { keyOf, resultOf } from "./kinds";
import type { Outcome, Sum } from "./remembered";

/** After guesses so many sums are easy ones. */
const EASY_SUMS = 5;

/** What came of a try: right; once more, with a hint; or shown how it goes. */
export type Came = "right" | "again" | "shown";

export class Session<Some extends Sum> {
  /** What was answered in this practice, without guesses. */
  readonly answered: (Answered & { ms: number })[] = [];
  private ability: Ability;
  private suspicion = NO_SUSPICION;
  private easy = 0;
  private first: { said: number; ms: number } | null = null;

  constructor(
    private readonly pool: readonly Some[],
    private readonly earlier: readonly Answered[],
    private readonly random: () => number,
    private current: Some | null = null,
  ) {
    this.ability = abilityFrom(earlier);
  }

  /** The sum that is to be answered next. */
  next(): Some {
    const asking = { ability: this.ability, answered: [...this.earlier, ...this.answered], easy: this.easy > 0 };
    const found = nextSum(this.pool, asking, this.random) ?? this.pool[0];
    if (!found) throw new Error("there are no sums to practise");
    this.first = null;
    return (this.current = found);
  }

  /** What somebody says; `ms` counts from when the sum was shown. */
  say(said: number, ms: number): Came {
    if (!this.current) throw new Error("no sum was asked");
    const isRight = said === resultOf(this.current);
    if (this.first) return this.come(isRight ? "second" : "wrong");
    this.first = { said, ms };
    return isRight ? this.come("once") : "again";
  }

  /** How many of the last sums were guessed, when that is noticed; they count for nothing from now on. */
  guessed(): number {
    if (!isGuessing(this.suspicion)) return 0;
    const count = this.suspicion.sums;
    this.answered.splice(-count);
    this.ability = abilityFrom([...this.earlier, ...this.answered]);
    this.suspicion = NO_SUSPICION;
    this.easy = EASY_SUMS;
    return count;
  }

  private come(outcome: Outcome): Came {
    const [sum, first] = [this.current as Some, this.first as { said: number; ms: number }];
    this.suspicion = suspect(this.suspicion, sum, first.said, first.ms, chanceOf(this.ability, sum));
    const answered = { before: sum.before, what: sum.what, by: sum.by, outcome, ms: first.ms };
    this.answered.push(answered);
    learn(this.ability, answered);
    this.easy = Math.max(0, this.easy - 1);
    return outcome === "wrong" ? "shown" : "right";
  }
}

/** The sum that is worth another look: the last one that was not right and did not come right later. */
export function toLookAt<Some extends Sum & { outcome: Outcome }>(answered: readonly Some[]): Some | null {
  const right = new Set(answered.filter(({ outcome }) => outcome === "once").map(keyOf));
  const hard = answered.filter((sum) => sum.outcome !== "once" && !right.has(keyOf(sum)));
  return hard.findLast(({ outcome }) => outcome === "wrong") ?? hard.at(-1) ?? null;
}
