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

export const partsOf = (game: GameName): Promise<GameParts> => LOADERS[game]();
