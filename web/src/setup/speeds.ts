// How long bots wait, as it is offered.
import type { Key } from "../lib/words.svelte";

export const SPEEDS: { pace: number; words: Key }[] = [
  { pace: 3000, words: "setup.pace_slow" },
  { pace: 1500, words: "setup.pace_normal" },
  { pace: 700, words: "setup.pace_fast" },
  { pace: 0, words: "setup.pace_atOnce" },
];

/** The one of the speeds that comes nearest. */
export const speedOf = (pace: number): number =>
  SPEEDS.map((speed) => speed.pace).reduce((one, other) => (far(other, pace) < far(one, pace) ? other : one));

const far = (one: number, other: number): number => Math.abs(one - other);
