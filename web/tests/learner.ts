// People who practise, made up: what they can do is known here, and the model has to find it out. What is hard for them
// is not what the model takes for hard, they improve while they practise, and they slip.
import sums from "../src/generated/practice.json";
import { keyOf, KINDS, kindOf, resultOf, type Kind } from "../src/practice/kinds";
import { abilityFrom, difficulty, type Answered } from "../src/practice/model";
import type { Sum } from "../src/practice/remembered";
import { Session } from "../src/practice/session";

export const POOL = sums as unknown as Sum[];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const WEAK = 2; // logits less than elsewhere
const UNEVEN = 0.3; // how much else kinds of sums differ for somebody
const OWN = 0.4; // and how much single sums differ from what the model thinks of them
const LEARNS = 0.01; // with each sum of a kind
const SHOWN = 0.8; // and with a sum whose way was seen
const SLIP = 0.02;

export type Manner = "calculates" | "slowly" | "guesses" | "guesses slowly" | "mashes";

/** Somebody with a general ability and a few weaknesses. */
export class Learner {
  readonly kinds: Record<Kind, number>;
  private readonly random: () => number;
  private readonly own = new Map<string, number>();

  constructor(
    seed: number,
    readonly general: number,
    readonly weaknesses: readonly Kind[] = [],
    readonly manner: Manner = "calculates",
  ) {
    this.random = chance(seed);
    const strength = (kind: Kind): number => normal(this.random) * UNEVEN - (weaknesses.includes(kind) ? WEAK : 0);
    this.kinds = Object.fromEntries(KINDS.map((kind) => [kind, strength(kind)])) as Record<Kind, number>;
  }

  /** That a sum is right at once. */
  chanceOf(sum: Sum): number {
    const key = keyOf(sum);
    const own = this.own.get(key) ?? normal(this.random) * OWN;
    this.own.set(key, own);
    const logit = this.general + this.kinds[kindOf(sum)] - difficulty(sum) - own;
    return (1 - SLIP) / (1 + Math.exp(-logit));
  }

  answer(sum: Sum): { said: number; ms: number } {
    const right = resultOf(sum);
    if (this.manner === "mashes") return { said: Math.floor(this.random() * 10), ms: 300 + this.random() * 700 };
    if (this.manner.startsWith("guesses")) {
      const ms = this.manner === "guesses" ? 600 + this.random() * 1_200 : 3_000 + this.random() * 6_000;
      return { said: Math.floor(this.random() * Math.max(20, 1.5 * right)), ms };
    }
    const slow = this.manner === "slowly" ? 3 : 1;
    const ms = slow * (1_600 + 2_500 * this.random() + 1_500 * Math.max(0, difficulty(sum) - this.general));
    const isRight = this.random() < this.chanceOf(sum);
    this.kinds[kindOf(sum)] += LEARNS;
    if (!isRight) this.own.set(keyOf(sum), (this.own.get(keyOf(sum)) ?? 0) - SHOWN);
    return { said: isRight ? right : this.wrong(sum, right), ms };
  }

  /** Mostly as people are wrong, sometimes not. */
  private wrong(sum: Sum, right: number): number {
    const kind = this.random();
    if (kind < 0.4) return right + (this.random() < 0.5 ? 1 : -1);
    if (kind < 0.7) return Math.max(0, right + (right >= 10 && this.random() < 0.6 ? -10 : 10));
    if (kind < 0.78) return sum.what === "add" ? Math.abs(sum.before - sum.by) : sum.before + sum.by;
    return Math.max(0, right + 3 + Math.floor(this.random() * 12));
  }
}

export interface Practised {
  learner: Learner;
  /** Each sum with the true chance that it had. */
  asked: { sum: Sum; chance: number; right: boolean; guessed: number }[];
  /** What is remembered in the end. */
  kept: Answered[];
}

/** So many sums, in practices of `length`. A second try is right half of the time. */
export function practise(learner: Learner, seed: number, count: number, length = 40): Practised {
  const random = chance(seed ^ 0x5bd1e995);
  const asked: Practised["asked"] = [];
  let kept: Answered[] = [];
  while (asked.length < count) {
    const session = new Session(POOL, kept, random);
    for (let n = 0; n < length && asked.length < count; n += 1) {
      const sum = session.next();
      const expected = learner.chanceOf(sum);
      const { said, ms } = learner.answer(sum);
      const came = session.say(said, ms);
      if (came === "again") session.say(random() < 0.5 ? resultOf(sum) : -1, ms);
      asked.push({ sum, chance: expected, right: came === "right", guessed: session.guessed() });
    }
    kept = [...kept, ...session.answered];
  }
  return { learner, asked, kept };
}

/** How many of the weak kinds are the weakest that the model knows. */
export function foundBy(kept: readonly Answered[], { weaknesses }: Learner): number {
  const { kinds } = abilityFrom(kept);
  const weakest = [...KINDS].sort((one, other) => kinds[one].at - kinds[other].at).slice(0, weaknesses.length);
  // of two weaknesses, the weakest kind has to be one
  return weaknesses.includes(weakest[0] as Kind) ? weakest.filter((kind) => weaknesses.includes(kind)).length : 0;
}

/** How far the ratings of all kinds are from the truth: the root of the mean square, in logits. */
export function ratingError(kept: readonly Answered[], { general, kinds: truth }: Learner): number {
  const { person, kinds } = abilityFrom(kept);
  return Math.sqrt(mean(KINDS.map((kind) => (person.at + kinds[kind].at - general - truth[kind]) ** 2)));
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** Any two kinds. */
export function twoKinds(seed: number): Kind[] {
  const random = chance(seed + 77);
  const first = Math.floor(random() * KINDS.length);
  const second = (first + 1 + Math.floor(random() * (KINDS.length - 1))) % KINDS.length;
  return [KINDS[first] as Kind, KINDS[second] as Kind];
}
