import type { Words } from "../../lib/words.svelte";

export const nimmt: Words["nimmt"] = {
  bulls: ["{n} boli", "{n} bolar"],
};
