import type { Words } from "../../lib/words.svelte";

export const waiting: Words["waiting"] = {
  waitingFor: "Beðið eftir öðrum",
  inviteBy: "Bjóddu öðrum: sýndu þeim þetta, sendu hlekkinn eða segðu kóðann.",
  copyLink: "Afrita hlekk",
  copied: "Afritað",
  start: "Byrja",
  sitDown: "Setjast",
  free: "laust",
};
