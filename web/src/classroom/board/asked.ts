// The puzzle for all, as it is drawn and told: what is asked comes from the class, the words for moves from the game.
import { toDo } from "../../lib/moves";
import type { ChoiceAnswered, ClassPuzzle } from "../../lib/types";
import { say } from "../../lib/words.svelte";
import type { Moment } from "../../puzzles/puzzles";
import { capital } from "../../table/tell";

export const momentOf = (puzzle: ClassPuzzle): Moment => puzzle.scene as unknown as Moment;

export function namesIn(puzzle: ClassPuzzle): string[] {
  const { names, seat } = momentOf(puzzle);
  return names.map((name, n) => (n === seat ? say("common.you") : name));
}

/** "Play +7". */
export function wordsFor(puzzle: ClassPuzzle, choice: ChoiceAnswered): string {
  const { legal, seat } = momentOf(puzzle);
  const move = legal.find(({ written }) => written === choice.move);
  return move ? capital(toDo(puzzle.game, move, namesIn(puzzle), seat)) : choice.move;
}

/** Those that somebody has chosen, and the best; the others only say how many there were. */
export const told = (choices: ChoiceAnswered[]): ChoiceAnswered[] =>
  choices.filter(({ pupils }, n) => n === 0 || pupils > 0);
