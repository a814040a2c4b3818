import type { Words } from "../../lib/words.svelte";

export const waiting: Words["waiting"] = {
  waitingFor: "Väntar på fler",
  inviteBy: "Bjud in andra: visa dem det här, skicka länken eller säg koden.",
  copyLink: "Kopiera länken",
  copied: "Kopierad",
  start: "Börja",
  sitDown: "Sätt dig",
  free: "ledig",
};
