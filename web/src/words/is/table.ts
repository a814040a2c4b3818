import type { Words } from "../../lib/words.svelte";

export const table: Words["table"] = {
  yourTurn: "Þú átt leik",
  turnOf: "{name} á leik",
  away: "í burtu",
  hint: "Vísbending",
  undo: "Taka til baka",
  log: "Hvað gerðist",
  say: "Segja eitthvað",
  leave: "Fara",
  pause: "Hlé",
  resume: "Halda áfram",
  passTo: "Réttu {name} tækið",
  showMyCards: "Ég er {name}: sýna spilin mín",
  lostLine: "Ekkert samband. Við reynum aftur …",
};
