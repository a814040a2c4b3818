// What the server tells about its games, in the language that was chosen. With it the client offers games and tells
// moves in words without knowing any rule.
import { readGames } from "./api";
import { settings } from "./settings.svelte";
import type { GameName, GamesTold, GameTold } from "./types";

const KEY = "tiotal.games.";

let told = $state.raw<GamesTold | null>(null);

/** Asked for when the client starts, and when another language is chosen. Without a server, what it told last. */
export async function loadGames(): Promise<void> {
  const language = settings.language;
  let found: GamesTold;
  try {
    found = await readGames();
    keep(language, found);
  } catch (error) {
    const last = kept(language);
    if (!last) throw error;
    found = last;
  }
  if (settings.language === language) told = found;
}

function keep(language: string, games: GamesTold): void {
  try {
    localStorage.setItem(KEY + language, JSON.stringify(games));
  } catch {
    // a browser that keeps nothing asks again
  }
}

function kept(language: string): GamesTold | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + language) ?? "null") as GamesTold | null;
  } catch {
    return null;
  }
}

export const games = {
  get told(): GamesTold | null {
    return told;
  },
  named(name: GameName | string): GameTold | null {
    return told?.games.find((game) => game.name === name) ?? null;
  },
  /** Whether people say the new totals in it, or have them counted. */
  hasTotals(name: GameName | string): boolean {
    return this.named(name)?.has_totals === true;
  },
  /** Why something cannot be done, by the code that the table tells. */
  whyNot(code: string): string {
    return (told as Partial<GamesTold> | null)?.refusals?.[code] ?? ""; // what is kept may be of another version
  },
};

export const TITLES: Record<GameName, string> = { cento: "Cento", nimmt: "11 nimmt!", ten: "10" };
export const GAMES: GameName[] = ["cento", "nimmt", "ten"];
