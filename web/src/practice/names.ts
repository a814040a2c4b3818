// Who is known on this device: whoever has calculated here, and whoever it belongs to.
import { settings } from "../lib/settings.svelte";
import { say } from "../lib/words.svelte";
import { whoCalculated } from "./remembered";

/** The owner of the device first; somebody who has given no name is the empty one. */
export const namesKnown = (): string[] => [...new Set([settings.name.trim(), ...whoCalculated()])];

export const calledHere = (name: string): string => name || say("common.you");
