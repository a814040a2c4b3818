import type { Words } from "../../lib/words.svelte";

export const replay: Words["replay"] = {
  title: "Endursýning",
  ofGame: "{game}: endursýning",
  toTable: "Að borðinu",
  loading: "Augnablik …",
  start: "Búið er að gefa",
  first: "Fremst",
  back: "Einu skrefi til baka",
  next: "Einu skrefi áfram",
  last: "Aftast",
  play: "Spila",
  pause: "Hlé",
  speed: "Hraði",
  times: "{n}×",
  move: "Skref",
  step: "{at} af {moves}",
  eyes: "Sjónarhorn",
  allOpen: "Öll spil sýnd",
  round: "Umferð",
  roundNumber: "Umferð {round}",
};
