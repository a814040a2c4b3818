// How long bots wait before they move, in milliseconds.
import { settings } from "./settings.svelte";

export const USUAL_PACE = 1500;

/** What somebody has chosen on this device, last. */
export const ownPace = (): number => settings.pace ?? USUAL_PACE;
