import type { Words } from "../../lib/words.svelte";

export const tutorial: Words["tutorial"] = {
  skip: "Hoppa över",
};
