// The homes of the games in this client: each folder is one, and nothing of a game is anywhere else. Its `index.ts` is
// there from the start and small; what it loads comes when it is needed. A game without a home has a plain table.
import type { Component } from "svelte";
import type { Player, Scene } from "../lib/scene";
import type { RoundResult } from "../lib/types";
import type { Lesson } from "../table/lessons";

export interface Home {
  /** As on the box. */
  title: string;
  /** A picture of it, in the lower right corner of a poster; it reaches beyond its own edges. */
  Mark?: Component;
  /** A card that stands for the game. */
  card?: string;
  /** The end of a round is told by what is shown of it, not before. */
  isRevealed?: true;
  table: () => Promise<TableParts>;
  cards: () => Promise<CardParts>;
}

export interface TableParts {
  Table: Component<{ scene: Scene; player: Player | null }>;
  RoundResult: Component<{ scene: Scene; result: RoundResult }>;
  lesson?: Lesson;
}

export interface CardParts {
  /** As it lies on the table. Those who do not see it need its name beside it. */
  Card: Component<{ card: string }>;
  /** As a key to be tapped, if it is not a card in small. */
  Key?: Component<{ card: string; points: number }>;
  /** All kinds of cards, if they are not shown in groups with what they count. */
  Gallery?: Component;
  /** The table before the first card. */
  SetUp?: Component<{ says: string }>;
}

const PLAIN = "plain";
const FOUND = import.meta.glob<Home>("./*/index.ts", { eager: true, import: "home" });
const HOMES = new Map(Object.entries(FOUND).map(([path, home]) => [path.split("/")[1] ?? "", home]));

/** Games that have a home here. */
export const AT_HOME = [...HOMES.keys()].filter((name) => name !== PLAIN);

export const homeOf = (game: string): Home | null => (game === PLAIN ? null : (HOMES.get(game) ?? null));

/** Always the same promise, so that what is shown is not drawn anew whenever somebody asks. */
export const tableOf = kept((game) => (homeOf(game) ?? plain()).table());
export const cardsOf = kept((game) => (homeOf(game) ?? plain()).cards());

function plain(): Home {
  const home = HOMES.get(PLAIN);
  if (!home) throw new Error("there is no plain table");
  return home;
}

function kept<Parts>(load: (game: string) => Promise<Parts>): (game: string) => Promise<Parts> {
  const loaded = new Map<string, Promise<Parts>>();
  return (game) => {
    const known = loaded.get(game);
    if (known) return known;
    const parts = load(game);
    loaded.set(game, parts);
    parts.catch(() => loaded.delete(game)); // the next one tries again
    return parts;
  };
}
