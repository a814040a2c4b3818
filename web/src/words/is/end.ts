import type { Words } from "../../lib/words.svelte";

export const end: Words["end"] = {
  again: "Aftur!",
  youWon: "Þú vannst!",
  won: "{names} vann",
  wonTogether: "{names} unnu",
};
