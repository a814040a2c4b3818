// Small pieces of text that several parts of the teacher's page and of the projector need.
import { number, say } from "../../lib/words.svelte";

/** A code is read out in threes. */
export const spaced = (code: string): string => code.replace(/^(\d{3,4})(\d{3,4})$/, "$1 $2");

/** Without what nobody has to type. */
export const bare = (address: string): string => address.replace(/^http:\/\//, "");

/** How long somebody waits: seconds at first, then whole minutes. */
export function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 60 ? say("class.seconds", { n: seconds }) : say("class.minutes", { n: Math.floor(seconds / 60) });
}

/** Points of a tournament have at most one decimal here. */
export const points = (n: number): string => number(Math.round(n * 10) / 10);
