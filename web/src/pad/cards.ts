// The cards of a game as they are laid out for people: in groups, each with its name. What a card counts comes from
// the server.
import { games } from "../lib/games.svelte";
import type { GameName } from "../lib/types";
import { say, signed, type Key } from "../lib/words.svelte";

export interface Group {
  title: Key;
  cards: string[];
}

const GROUPS: Record<GameName, [Key, RegExp][]> = {
  cento: [
    ["rules.additions", /^\+/],
    ["rules.subtractions", /^-/],
    ["rules.specials", /^(?![+-])/],
  ],
  nimmt: [["rules.allCards", /./]],
  ten: [
    ["rules.normalAndJokers", /^[\dJ]/],
    ["rules.penalty", /^P/],
    ["rules.roundCards", /^R/],
  ],
};

const ALONE: Partial<Record<GameName, RegExp>> = { nimmt: /./, ten: /^[PR]/ };

/** Which numbers carry how many ox heads is not in the leaflet (N1), so printed cards may count other points than ours:
 * people write the points that they see. */
export const isCountedByHand = (game: GameName): boolean => game === "nimmt";

/** No other card is like it, so a second tap takes it back. */
export const isAlone = (game: GameName, card: string): boolean => ALONE[game]?.test(card) === true;

export function groupsOf(game: GameName): Group[] {
  const cards = Object.keys(games.named(game)?.points ?? {});
  return GROUPS[game].map(([title, pattern]) => ({ title, cards: cards.filter((card) => pattern.test(card)) }));
}

export function pointsOf(game: GameName, card: string): number {
  return games.named(game)?.points[card] ?? 0;
}

/** "Double/Halve", "penalty card 3", "−7". */
export function nameOf(game: GameName, card: string): string {
  const told = games.named(game)?.cards[card];
  if (told) return told;
  if (game === "ten" && card.startsWith("P")) return say("rules.penaltyCard", { n: Number(card.slice(1)) });
  if (game === "ten" && card.startsWith("R")) return say("rules.roundCard", { n: Number(card.slice(1)) });
  return signed(card);
}
