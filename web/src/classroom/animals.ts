// Who pupils can be. The server knows the same ones (`tiotal.classroom.animals`), and refuses any other.
import { say } from "../lib/words.svelte";

export const ANIMALS = [
  "fox",
  "bear",
  "owl",
  "hedgehog",
  "cat",
  "dog",
  "rabbit",
  "frog",
  "penguin",
  "whale",
  "horse",
  "mouse",
] as const;
export const COLOURS = ["red", "blue", "green", "yellow", "purple", "pink", "brown", "white"] as const;
export type Animal = (typeof ANIMALS)[number];
export type Colour = (typeof COLOURS)[number];

/** "Blue fox". The colour has the form that the animal's word asks for. */
export function nameOf(animal: Animal, colour: Colour): string {
  const gender = say(`animals.gender.${animal}`) as "m" | "f";
  return `${say(`animals.${gender}.${colour}`)} ${say(`animals.${animal}`)}`;
}
