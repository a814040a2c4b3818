import type { Words } from "../../lib/words.svelte";

export const tutorial: Words["tutorial"] = {
  skip: "Sleppa",
};
