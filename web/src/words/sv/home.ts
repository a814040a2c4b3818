import type { Words } from "../../lib/words.svelte";

export const home: Words["home"] = {
  tagline: "Tre kortspel med tal",
  cento: "Få högen till exakt 100",
  nimmt: "Högst tio över, annars tar du högen",
  ten: "Bluffa, bjud och kom närmast tio",
  playNow: "Spela nu",
  newTable: "Nytt bord",
  join: "Gå med",
  joinCode: "Kod med sex siffror",
};
