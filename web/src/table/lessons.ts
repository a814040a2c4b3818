// A first game of each kind, step by step on the real table. A step shows when what it speaks of is to be seen, so
// whoever does something else than is proposed is neither stuck nor told something untrue.
import { cardName } from "../lib/moves";
import type { Scene } from "../lib/scene";
import type { CentoTable, GameName, NimmtTable, TenTable } from "../lib/types";
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

const HAND = '[data-part="hand"]';
const BOARD = '[data-part="board"]';
const BAR = '[data-part="bar"]';
const LAMP = '[data-panel="hint"]';
const inHand = (card: string | number): string => `[data-at="hand-${card}"]`;

// --- Cento ------------------------------------------------------------------------------------------------------
const cento = ({ scene }: Moment): CentoTable => scene.table as CentoTable;

const aTrick = (card: string, words: Key): Step => ({
  words,
  about: inHand(card),
  when: (now) => now.mine && !now.saying && now.scene.legal.some((move) => move.split(":")[0] === card),
  toDo: true,
});

const CENTO: Step[] = [
  {
    words: "tutorial.centoGoal",
    about: `${BOARD} .middle`,
    when: ({ made }) => made === 0,
    values: (now) => ({ goal: cento(now).goal }),
  },
  {
    words: "tutorial.centoBegin",
    about: `${HAND} .playable`,
    when: ({ mine, made, lifted, saying }) => mine && made === 0 && !lifted && !saying,
    toDo: true,
  },
  {
    words: "tutorial.centoPlay",
    about: `${HAND} [aria-pressed="true"]`,
    when: ({ mine, made, saying }) => mine && made === 0 && !saying,
    toDo: true,
  },
  {
    words: "tutorial.centoSay",
    about: HAND,
    when: ({ made, saying }) => made === 0 && saying,
    toDo: true,
  },
  aTrick("SKIP", "tutorial.centoSkip"),
  aTrick("TENS", "tutorial.centoTens"),
  aTrick("FLIP", "tutorial.centoFlip"),
  { ...aTrick("COPY", "tutorial.centoCopy"), values: (now) => ({ card: cardName("cento", cento(now).last ?? "") }) },
];

// --- 11 nimmt! --------------------------------------------------------------------------------------------------
const nimmt = ({ scene }: Moment): NimmtTable => scene.table as NimmtTable;
const puts = ({ scene }: Moment): string[] => scene.legal.filter((move) => move.includes(">"));
const hasBull = (now: Moment): boolean => (nimmt(now).bulls[now.seat] ?? 0) > 0;

function firstPut(now: Moment): { card: string; top: string } {
  const [card = "", top = ""] = (puts(now)[0] ?? "").split(">");
  return { card, top };
}

const NIMMT: Step[] = [
  { words: "tutorial.nimmtGoal", about: HAND, when: ({ made }) => made === 0 },
  { words: "tutorial.nimmtStacks", about: `${BOARD} .stack`, when: ({ made }) => made === 0 },
  {
    words: "tutorial.nimmtPlay",
    about: (now) => inHand(firstPut(now).card),
    also: (now) => (now.lifted ? null : `[data-at="stack-${firstPut(now).top}"]`), // between two taps nothing moves
    when: (now) => now.mine && !hasBull(now) && puts(now).length > 0,
    values: firstPut,
    toDo: true,
  },
  {
    words: "tutorial.nimmtTake",
    about: ({ chosen }) => (chosen ? BAR : `${BOARD} .stack`),
    when: (now) => now.mine && now.scene.legal.length > 0 && now.scene.legal.every((move) => move.startsWith("take:")),
    toDo: true,
  },
  { words: "tutorial.nimmtBull", about: `${BOARD} .stacks`, when: hasBull },
  {
    words: "tutorial.nimmtRow",
    about: HAND,
    also: (now) => (now.lifted ? null : `${BOARD} .stacks`),
    when: (now) => now.mine && hasBull(now) && puts(now).length > 1,
    toDo: true,
  },
  { words: "tutorial.nimmtHeads", about: HAND, when: ({ made }) => made > 2 },
];

// --- 10 ---------------------------------------------------------------------------------------------------------
const ten = ({ scene }: Moment): TenTable => scene.table as TenTable;
const lies = (now: Moment, seat: number): TenTable["table"][number] => ten(now).table[seat] ?? null;
const isHigh = (card: string | null): boolean => card === "9" || card === "10";
const highest = (now: Moment): string => ten(now).hands[now.seat]?.findLast(isHigh) ?? "";
const asks = ({ mine, scene }: Moment, move: RegExp): boolean => mine && scene.legal.some((legal) => move.test(legal));
const placeOf = (seat: number): string => `${BOARD} .place:has([data-at="first-${seat}"])`;

/** What lies before the bot is seen, and lower. */
function isLower(now: Moment): boolean {
  const [own, other] = [lies(now, now.seat), lies(now, now.other)];
  return isHigh(own?.card ?? null) && other?.up === true && Number(other.card) < 9;
}

function wasSwapped({ scene, seat }: Moment): boolean {
  return scene.happened.some((entry) => "move" in entry && entry.player !== seat && entry.move === `swap:${seat}`);
}

const TEN: Step[] = [
  { words: "tutorial.tenGoal", about: `${BOARD} .middle`, when: ({ made }) => made === 0 },
  {
    words: "tutorial.tenHigh",
    about: (now) => inHand(highest(now)),
    when: (now) => asks(now, /:(up|down)/) && !now.lifted && highest(now) !== "",
    values: (now) => ({ card: highest(now) }),
    toDo: true,
  },
  {
    words: "tutorial.tenHow",
    about: BAR,
    when: (now) => asks(now, /:(up|down)/) && now.lifted,
    toDo: true,
  },
  {
    words: "tutorial.tenPass",
    about: (now) => placeOf(now.other),
    also: (now) => placeOf(now.seat),
    values: (now) => ({ card: lies(now, now.other)?.card ?? "", own: lies(now, now.seat)?.card ?? "" }),
    when: (now) => asks(now, /^swap:/) && isLower(now),
    toDo: true,
  },
  {
    words: "tutorial.tenOpen",
    about: (now) => placeOf(now.other),
    when: (now) => asks(now, /^(swap|bid):/) && !isLower(now),
    toDo: true,
  },
  { words: "tutorial.tenSwapped", about: (now) => placeOf(now.seat), when: wasSwapped },
  {
    words: "tutorial.tenSafe",
    about: (now) => placeOf(now.seat),
    when: (now) => ten(now).phase === 4 && ten(now).round === 1 && isHigh(lies(now, now.seat)?.card ?? null),
  },
  {
    words: "tutorial.tenTurn",
    about: BAR,
    also: (now) => placeOf(now.seat),
    when: (now) => asks(now, /^show$/),
    toDo: true,
  },
  {
    words: "tutorial.tenAdd",
    about: HAND,
    also: (now) => placeOf(now.seat),
    when: (now) => asks(now, /^add:/),
    toDo: true,
  },
];

// --- All of them ------------------------------------------------------------------------------------------------
const theEnd = (when: (moment: Moment) => boolean): Step => ({
  words: "tutorial.end",
  about: LAMP,
  when: (now) => now.made >= ENOUGH || when(now),
});

export const LESSONS: Record<GameName, Step[]> = {
  cento: [...CENTO, theEnd(({ done }) => done)],
  nimmt: [...NIMMT, theEnd(({ done }) => done)],
  ten: [...TEN, theEnd((now) => ten(now).round > 1 || ten(now).phase === 5)],
};
