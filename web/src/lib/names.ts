// Names where somebody has given none: others read "Player 1", and on the own device it is "you".
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

/** What others call somebody in a seat who has given no name. */
export const madeUpName = (seat: number): string => say("common.playerN", { n: seat + 1 });

const isNameless = (): boolean => settings.name.trim() === "";

/** The names of all seats, as they are read on a device that holds some of them. */
export function namesHere(names: string[], mine: number[]): string[] {
  if (mine.length !== 1 || !isNameless()) return names;
  return names.map((name, seat) => (seat === mine[0] ? say("common.you") : name));
}

/** The same in a list where seats are not known. */
export const namesInList = (names: string[]): string[] =>
  isNameless() ? names.map((name) => (name === madeUpName(0) ? say("common.you") : name)) : names;

/** Who is called "you" in a match that is over: there everybody has a name, except who had given none. */
export function namelessThen(names: string[], mine: number[] | undefined): number | null {
  const [seat, ...others] = mine ?? []; // a match that was kept for offline by an older page does not say it
  const name = seat === undefined || others.length > 0 ? "" : names[seat];
  const isMadeUp = names.some((_, place) => madeUpName(place) === name); // people change seats from match to match
  return isMadeUp ? (seat ?? null) : null;
}
