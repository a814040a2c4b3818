// A first game, step by step on the real table. A step shows when what it speaks of is to be seen, so
// whoever does something else than is proposed is neither stuck nor told something untrue.
import type { Scene } from "../lib/scene";
import type { Key } from "../lib/words.svelte";

/** What a step can depend on. */
export interface Moment {
  scene: Scene;
  seat: number;
  /** The bot. */
  other: number;
  /** It is the learner's turn, and nothing is on its way. */
  mine: boolean;
  /** Moves of the learner so far. */
  made: number;
  /** A card of the hand is lifted. */
  lifted: boolean;
  /** The total is being said. */
  saying: boolean;
  /** Something on the table is chosen. */
  chosen: boolean;
  /** The step before the last was done. */
  done: boolean;
}

export interface Step {
  words: Key;
  /** What it is about, by a selector. */
  about: string | ((moment: Moment) => string);
  /** What else it speaks of, so that it must be seen. */
  also?: (moment: Moment) => string | null;
  when: (moment: Moment) => boolean;
  /** What is said with it, beside the bot's name. */
  values?: (moment: Moment) => Record<string, string | number>;
  /** The learner is to do it; otherwise there is a button to go on. */
  toDo?: true;
}

const ENOUGH = 7; // moves after which nobody is taught any longer

export const HAND = '[data-part="hand"]';
export const BOARD = '[data-part="board"]';
export const BAR = '[data-part="bar"]';
const LAMP = '[data-panel="hint"]';
export const inHand = (card: string | number): string => `[data-at="hand-${card}"]`;

/** What a game has to teach. */
export interface Lesson {
  steps: Step[];
  /** When it is over, if not with the last step. */
  isOver?: (moment: Moment) => boolean;
}

/** All steps; the last is the end. */
export function stepsOf({ steps, isOver = ({ done }) => done }: Lesson): Step[] {
  return [...steps, { words: "lesson.end", about: LAMP, when: (now) => now.made >= ENOUGH || isOver(now) }];
}
