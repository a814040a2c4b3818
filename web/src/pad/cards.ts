// The cards of a game as they are laid out for people: in groups, each with its name. All of it comes from the server.
import { games } from "../lib/games.svelte";
import type { GameName } from "../lib/types";
import { sayIf, signed } from "../lib/words.svelte";

export interface Group {
  title: string;
  cards: string[];
}

/** Printed cards may count other points than ours, so people write the points that they see. */
export const isCountedByHand = (game: GameName): boolean => games.named(game)?.counted_by_hand === true;

/** No other card is like it, so a second tap takes it back. */
export const isAlone = (game: GameName, card: string): boolean =>
  games.named(game)?.groups.some(({ cards }) => cards.some((kind) => kind.card === card && kind.copies === 1)) === true;

export function groupsOf(game: GameName): Group[] {
  return (games.named(game)?.groups ?? []).map(({ name, cards }) => ({
    title: titleOf(game, name),
    cards: cards.map(({ card }) => card),
  }));
}

export const titleOf = (game: GameName, group: string): string => sayIf(`${game}.cards_${group}`) ?? group;

export function pointsOf(game: GameName, card: string): number {
  return games.named(game)?.points[card] ?? 0;
}

/** "Double/Halve", "penalty card 3", "−7". */
export function nameOf(game: GameName, card: string): string {
  return games.named(game)?.cards[card] ?? signed(card);
}
