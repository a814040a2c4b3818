import type { Words } from "../../lib/words.svelte";

export const replay: Words["replay"] = {
  title: "Repris",
};
