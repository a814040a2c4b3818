// The table of each game, loaded when it is played.
import type { Component } from "svelte";
import type { Player, Scene } from "../lib/scene";
import type { GameName, RoundResult } from "../lib/types";

export type TableOf = Component<{ scene: Scene; player: Player | null }>;
export type RoundResultOf = Component<{ scene: Scene; result: RoundResult }>;

export interface GameParts {
  Table: TableOf;
  RoundResult: RoundResultOf;
}

const LOADERS: Record<GameName, () => Promise<GameParts>> = {
  cento: () => import("./cento"),
  nimmt: () => import("./nimmt"),
  ten: () => import("./ten"),
};

const loaded = new Map<GameName, Promise<GameParts>>();

/** Always the same promise, so that what is shown is not drawn anew whenever somebody asks. */
export function partsOf(game: GameName): Promise<GameParts> {
  const known = loaded.get(game);
  if (known) return known;
  const parts = LOADERS[game]();
  loaded.set(game, parts);
  parts.catch(() => loaded.delete(game)); // the next one tries again
  return parts;
}
