// Who is known on this device: whoever has calculated here, and whoever it belongs to.
import { joined } from "../classroom/joined.svelte";
import { settings } from "../lib/settings.svelte";
import { say } from "../lib/words.svelte";
import { whoCalculated } from "./remembered";

/** The owner of the device first; somebody who has given no name is the empty one. In a class it is a pupil's. */
export const namesKnown = (): string[] => [...new Set([owner(), ...whoCalculated()])];

const owner = (): string => joined.is?.names.at(-1) ?? settings.name.trim();

export const calledHere = (name: string): string => name || say("common.you");
