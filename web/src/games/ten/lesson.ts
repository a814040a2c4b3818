// What a first match teaches, in the order in which it happens.
import { BAR, BOARD, HAND, inHand, type Lesson, type Moment, type Step } from "../../table/lessons";
import type { TenTable } from "./types";

const ten = ({ scene }: Moment): TenTable => scene.table as TenTable;
const lies = (now: Moment, seat: number): TenTable["places"][number] => ten(now).places[seat] ?? null;
const isHigh = (card: string | null): boolean => card === "9" || card === "10";
const highest = (now: Moment): string => ten(now).hands[now.seat]?.findLast(isHigh) ?? "";
const asks = ({ mine, scene }: Moment, ...kinds: string[]): boolean =>
  mine && scene.legal.some(({ kind }) => kinds.includes(kind));
const placeOf = (seat: number): string => `${BOARD} .place:has([data-at="first-${seat}"])`;

/** What lies before the bot is seen, and lower. */
function isLower(now: Moment): boolean {
  const [own, other] = [lies(now, now.seat), lies(now, now.other)];
  return isHigh(own?.card ?? null) && other?.up === true && Number(other.card) < 9;
}

function wasSwapped({ scene, seat }: Moment): boolean {
  return scene.happened.some((entry) => "move" in entry && entry.player !== seat && entry.move.kind === "swap" && entry.move.seat === seat);
}

const STEPS: Step[] = [
  { words: "ten.lesson.goal", about: `${BOARD} .middle`, when: ({ made }) => made === 0 },
  {
    words: "ten.lesson.high",
    about: (now) => inHand(highest(now)),
    when: (now) => asks(now, "lay") && !now.lifted && highest(now) !== "",
    values: (now) => ({ card: highest(now) }),
    toDo: true,
  },
  {
    words: "ten.lesson.how",
    about: BAR,
    when: (now) => asks(now, "lay") && now.lifted,
    toDo: true,
  },
  {
    words: "ten.lesson.pass",
    about: (now) => placeOf(now.other),
    also: (now) => placeOf(now.seat),
    values: (now) => ({ card: lies(now, now.other)?.card ?? "", own: lies(now, now.seat)?.card ?? "" }),
    when: (now) => asks(now, "swap") && isLower(now),
    toDo: true,
  },
  {
    words: "ten.lesson.open",
    about: (now) => placeOf(now.other),
    when: (now) => asks(now, "swap", "bid") && !isLower(now),
    toDo: true,
  },
  { words: "ten.lesson.swapped", about: (now) => placeOf(now.seat), when: wasSwapped },
  {
    words: "ten.lesson.safe",
    about: (now) => placeOf(now.seat),
    when: (now) => ten(now).phase === 4 && ten(now).round === 1 && isHigh(lies(now, now.seat)?.card ?? null),
  },
  {
    words: "ten.lesson.turn",
    about: BAR,
    also: (now) => placeOf(now.seat),
    when: (now) => asks(now, "show"),
    toDo: true,
  },
  {
    words: "ten.lesson.add",
    about: HAND,
    also: (now) => placeOf(now.seat),
    when: (now) => asks(now, "add"),
    toDo: true,
  },
];

export const LESSON: Lesson = { steps: STEPS, isOver: (now) => ten(now).round > 1 || ten(now).phase === 5 };
