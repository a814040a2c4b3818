// The kept puzzles: files that are made when the client is built, loaded when somebody wants them. Which one is that of
// a day is found from the date alone, as `tiotal.puzzles.choosing` does it.
import type { Language } from "../generated/languages";
import type { Scene } from "../lib/scene";
import type { GameName, GameTable, MoveSeen, PlayedSeen } from "../lib/types";

export interface Choice {
  /** As it is written. */
  move: string;
  points: number;
  /** To win, by the deeper search. */
  chance: number;
  error: number;
}

/** What a solver sees: all of a puzzle but what its moves are worth. */
export interface Moment {
  number: number;
  difficulty: number;
  options: Record<string, unknown>;
  names: string[];
  /** The solver's. */
  seat: number;
  partners: number[] | null;
  rounds: number | null;
  table: GameTable;
  legal: MoveSeen[];
  /** Of the round, as the solver has seen it. */
  log: PlayedSeen[];
}

export interface Puzzle extends Moment {
  /** The best first. */
  choices: Choice[];
}

/** What lies on the table, for paper. */
export interface Row {
  words: string;
  /** Null: face down, and unknown to the solver. */
  cards: (string | null)[];
  line: { at: number; goal: number; last: number } | null;
}

export interface Sentences {
  variant: string;
  lies: Row[];
  /** Of each move. */
  reasons: Record<string, string[]>;
}

export interface Collection {
  first_day: string;
  editions: { day: string; count: number; step: number }[];
  puzzles: Puzzle[];
}

export const MOST_POINTS = 2;
export const DIFFICULTIES = [1, 2, 3] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];
export const IN_A_SET = 5;
const DAY = 86_400_000; // milliseconds

// --- Files ------------------------------------------------------------------------------------------------------
const FILES = import.meta.glob<string>("../generated/puzzles/*.json", { query: "?url", import: "default" });
const fileOf = (name: string) => FILES[`../generated/puzzles/${name}.json`];

export const hasPuzzles = (game: string): boolean => fileOf(game) !== undefined;

const read = <Told>(name: string): Promise<Told> => (loaded.get(name) ?? load(name)) as Promise<Told>;
const loaded = new Map<string, Promise<unknown>>();

function load(name: string): Promise<unknown> {
  const coming = fetchFile(name);
  loaded.set(name, coming);
  coming.catch(() => loaded.delete(name)); // the next one tries again
  return coming;
}

async function fetchFile(name: string): Promise<unknown> {
  const address = await fileOf(name)?.();
  if (address === undefined) throw new Error(`there are no puzzles in ${name}`);
  return (await fetch(address)).json();
}

export const readPuzzles = (game: GameName): Promise<Collection> => read(game);
/** Of all puzzles of a game, by their numbers. */
export const readSentences = (game: GameName, language: Language): Promise<Record<number, Sentences>> =>
  read(`${game}.${language}`);

// --- Which one --------------------------------------------------------------------------------------------------
/** By the calendar of this device. */
export function ofTheDay({ first_day, editions, puzzles }: Collection, now = new Date()): Puzzle | undefined {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const edition = editions.findLast(({ day }) => Date.parse(day) <= today) ?? editions[0];
  if (!edition) return undefined;
  const days = (today - Date.parse(first_day)) / DAY;
  const place = (days * edition.step) % edition.count;
  return puzzles[(place + edition.count) % edition.count];
}

/** All sets of five of a difficulty. */
export function setsOf({ puzzles }: Collection, difficulty: number): Puzzle[][] {
  const fitting = puzzles.filter((puzzle) => puzzle.difficulty === difficulty);
  const count = Math.floor(fitting.length / IN_A_SET);
  return Array.from({ length: count }, (_, set) => fitting.slice(set * IN_A_SET, (set + 1) * IN_A_SET));
}

// --- What is drawn of it ----------------------------------------------------------------------------------------
/** The moment as the table of its game draws it; `asked`: somebody has to choose now. */
export function sceneOf(game: GameName, puzzle: Moment, names: string[], asked: boolean): Scene {
  const mine = puzzle.log.findLastIndex(({ player }) => player === puzzle.seat);
  return {
    game,
    table: puzzle.table,
    seat: puzzle.seat,
    you: puzzle.seat,
    names,
    seats: names.map((name) => ({ ...SOMEBODY, name })),
    here: names.map((_, seat) => seat),
    partners: puzzle.partners,
    rounds: puzzle.rounds,
    options: puzzle.options,
    settings: { memory_aid: true },
    toMove: puzzle.seat,
    legal: asked ? puzzle.legal : [],
    underway: null,
    trying: null,
    number: puzzle.number,
    happened: [],
    recent: puzzle.log.slice(Math.max(0, mine)),
    advised: null,
    said: null,
    clock: null,
    live: asked,
  };
}

const SOMEBODY = {
  kind: "person",
  level: null,
  away: false,
  stand_in: null,
  out_of_time: false,
  host: false,
  share: null,
  says: null,
  hints: null,
} as const;
