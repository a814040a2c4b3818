import type { Words } from "../../lib/words.svelte";

export const replay: Words["replay"] = {
  title: "Endursýning",
  ofGame: "{game}: endursýning",
  toTable: "Að borðinu",
  loading: "Augnablik …",
  start: "Búið er að gefa",
  first: "Á byrjunina",
  back: "Einu skrefi til baka",
  next: "Einu skrefi áfram",
  last: "Á endann",
  play: "Spila",
  pause: "Stoppa",
  speed: "Hraði",
  times: "{n}×",
  move: "Skref",
  step: "{at} af {moves}",
  eyes: "Séð af",
  allOpen: "Öll spil sýnd",
  round: "Umferð",
  roundNumber: "Umferð {round}",
};
