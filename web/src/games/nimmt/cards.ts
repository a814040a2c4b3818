// What is said and shown of a card; how many ox heads it has comes from the server.
import { games } from "../../lib/games.svelte";
import { say } from "../../lib/words.svelte";

export function headsOf(card: number): number {
  return games.named("nimmt")?.points[String(card)] ?? 0;
}

/** "36, 1 ox head". */
export function cardLabel(card: number): string {
  return say("nimmt.card", { card: String(card), heads: say("nimmt.heads", { n: headsOf(card) }) });
}
