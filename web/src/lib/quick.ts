// Tables that are opened with one tap.
import { openTable } from "./api";
import { games, loadGames } from "./games.svelte";
import { madeUpName } from "./names";
import { ownPace, USUAL_PACE } from "./pace";
import { settings } from "./settings.svelte";
import { isTaught } from "./taught";
import type { GameName } from "./types";

/** Against bots, at once; the first game of a kind is one to learn it. Resolves to its address. */
export async function quickGame(game: GameName): Promise<string> {
  if (games.told === null) await loadGames();
  const { usual_players = 2, has_lesson = false } = games.named(game) ?? {};
  return isTaught(game) || !has_lesson ? open(game, usual_players, "easy", "play") : lesson(game);
}

/** With one friendly bot, and somebody who explains. */
export const lesson = (game: GameName): Promise<string> => open(game, 2, "beginner", "learn");

/** Before a game to which somebody was invited; afterwards one gets back there. */
export const lessonFirst = async (game: GameName, table: string): Promise<string> =>
  `${await lesson(game)}&from=${table}`;

/** Whether somebody should be asked first who says the totals. */
export async function hasToAsk(game: GameName): Promise<boolean> {
  if (settings.says !== null) return false;
  if (games.told === null) await loadGames();
  return games.hasTotals(game);
}

/** What a person at this device has chosen, for a table. */
export const helpIn = (game: GameName): { says: boolean; hints: boolean } | null =>
  games.hasTotals(game) ? { says: settings.says ?? true, hints: settings.hints } : null;

async function open(game: GameName, players: number, level: string, wish: "play" | "learn"): Promise<string> {
  const me = { kind: "person" as const, name: settings.name.trim() || madeUpName(0), ...helpIn(game) };
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, level }));
  const pace = wish === "learn" ? USUAL_PACE : ownPace();
  const seats = [me, ...bots];
  const { path } = await openTable({ game, players, options: {}, settings: { pace }, seats, lesson: wish === "learn" });
  return `${path}?${wish}`;
}
