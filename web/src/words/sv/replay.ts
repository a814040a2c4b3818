import type { Words } from "../../lib/words.svelte";

export const replay: Words["replay"] = {
  title: "Repris",
  ofGame: "{game}: repris",
  toTable: "Till bordet",
  loading: "Ett ögonblick …",
  start: "Korten är utdelade",
  first: "Till början",
  back: "Ett drag tillbaka",
  next: "Ett drag framåt",
  last: "Till slutet",
  play: "Spela upp",
  pause: "Pausa",
  speed: "Fart",
  times: "{n}×",
  move: "Drag",
  step: "{at} av {moves}",
  eyes: "Visa som",
  allOpen: "Alla kort synliga",
  round: "Omgång",
  roundNumber: "Omgång {round}",
};
