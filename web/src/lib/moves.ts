// Moves in words, with the patterns and sentences that the server gives for each game.
import { games } from "./games.svelte";
import type { GameName, GameTold } from "./types";
import { fill, signed, type Values } from "./words.svelte";

/** As an offer: "put 36 on 31". */
export function toDo(game: GameName, move: string, names: string[]): string {
  return tell(game, move, names, "to_do", {});
}

/** As news: "Bo put 36 on 31". */
export function done(game: GameName, move: string, names: string[], player: number): string {
  return tell(game, move, names, "done", { name: names[player] ?? "" });
}

/** A card in words, where it has a name; numbers are their own. */
export function cardName(game: GameName, card: string): string {
  return games.named(game)?.cards[card] ?? signed(card);
}

function tell(game: GameName, move: string, names: string[], how: "to_do" | "done", values: Values): string {
  for (const { pattern, ...sentences } of patterns(games.named(game))) {
    const found = new RegExp(`^(?:${pattern})$`).exec(move);
    if (!found) continue;
    for (const [part, text] of Object.entries(found.groups ?? {})) {
      if (part === "seat") values["other"] = names[Number(text)] ?? "";
      else if (part === "chips") values["n"] = Number(text);
      else values[part] = part === "card" ? cardName(game, text) : signed(text);
    }
    return fill(sentences[how], values);
  }
  return signed(move);
}

function patterns(game: GameTold | null): GameTold["moves"] {
  return game?.moves ?? [];
}
