import type { Words } from "../../lib/words.svelte";

export const table: Words["table"] = {
  yourTurn: "Din tur",
  turnOf: "{name} spelar",
  away: "borta",
  hint: "Tips",
  undo: "Ta tillbaka",
  log: "Vad som har hänt",
  say: "Säg något",
  leave: "Gå härifrån",
  pause: "Paus",
  resume: "Fortsätt",
  passTo: "Ge enheten till {name}",
  showMyCards: "Jag är {name}: visa mina kort",
  lostLine: "Ingen anslutning. Vi försöker igen …",
};
