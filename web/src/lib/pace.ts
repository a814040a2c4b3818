// How long bots wait before they move, in milliseconds.
import { settings } from "./settings.svelte";
import type { Key } from "./words.svelte";

export const SPEEDS: { pace: number; words: Key }[] = [
  { pace: 3000, words: "setup.pace_slow" },
  { pace: 1500, words: "setup.pace_normal" },
  { pace: 700, words: "setup.pace_fast" },
  { pace: 0, words: "setup.pace_atOnce" },
];
export const USUAL_PACE = 1500;

/** What somebody has chosen on this device, last. */
export const ownPace = (): number => settings.pace ?? USUAL_PACE;

/** The one of the speeds that comes nearest. */
export const speedOf = (pace: number): number =>
  SPEEDS.map((speed) => speed.pace).reduce((one, other) => (far(other, pace) < far(one, pace) ? other : one));

const far = (one: number, other: number): number => Math.abs(one - other);
