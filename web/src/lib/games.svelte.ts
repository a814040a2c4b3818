// What the server tells about its games, in the language that was chosen. With it the client offers games and tells
// moves in words without knowing any rule.
import { AT_HOME, homeOf } from "../games/home";
import { readGames } from "./api";
import { settings } from "./settings.svelte";
import type { GameName, GamesTold, GameTold } from "./types";

const KEY = "tiotal.games.";

let told = $state.raw<GamesTold | null>(null);

let asked: { language: string; answer: Promise<GamesTold> } | null = null;

/** Asked for when the client starts, and when another language is chosen. Without a server, what it told last. */
export async function loadGames(): Promise<void> {
  const language = settings.language;
  if (asked?.language !== language) asked = { language, answer: found(language).finally(() => (asked = null)) };
  const games = await asked.answer;
  if (settings.language === language) told = games;
}

async function found(language: string): Promise<GamesTold> {
  try {
    const games = await readGames();
    keep(language, games);
    return games;
  } catch (error) {
    const last = kept(language);
    if (!last) throw error;
    return last;
  }
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
  named(name: GameName): GameTold | null {
    return told?.games.find((game) => game.name === name) ?? null;
  },
  /** Whether people say the new totals in it, or have them counted. */
  hasTotals(name: GameName): boolean {
    return this.named(name)?.has_totals === true;
  },
  /** Why something cannot be done, by the code that the table tells. */
  whyNot(code: string): string {
    return (told as Partial<GamesTold> | null)?.refusals?.[code] ?? ""; // what is kept may be of another version
  },
};

/** As on the box; known without the server for games that have a home here. */
export const gameTitle = (game: GameName): string => homeOf(game)?.title ?? games.named(game)?.title ?? game;

/** All games: those that have a home here, then those that only the server knows. */
export function allGames(): GameName[] {
  const others = told?.games.map(({ name }) => name).filter((name) => !AT_HOME.includes(name)) ?? [];
  return [...AT_HOME, ...others];
}
