// What practice thinks that somebody can do, and which sum it asks next; docs/learning.md has the formulas and what
// came of them with simulated learners. All of it is found anew from the sums that are remembered, and nothing here
// knows the time or draws by itself.
import { CELLS, cellOf, keyOf, KINDS, kindOf, rangeOf, RANGES, resultOf, type Cell, type Kind, type Range } from "./kinds";
import type { Outcome, Sum } from "./remembered";

/** How often a sum should be right at once. */
export const AIM = 0.75;

export type Answered = Sum & { outcome: Outcome };

// --- How hard a sum is ----------------------------------------------------------------------------------------------
const HARD: Record<Kind, number> = {
  tens: -1.4,
  add: -1,
  subtract: -0.7,
  double: -0.4,
  halve: -0.1,
  add_ten: 0,
  subtract_ten: 0.4,
};
const FAR: Record<Range, number> = { to20: -1, to100: 0, beyond: 0.7 };
const NEAREST = -0.6; // up to ten, on one's fingers

interface Known {
  key: string;
  kind: Kind;
  cell: Cell;
  difficulty: number;
}

const known = new WeakMap<Sum, Known>(); // the same sums are looked at again and again

/** What follows from the numbers of a sum alone. */
function about(sum: Sum): Known {
  let found = known.get(sum);
  if (!found) {
    found = { key: keyOf(sum), kind: kindOf(sum), cell: cellOf(sum), difficulty: weighed(sum) };
    known.set(sum, found);
  }
  return found;
}

/** In logits: with one more, the odds to be right are divided by 2.7. 38 + 7 has about 0. */
export const difficulty = (sum: Sum): number => about(sum).difficulty;

function weighed(sum: Sum): number {
  const isNear = Math.max(sum.before, resultOf(sum)) <= 10;
  return HARD[kindOf(sum)] + FAR[rangeOf(sum)] + within(sum) + (isNear ? NEAREST : 0);
}

/** What makes one sum harder than another of its kind. */
function within(sum: Sum): number {
  if (sum.what === "double") return partly(sum.before);
  if (sum.what === "halve") return partly(resultOf(sum));
  if (sum.by % 10 === 0) return sum.by > 50 ? 0.5 : 0;
  return ((sum.by % 10) - 5) * 0.1 + (sum.by > 10 ? 0.7 : 0);
}

/** Doubles up to ten are known by heart, and of as many tens; the others are put together, at best without a carry. */
function partly(half: number): number {
  if (half <= 10) return -0.8;
  if (half % 10 === 0) return partly(half / 10);
  return half % 10 >= 5 ? 0.6 : 0.1;
}

// --- What somebody can do -------------------------------------------------------------------------------------------
/** A rating in logits, and how unsure it still is (a variance). */
interface Rating {
  at: number;
  unsure: number;
}

/** What somebody can do in general, with a kind of sum, and with that kind within a range: the three are added up. */
export interface Ability {
  person: Rating;
  kinds: Record<Kind, Rating>;
  cells: Record<Cell, Rating>;
  /** How many sums of each kind it comes from. */
  met: Record<Kind, number>;
}

const START = { person: { at: -0.5, unsure: 2 }, kinds: { at: 0, unsure: 0.8 }, cells: { at: 0, unsure: 0.15 } };
const DRIFT = 0.004; // people learn and forget: with each sum a rating is a little less sure

const each = <Name extends string, Value>(names: readonly Name[], value: () => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value()])) as Record<Name, Value>;

export const unknown = (): Ability => ({
  person: { ...START.person },
  kinds: each(KINDS, () => ({ ...START.kinds })),
  cells: each(CELLS, () => ({ ...START.cells })),
  met: each(KINDS, () => 0),
});

export function abilityFrom(answered: readonly Answered[]): Ability {
  const ability = unknown();
  for (const sum of answered) learn(ability, sum);
  return ability;
}

/**
 * From what came of a sum; changes the ability. It is Elo's rule: a rating moves with the surprise. How far it moves is
 * not fixed but follows from how unsure it is, as in Glicko: much at first, then less and less.
 */
export function learn(ability: Ability, sum: Answered): void {
  const { kind, cell } = about(sum);
  const moved = [ability.person, ability.kinds[kind], ability.cells[cell]];
  const chance = chanceOf(ability, sum);
  const surprise = Number(sum.outcome === "once") - chance;
  const told = chance * (1 - chance); // a sum that is sure to be right, or wrong, tells little
  const all = 1 + told * moved.reduce((added, { unsure }) => added + unsure, 0);
  for (const rating of moved) {
    rating.at += (rating.unsure * surprise) / all;
    rating.unsure += DRIFT * rating.unsure - (rating.unsure ** 2 * told) / all;
  }
  ability.met[kind] += 1;
}

/** That somebody gets a sum right at once. */
export function chanceOf(ability: Ability, sum: Sum): number {
  const { kind, cell, difficulty } = about(sum);
  const can = ability.person.at + ability.kinds[kind].at + ability.cells[cell].at;
  return 1 / (1 + Math.exp(difficulty - can));
}

// --- What comes back ------------------------------------------------------------------------------------------------
/** A sum that was not right at once comes back after so many others; each time that it is right, later. */
const GAPS = [4, 12, 30] as const;

/** The sums that should come back now, the longest overdue first. */
export function comingBack(answered: readonly Answered[]): Sum[] {
  const hard = new Map<string, { sum: Sum; box: number; due: number }>();
  answered.forEach((sum, at) => {
    const { key } = about(sum);
    const known = hard.get(key);
    const box = sum.outcome !== "once" ? 0 : known ? known.box + 1 : GAPS.length;
    const gap = GAPS[box];
    if (gap === undefined) hard.delete(key);
    else hard.set(key, { sum, box, due: at + 1 + gap });
  });
  const due = [...hard.values()].filter((one) => one.due <= answered.length);
  return due.sort((one, other) => one.due - other.due).map(({ sum }) => sum);
}

// --- The next sum ---------------------------------------------------------------------------------------------------
const LATELY = 10; // sums that say whether practice is too hard or too easy now
const PULL = 1; // how much of what was missed is made up for
const AIMS = [0.6, 0.95] as const; // what is asked for is never outside of these
const WELL = 0.6; // as much has to be right lately before hard sums come back
const TOO_HARD = 0.45; // what is hardly ever right waits until it can be
const EASY = 0.9; // for whoever has guessed: they should be able to do it
const NOT_AGAIN = 60; // sums, unless it comes back because it was hard
const WIDE = 0.12; // how far the chances of a kind may be from the aim
const NARROW = 0.05; // and those of a sum of that kind
const MET = 3; // as often a kind is met at least, however hard it seems

/** What is aimed at now: more than three of four after a hard time, less after an easy one. */
export function aimAfter(answered: readonly Answered[]): number {
  const aim = AIM + PULL * (AIM - rightLately(answered));
  return Math.min(AIMS[1], Math.max(AIMS[0], aim));
}

/** Of the last sums, those right at once; as many as aimed at where there are none yet. */
function rightLately(answered: readonly Answered[]): number {
  const lately = answered.slice(-LATELY);
  const right = lately.filter(({ outcome }) => outcome === "once").length;
  return (right + AIM * (LATELY - lately.length)) / LATELY;
}

export interface Asking {
  ability: Ability;
  /** All that this person has answered, the oldest first. */
  answered: readonly Answered[];
  /** After guesses. */
  easy?: boolean;
}

/** The next sum for somebody: what was hard if it is time for it, otherwise a kind, its range, and one of those. */
export function nextSum<Some extends Sum>(pool: readonly Some[], asking: Asking, random: () => number): Some | null {
  const { answered, easy = false } = asking;
  const back = easy ? null : returning(pool, asking);
  if (back) return back;
  const aim = easy ? EASY : aimAfter(answered);
  const kinds = offered(pool, asking, aim);
  const kind = drawn(kinds, random);
  const cell = kind && drawn(kind.cells, random);
  return (cell && drawn(cell.sums, random)?.sum) ?? null;
}

/** One of three at most, and only when things go well, so that a hard time does not go on and on. */
function returning<Some extends Sum>(pool: readonly Some[], { ability, answered }: Asking): Some | null {
  if (rightLately(answered) < WELL) return null;
  const before = new Set(answered.slice(0, -2).map((sum) => about(sum).key));
  if (answered.slice(-2).some((sum) => before.has(about(sum).key))) return null;
  for (const { key } of comingBack(answered).map(about)) {
    const found = pool.find((sum) => about(sum).key === key); // what was hard at a table may be no sum of practice
    if (found && chanceOf(ability, found) > TOO_HARD) return found;
  }
  return null;
}

interface Offer<Some> {
  kind: Kind;
  weight: number;
  cells: { weight: number; sums: { sum: Some; weight: number }[] }[];
}

/** Every kind with how much it is wanted, in it the ranges and their sums by how near to the aim they are. */
function offered<Some extends Sum>(pool: readonly Some[], asking: Asking, aim: number): Offer<Some>[] {
  const lately = new Set(asking.answered.slice(-NOT_AGAIN).map((sum) => about(sum).key));
  const byCell = new Map<Cell, { sum: Some; chance: number }[]>();
  for (const sum of pool) {
    const { key, cell } = about(sum);
    if (lately.has(key)) continue;
    const one = { sum, chance: chanceOf(asking.ability, sum) };
    const others = byCell.get(cell);
    if (others) others.push(one);
    else byCell.set(cell, [one]);
  }
  return KINDS.map((kind) => {
    const cells = RANGES.flatMap((range) => {
      const sums = byCell.get(`${kind}.${range}`);
      if (!sums) return [];
      const weight = Math.max(...sums.map(({ chance }) => near(chance, aim, WIDE)));
      return [{ weight, sums: sums.map(({ sum, chance }) => ({ sum, weight: near(chance, aim, NARROW) })) }];
    });
    const nearest = Math.max(0, ...cells.map(({ weight }) => weight));
    return { kind, cells, weight: cells.length === 0 ? 0 : wanted(kind, nearest, asking) };
  });
}

/** How much a kind of sum is wanted: its sums fit, it is little known, it is weak, and it was not met just now. */
function wanted(kind: Kind, nearest: number, { ability, answered, easy = false }: Asking): number {
  const unmet = !easy && ability.met[kind] < MET;
  const weak = easy ? 1 : 1 + Math.max(0, -ability.kinds[kind].at);
  const tired = answered.slice(-2).some((sum) => about(sum).kind === kind) ? 0.25 : 1;
  return (unmet ? 4 * Math.max(nearest, 0.3) : nearest) * weak * tired;
}

/** From 0 to 1; never quite 0, so that there is always something to choose. */
const near = (chance: number, aim: number, wide: number): number =>
  Math.exp(-(((chance - aim) / wide) ** 2) / 2) + 1e-9;

function drawn<One extends { weight: number }>(all: readonly One[], random: () => number): One | null {
  let left = random() * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const one of all) {
    left -= one.weight;
    if (left <= 0) return one;
  }
  return all.at(-1) ?? null;
}

// --- Who guesses ----------------------------------------------------------------------------------------------------
/** What speaks for guessing since somebody last calculated, and how many sums that were. */
export interface Suspicion {
  evidence: number;
  sums: number;
}

export const NO_SUSPICION: Suspicion = { evidence: 0, sums: 0 };

const FAST = 1_500; // milliseconds in which hardly anybody reads a sum, calculates and types
const NOTICED = { evidence: 8, sums: 3 };
/** How likely each is for somebody who guesses, and for somebody who calculates. */
const GUESSING = { right: 0.04, far: 0.85, fast: 0.6, slow: 0.8 };
const CALCULATING = { far: 0.25, fast: 0.08, slow: 0.92 };
const SUREST = 0.95; // nobody is as sure as a model

/** After a first answer; `chance` is what the model expected. A cumulative sum of log likelihood ratios (CUSUM). */
export function suspect(so: Suspicion, sum: Sum, said: number, ms: number, chance: number): Suspicion {
  const evidence = so.evidence + speaksForGuessing(sum, said, ms, Math.min(SUREST, Math.max(1 - SUREST, chance)));
  return evidence <= 0 ? NO_SUSPICION : { evidence, sums: so.sums + 1 };
}

export const isGuessing = ({ evidence, sums }: Suspicion): boolean =>
  evidence >= NOTICED.evidence && sums >= NOTICED.sums;

function speaksForGuessing(sum: Sum, said: number, ms: number, chance: number): number {
  if (said === resultOf(sum)) return Math.log(GUESSING.right / chance);
  const wrong = (1 - GUESSING.right) / (1 - chance);
  const far = isSlip(sum, said) ? (1 - GUESSING.far) / (1 - CALCULATING.far) : GUESSING.far / CALCULATING.far;
  const speed = ms < FAST ? "fast" : "slow"; // some guess fast and some slowly, so being slow says little
  return Math.log((wrong * far * GUESSING[speed]) / CALCULATING[speed]);
}

/** Whether an answer is wrong as people are wrong: by a little, by a ten, the wrong way round. */
export function isSlip(sum: Sum, said: number): boolean {
  const right = resultOf(sum);
  const off = Math.abs(said - right);
  const { before, by, what } = sum;
  const otherWays = what === "add" || what === "subtract" ? [before + by, before - by, before, by] : [before * 2, before / 2, before];
  const turned = Number([...String(said)].reverse().join(""));
  return off <= 2 || off === 10 || off === 100 || turned === right || otherWays.includes(said);
}
