// What a first match teaches, in the order in which it happens.
import { cardName } from "../../lib/moves";
import type { Key } from "../../lib/words.svelte";
import { BOARD, HAND, inHand, type Lesson, type Moment, type Step } from "../../table/lessons";
import type { CentoTable } from "./types";

const cento = ({ scene }: Moment): CentoTable => scene.table as CentoTable;

const aTrick = (card: string, words: Key): Step => ({
  words,
  about: inHand(card),
  when: (now) => now.mine && !now.saying && now.scene.legal.some((move) => move.card === card),
  toDo: true,
});

const STEPS: Step[] = [
  {
    words: "cento.lesson.goal",
    about: `${BOARD} .middle`,
    when: ({ made }) => made === 0,
    values: (now) => ({ goal: cento(now).goal }),
  },
  {
    words: "cento.lesson.begin",
    about: `${HAND} .playable`,
    when: ({ mine, made, lifted, saying }) => mine && made === 0 && !lifted && !saying,
    toDo: true,
  },
  {
    words: "cento.lesson.play",
    about: `${HAND} [aria-pressed="true"]`,
    when: ({ mine, made, saying }) => mine && made === 0 && !saying,
    toDo: true,
  },
  {
    words: "cento.lesson.say",
    about: HAND,
    when: ({ made, saying }) => made === 0 && saying,
    toDo: true,
  },
  aTrick("SKIP", "cento.lesson.skip"),
  aTrick("TENS", "cento.lesson.tens"),
  aTrick("FLIP", "cento.lesson.flip"),
  { ...aTrick("COPY", "cento.lesson.copy"), values: (now) => ({ card: cardName("cento", cento(now).last ?? "") }) },
];

export const LESSON: Lesson = { steps: STEPS };
