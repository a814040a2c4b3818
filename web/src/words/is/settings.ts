import type { Words } from "../../lib/words.svelte";

export const settings: Words["settings"] = {
  title: "Stillingar",
};
