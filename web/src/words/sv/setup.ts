import type { Words } from "../../lib/words.svelte";

export const setup: Words["setup"] = {
  yourName: "Ditt namn",
};
