// What somebody has calculated on this device: the sums of a name, the oldest first, one line each. They are kept in
// this browser alone; nothing of them is ever sent. `forgetHere` (lib/kept.ts) finds them by the start of their key.
import type { Said } from "../lib/scene";
import type { SumSeen } from "../lib/types";

export type Sum = SumSeen;
/** Right at once, right at the second try, or shown the way in the end. */
export type Outcome = Said["outcome"];

export interface Remembered extends Sum {
  /** When it was answered, in milliseconds. */
  at: number;
  outcome: Outcome;
  /** How long the first answer took, in milliseconds. */
  ms: number;
}

/** More than twenty practices: older ones say little about what somebody can do now. */
export const MOST_SUMS = 800;
/** A class on one device, and more; then the name that was not met for longest is forgotten. */
export const MOST_NAMES = 60;
/** Whoever takes longer than this was doing something else. */
export const LONGEST = 60_000;

const KEY = "tiotal.sums.";
const WHATS: readonly Sum["what"][] = ["add", "subtract", "double", "halve"];
const OUTCOMES: readonly Outcome[] = ["once", "second", "wrong"];

/** A sum as it is kept: small, because browsers keep little. */
type Line = [seconds: number, before: number, what: number, by: number, outcome: number, tenths: number];

// Where the browser keeps nothing, it is remembered while the page lives.
const passing = new Map<string, Remembered[]>();

const called = (who: string): string => who.trim();

/** To be called when a sum has been answered, at a table or in practice. */
export function remember(who: string, sum: Sum, outcome: Outcome, ms: number, at: number = Date.now()): void {
  const { before, what, by } = sum;
  const known = sumsOf(who);
  known.push({ at, before, what, by, outcome, ms: Math.round(Math.min(LONGEST, Math.max(0, ms)) / 100) * 100 });
  keep(who, known.slice(-MOST_SUMS));
}

/** Take back the last sums of somebody, such as those that were guessed. */
export function takeBack(who: string, count: number): void {
  if (count <= 0) return;
  const known = sumsOf(who);
  keep(who, known.slice(0, Math.max(0, known.length - count)));
}

/** The oldest first. */
export function sumsOf(who: string): Remembered[] {
  const found = passing.get(called(who));
  if (found) return [...found];
  return read(KEY + called(who));
}

/** Everybody who has calculated here, whoever did so last first. */
export function whoCalculated(): string[] {
  const last = new Map<string, number>();
  for (const name of [...namesKept(), ...passing.keys()]) last.set(name, sumsOf(name).at(-1)?.at ?? 0);
  return [...last].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** All that is known of somebody is gone. */
export function forget(who: string): void {
  passing.delete(called(who));
  try {
    localStorage.removeItem(KEY + called(who));
  } catch {
    // nothing was kept
  }
}

/** Whether what is remembered of somebody is gone with the page. */
export const isPassing = (who: string): boolean => passing.has(called(who));

function keep(who: string, sums: Remembered[]): void {
  const name = called(who);
  if (sums.length === 0) return forget(who);
  // What does not fit is tried once more with the newer half of it.
  if (write(name, sums) || write(name, sums.slice(-Math.ceil(sums.length / 2)))) passing.delete(name);
  else passing.set(name, sums);
}

function write(name: string, sums: Remembered[]): boolean {
  try {
    if (localStorage.getItem(KEY + name) === null) makeRoom();
    localStorage.setItem(KEY + name, JSON.stringify(sums.map(lineOf)));
    return true;
  } catch {
    return false; // nothing is kept here, or there is no more room
  }
}

function makeRoom(): void {
  for (const name of whoCalculated().slice(MOST_NAMES - 1)) forget(name);
}

function namesKept(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    return keys.filter((key) => read(key).length > 0).map((key) => key.slice(KEY.length));
  } catch {
    return [];
  }
}

function read(key: string): Remembered[] {
  try {
    const lines = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(lines) ? lines.flatMap((line) => readLine(line) ?? []) : [];
  } catch {
    return []; // nothing is kept, or it was kept by something else
  }
}

const lineOf = ({ at, before, what, by, outcome, ms }: Remembered): Line => [
  Math.round(at / 1000),
  before,
  WHATS.indexOf(what),
  by,
  OUTCOMES.indexOf(outcome),
  Math.round(ms / 100),
];

function readLine(line: unknown): Remembered | null {
  if (!Array.isArray(line) || line.length !== 6 || !line.every(Number.isFinite)) return null;
  const [seconds, before, whatN, by, outcomeN, tenths] = line as Line;
  const [what, outcome] = [WHATS[whatN], OUTCOMES[outcomeN]];
  return what && outcome ? { at: seconds * 1000, before, what, by, outcome, ms: tenths * 100 } : null;
}
