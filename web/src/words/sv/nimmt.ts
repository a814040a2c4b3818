import type { Words } from "../../lib/words.svelte";

export const nimmt: Words["nimmt"] = {
  bulls: ["{n} tjur", "{n} tjurar"],
};
