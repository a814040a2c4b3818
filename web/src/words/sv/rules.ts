import type { Words } from "../../lib/words.svelte";

export const rules: Words["rules"] = {
  search: "Sök i reglerna",
};
