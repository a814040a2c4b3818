import type { Words } from "../../lib/words.svelte";

export const home: Words["home"] = {
  tagline: "Þrjú spil með tölum",
  cento: "Komdu bunkanum í nákvæmlega 100",
  nimmt: "Mest tíu yfir, annars tekur þú bunkann",
  ten: "Blekktu, bjóddu og komdu næst tíu",
  playNow: "Spila núna",
  newTable: "Nýtt borð",
  join: "Vera með",
  joinCode: "Kóði með sex tölustöfum",
};
