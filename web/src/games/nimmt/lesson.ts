// What a first match teaches, in the order in which it happens.
import { BAR, BOARD, HAND, inHand, type Lesson, type Moment, type Step } from "../../table/lessons";
import type { LegalSeen } from "../../lib/types";
import type { NimmtTable } from "./types";

const nimmt = ({ scene }: Moment): NimmtTable => scene.table as NimmtTable;
const puts = ({ scene }: Moment): LegalSeen[] => scene.legal.filter(({ kind }) => kind === "put");
const hasBull = (now: Moment): boolean => (nimmt(now).bulls[now.seat] ?? 0) > 0;

function firstPut(now: Moment): { card: string; top: string } {
  const [first] = puts(now);
  return { card: first?.card ?? "", top: first?.place ?? "" };
}

const STEPS: Step[] = [
  { words: "nimmt.lesson.goal", about: HAND, when: ({ made }) => made === 0 },
  { words: "nimmt.lesson.stacks", about: `${BOARD} .stack`, when: ({ made }) => made === 0 },
  {
    words: "nimmt.lesson.play",
    about: (now) => inHand(firstPut(now).card),
    also: (now) => (now.lifted ? null : `[data-at="stack-${firstPut(now).top}"]`), // between two taps nothing moves
    when: (now) => now.mine && !hasBull(now) && puts(now).length > 0,
    values: firstPut,
    toDo: true,
  },
  {
    words: "nimmt.lesson.take",
    about: ({ chosen }) => (chosen ? BAR : `${BOARD} .stack`),
    when: (now) => now.mine && now.scene.legal.length > 0 && now.scene.legal.every(({ kind }) => kind === "take"),
    toDo: true,
  },
  { words: "nimmt.lesson.bull", about: `${BOARD} .stacks`, when: hasBull },
  {
    words: "nimmt.lesson.row",
    about: HAND,
    also: (now) => (now.lifted ? null : `${BOARD} .stacks`),
    when: (now) => now.mine && hasBull(now) && puts(now).length > 1,
    toDo: true,
  },
  { words: "nimmt.lesson.heads", about: HAND, when: ({ made }) => made > 2 },
];

export const LESSON: Lesson = { steps: STEPS };
