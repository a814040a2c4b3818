// What the server tells about its games, in the language that was chosen. With it the client offers games and tells
// moves in words without knowing any rule.
import { readGames } from "./api";
import type { GameName, GamesTold, GameTold } from "./types";

let told = $state.raw<GamesTold | null>(null);

/** Asked for when the client starts, and when another language is chosen. */
export async function loadGames(): Promise<void> {
  told = await readGames();
}

export const games = {
  get told(): GamesTold | null {
    return told;
  },
  named(name: GameName | string): GameTold | null {
    return told?.games.find((game) => game.name === name) ?? null;
  },
};

export const TITLES: Record<GameName, string> = { cento: "Cento", nimmt: "11 nimmt!", ten: "10" };
export const GAMES: GameName[] = ["cento", "nimmt", "ten"];
