// One moment of a match as one seat sees it: all that a table needs to draw itself. It comes from the server live
// (`TableState.scene`), or from a finished or earlier step (`sceneOfStep`); the tables draw both alike.
import { say } from "./words.svelte";
import { isEntry } from "./log";
import type {
  GameName,
  GameTable,
  LegalSeen,
  LogEntry,
  MoveSeen,
  PlayedSeen,
  SeatSeen,
  ShownStep,
  StepsTold,
  SumSeen,
  TryingSeen,
  WaySeen,
} from "./types";

export interface Scene {
  game: GameName;
  table: GameTable;
  /** Through whose eyes; null: a spectator, or all cards open. */
  seat: number | null;
  /** Who is called "you"; nobody, where several people look at this device, or at a match that is over. */
  you: number | null;
  names: string[];
  seats: SeatSeen[];
  /** Seats whose people are connected. */
  here: number[];
  partners: number[] | null;
  /** Of a match, at most; null where nobody knows before. */
  rounds: number | null;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  toMove: number | null;
  /** Moves that `seat` may make now, with what they lead to; none when it is not its turn or only looked at. */
  legal: LegalSeen[];
  /** A move that `seat` has made and that the table has not answered; until then nothing else may be done. */
  underway: MoveSeen | null;
  /** A card that lies: whoever played it has said a wrong total, and may say another. */
  trying: TryingSeen | null;
  /** Changes with every moment. */
  number: number;
  /** What led to this moment, as the seat may see it: a move and perhaps the end of a round. */
  happened: LogEntry[];
  /** What has happened since this seat's last move, that move first. */
  recent: LogEntry[];
  /** A move that a hint recommends. */
  advised: MoveSeen | null;
  /** A total that was just announced, and the right one. */
  said: Said | null;
  /** Runs for whoever is to move; null without a clock, and when nothing is played. */
  clock: Clock | null;
  /** Whether this is the present; otherwise it is only looked at. */
  live: boolean;
}

export interface Clock {
  /** When the time of the player to move is over, by this device's own clock; null while nobody's time runs. */
  deadline: number | null;
  /** Milliseconds that each seat has, or had when its decision began. */
  left: number[];
}

export interface Said {
  right: number;
  /** Right at once, at the second try, or not at all. */
  outcome: "once" | "second" | "wrong";
  /** Null where the total stayed as it was. */
  sum: SumSeen | null;
  /** How to calculate it; null where it was right at once, and where there is nothing to calculate. */
  way: WaySeen | null;
  seat: number;
  /** It was said on this page, and not on another one of this device. */
  isAnswer: boolean;
}

/** Who acts at a live table. Without one, a table is only looked at. */
export interface Player {
  /** Resolves when the table has answered; a refusal is shown in the action bar by itself. */
  play(move: MoveSeen, said?: number | null): Promise<boolean>;
  /** Ask why a card cannot be played, there or at all, or somebody else's not be had. */
  whyNot(what: { card?: string; place?: string; whose?: number }): Promise<void>;
  /** Something was chosen or put down, so an old refusal is no longer of interest. */
  touched(): void;
}

/** A step of a match that is only looked at; `seat` null: all cards open, or a spectator. */
export function sceneOfStep(
  told: StepsTold,
  step: ShownStep,
  seat: number | null,
  seats: SeatSeen[] = told.names.map(somebody),
  settings: Record<string, unknown> = {},
): Scene {
  return {
    game: told.game,
    table: step.table,
    seat,
    you: null,
    names: told.names,
    seats,
    here: told.names.map((_, place) => place),
    partners: told.partners,
    rounds: told.rounds,
    options: told.options,
    settings,
    toMove: step.table.to_move,
    legal: [],
    underway: null,
    trying: null,
    number: step.number,
    happened: step.log.filter(isEntry),
    recent: step.log.filter(isEntry),
    advised: null,
    said: null,
    clock: null,
    live: false,
  };
}

const somebody = (name: string): SeatSeen => ({
  kind: "person",
  name,
  level: null,
  away: false,
  stand_in: null,
  out_of_time: false,
  host: false,
  share: null,
  says: null,
  hints: null,
});

export const nameOf = (scene: Scene, seat: number): string =>
  seat === scene.you ? say("common.you") : (scene.names[seat] ?? "");

export function lastMove(scene: Scene): PlayedSeen | null {
  for (const entry of scene.happened.toReversed()) if ("move" in entry) return entry;
  return null;
}

/** Whether two moves are the same. */
export const isSame = (one: MoveSeen | null, other: MoveSeen | null): boolean =>
  one !== null && one.written === other?.written;

/** Whether the one who looks is asked for a move. */
export const isMine = (scene: Scene): boolean =>
  scene.seat !== null && scene.toMove === scene.seat && scene.live && scene.underway === null;
