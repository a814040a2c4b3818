import type { Words } from "../../lib/words.svelte";

export const pad: Words["pad"] = {
  title: "Stigablað",
};
