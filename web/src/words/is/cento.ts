import type { Words } from "../../lib/words.svelte";

export const cento: Words["cento"] = {
  goal: "Mark {goal}",
};
