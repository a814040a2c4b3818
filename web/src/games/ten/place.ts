// What lies before a seat, as `Place.svelte` shows it.
import { say } from "../../lib/words.svelte";
import { spoken } from "./cards";
import type { TenTable } from "./types";

export type Lying = NonNullable<TenTable["places"][number]>;

export type Offer = "swap" | "bid" | "start";

export function offered(offer: Offer): string {
  return say(({ swap: "ten.swap", bid: "ten.bid", start: "ten.starts" } as const)[offer]);
}

/** "Ben: face down, 2 chips on it, 5 free chips". */
export function described(name: string, lies: Lying | null, chips: number, hand: string[] = []): string {
  const parts = [lies ? lying(lies) : say("ten.noCard")];
  if (lies?.second) parts.push(say("ten.secondCard", { card: spoken(lies.second) }));
  if (lies?.protection) parts.push(say("ten.chipsOnIt", { n: lies.protection }));
  parts.push(say("ten.freeChips", { n: chips }));
  if (hand.length > 0) parts.push(say("ten.holds", { cards: hand.map(spoken).join(", ") }));
  return `${name}: ${parts.join(", ")}`;
}

function lying({ card, up }: Lying): string {
  if (up) return say("ten.liesUp", { card: spoken(card) });
  return card === null ? say("ten.liesDown") : say("ten.liesDownKnown", { card: spoken(card) });
}
