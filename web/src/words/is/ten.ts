import type { Words } from "../../lib/words.svelte";

export const ten: Words["ten"] = {
  chips: ["{n} spilapeningur", "{n} spilapeningar"],
};
