import type { Words } from "../../lib/words.svelte";

export const end: Words["end"] = {
  again: "En gång till!",
  youWon: "Du har vunnit!",
  won: "{names} har vunnit",
  wonTogether: "{names} har vunnit",
};
