// The first game of each kind: a few short steps on the real table.
import type { GameName } from "../lib/types";
import type { Key } from "../lib/words.svelte";

export interface Lesson {
  words: Key;
  /** The element that it is about, by a selector. */
  about: string;
  /** It goes on by itself when the person has done this; otherwise with a button. */
  until?: "lifted" | "moved";
  /** What is said instead, and about what, while no card of the hand can be played. */
  otherwise?: { words: Key; about: string };
  /** What is said instead to somebody who says the totals. */
  saying?: Key;
}

const HAND = '[data-part="hand"]';
const BOARD = '[data-part="board"]';
const BAR = '[data-part="bar"]';
const WHOSE_TURN = '[data-part="people"] .turn';
export const HINT: Lesson = { words: "tutorial.hint", about: '[data-panel="hint"]' };

export const LESSONS: Record<GameName, Lesson[]> = {
  cento: [
    { words: "tutorial.centoGoal", about: BOARD },
    { words: "tutorial.centoHand", about: HAND },
    { words: "tutorial.centoLift", about: HAND, until: "lifted" },
    { words: "tutorial.centoPlay", about: HAND, until: "moved", saying: "tutorial.centoSay" },
    { words: "tutorial.centoTurn", about: WHOSE_TURN },
    { words: "tutorial.centoSpecial", about: HAND },
    HINT,
  ],
  nimmt: [
    { words: "tutorial.nimmtGoal", about: HAND },
    { words: "tutorial.nimmtStacks", about: BOARD },
    {
      words: "tutorial.nimmtPlay",
      about: HAND,
      until: "moved",
      otherwise: { words: "tutorial.nimmtTake", about: BOARD },
    },
    { words: "tutorial.nimmtBull", about: BOARD },
    { words: "tutorial.nimmtHeads", about: HAND },
    HINT,
  ],
  ten: [
    { words: "tutorial.tenGoal", about: BOARD },
    { words: "tutorial.tenLift", about: HAND, until: "lifted" },
    { words: "tutorial.tenPlay", about: BAR, until: "moved" },
    { words: "tutorial.tenSwap", about: BOARD },
    { words: "tutorial.tenSecond", about: HAND },
    { words: "tutorial.tenEnd", about: BOARD },
    HINT,
  ],
};

const key = (game: GameName): string => `tiotal.taught.${game}`;

export function isTaught(game: GameName): boolean {
  try {
    return localStorage.getItem(key(game)) !== null;
  } catch {
    return true; // a browser that keeps nothing would teach for ever
  }
}

export function setTaught(game: GameName): void {
  try {
    localStorage.setItem(key(game), "1");
  } catch {
    // nothing is kept
  }
}
