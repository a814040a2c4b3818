// Cards of 10 in words and points.
import { games } from "../../lib/games.svelte";
import { cardName } from "../../lib/moves";
import { say } from "../../lib/words.svelte";

export function pointsOf(card: string): number {
  return games.named("ten")?.points[card] ?? 0;
}

export function pointsOfAll(cards: string[]): number {
  return cards.reduce((sum, card) => sum + pointsOf(card), 0);
}

/** What is written large on it. */
export const faceOf = (card: string): string => card.replace(/^[PR]/, "");

/** As a button names it. */
export const briefly = (card: string): string => (card === "J" ? say("ten.joker") : faceOf(card));

export function spoken(card: string | null): string {
  if (card === null) return say("ten.hiddenCard");
  if (card.startsWith("P")) return say("ten.penaltyCard", { card: faceOf(card), n: pointsOf(card) });
  return cardName("ten", card);
}
