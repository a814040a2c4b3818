// Practice with simulated learners whose weaknesses are known (tests/learner.ts): it reaches the success that it aims at,
// finds out what they cannot do, and notices whoever guesses. docs/learning.md has the same as plots, which are compared
// with those of today, and drawn anew with `npm --prefix web test -- model -u`.
import { describe, expect, test } from "vitest";
import docs from "../../docs/learning.md?raw";
import { KINDS, kindOf, resultOf } from "../src/practice/kinds";
import {
  abilityFrom,
  AIM,
  aimAfter,
  chanceOf,
  comingBack,
  difficulty,
  isSlip,
  learn,
  nextSum,
  unknown,
  type Answered,
} from "../src/practice/model";
import type { Sum } from "../src/practice/remembered";
import { Session, toLookAt } from "../src/practice/session";
import { chance, foundBy, Learner, mean, POOL, practise, ratingError, twoKinds, type Manner } from "./learner";
import { drawn, type Plot } from "./plot";

const SEEDS = 40;
const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
const add = (before: number, by: number): Sum => ({ before, what: "add", by });
const came = (sum: Sum, outcome: Answered["outcome"]): Answered => ({ ...sum, outcome });

// --- What the model says --------------------------------------------------------------------------------------------
test("a sum is harder across a ten, beyond a hundred, and with tens and ones", () => {
  expect(difficulty(add(38, 7))).toBeGreaterThan(difficulty(add(31, 7)));
  expect(difficulty(add(138, 7))).toBeGreaterThan(difficulty(add(38, 7)));
  expect(difficulty(add(38, 27))).toBeGreaterThan(difficulty(add(38, 7)));
  expect(difficulty(add(3, 4))).toBeLessThan(difficulty(add(13, 4)));
  const [small, tens, carried, many] = [40, 30, 37, 290].map((before) => difficulty({ before, what: "double", by: 2 }));
  expect(small).toBe(tens);
  expect(carried).toBeGreaterThan(tens as number);
  expect(many).toBeGreaterThan(carried as number); // 29 tens
});

test("what is right makes all sums likelier, most of all those of its kind, and less with each one", () => {
  const ability = unknown();
  const [before, otherBefore] = [chanceOf(ability, add(38, 7)), chanceOf(ability, add(31, 40))];
  learn(ability, came(add(47, 5), "once"));
  const [after, otherAfter] = [chanceOf(ability, add(38, 7)), chanceOf(ability, add(31, 40))];
  expect(after).toBeGreaterThan(before);
  expect(otherAfter).toBeGreaterThan(otherBefore);
  expect(after - before).toBeGreaterThan(otherAfter - otherBefore);
  const first = ability.person.at - unknown().person.at;
  const later = abilityFrom(Array.from({ length: 60 }, (_, n) => came(add(38, 7), n % 4 === 0 ? "wrong" : "once")));
  const was = later.person.at;
  learn(later, came(add(38, 7), "once"));
  expect(later.person.at - was).toBeLessThan(first / 3);
});

test("a second try and a sum that was shown count alike: neither was right at once", () => {
  expect(abilityFrom([came(add(38, 7), "second")])).toEqual(abilityFrom([came(add(38, 7), "wrong")]));
});

test("what was hard comes back after four sums, later and later, and after three times no more", () => {
  const hard = add(38, 7);
  let answered: Answered[] = [came(hard, "wrong")];
  const others = (count: number): void => {
    for (let n = 0; n < count; n += 1) answered = [...answered, came(add(answered.length, 1), "once")];
  };
  const isBack = (): boolean => comingBack(answered).length > 0;
  for (const gap of [4, 12, 30]) {
    others(gap - 1);
    expect(isBack()).toBe(false);
    others(1);
    expect(comingBack(answered)).toMatchObject([hard]);
    answered = [...answered, came(hard, "once")];
    expect(isBack()).toBe(false);
  }
  others(100);
  expect(isBack()).toBe(false);
});

test("after a hard time easier sums are aimed at, after an easy one harder ones", () => {
  const ten = (right: number): Answered[] =>
    Array.from({ length: 10 }, (_, n) => came(add(n, 1), n < right ? "once" : "wrong"));
  expect(aimAfter([])).toBe(AIM);
  expect(aimAfter(ten(4))).toBeGreaterThan(AIM);
  expect(aimAfter(ten(10))).toBeLessThan(AIM);
});

test("the same sum is not asked again soon, and three times in a row no kind is", () => {
  const { asked } = practise(new Learner(3, 3), 3, 60);
  const kinds = asked.map(({ sum }) => kindOf(sum));
  const same = kinds.filter((kind, n) => kind === kinds[n - 1] && kind === kinds[n - 2]);
  expect(same.length).toBeLessThan(6);
  const first = asked.slice(0, 4).map(({ sum }) => sum);
  expect(new Set(first).size).toBe(4);
  expect(nextSum([], { ability: unknown(), answered: [] }, chance(1))).toBeNull();
});

// --- A practice -----------------------------------------------------------------------------------------------------
test("a wrong answer gets a second try, and then the way is shown", () => {
  const session = new Session(POOL, [], chance(5));
  const sum = session.next();
  expect(session.say(resultOf(sum) + 1, 4_000)).toBe("again");
  expect(session.answered).toEqual([]);
  expect(session.say(resultOf(sum) + 2, 2_000)).toBe("shown");
  expect(session.answered).toMatchObject([{ before: sum.before, outcome: "wrong", ms: 4_000 }]);
  const other = session.next();
  session.say(-1, 4_000);
  expect(session.say(resultOf(other), 3_000)).toBe("right");
  expect(session.say.bind(session, resultOf(session.next()), 3_000)()).toBe("right");
  expect(session.answered.map(({ outcome }) => outcome)).toEqual(["wrong", "second", "once"]);
});

test("one sum is worth another look: one that was shown, unless it came right later", () => {
  const [one, other] = [add(38, 7), add(25, 9)];
  expect(toLookAt([came(one, "once")])).toBeNull();
  expect(toLookAt([came(one, "wrong"), came(other, "second")])).toMatchObject(one);
  expect(toLookAt([came(one, "wrong"), came(one, "once"), came(other, "second")])).toMatchObject(other);
});

// --- Simulated learners ---------------------------------------------------------------------------------------------
const LONG = 120; // sums: three practices
const learners = [-0.5, 0.5, 1.5, 2.5].map((general) => ({
  general,
  all: seeds.map((seed) => practise(new Learner(seed, general, twoKinds(seed)), seed, LONG)),
}));

describe.each(learners)("of learners with the ability $general and two weak kinds", ({ all }) => {
  test("three of four sums are right at once within 40 sums, on average and for nearly everybody", () => {
    const rates = all.map(({ asked }) => mean(asked.slice(20, 40).map(({ right }) => Number(right))));
    expect(mean(rates)).toBeGreaterThan(AIM - 0.07);
    expect(mean(rates)).toBeLessThan(AIM + 0.07);
    const near = all.filter(({ asked }) => Math.abs(mean(asked.slice(30, 40).map((one) => one.chance)) - AIM) <= 0.15);
    expect(near.length / SEEDS).toBeGreaterThanOrEqual(0.85);
  });

  test("the weakest kind that the model knows is a weak one, and mostly both are found", () => {
    const first = all.filter(({ kept, learner }) => foundBy(kept.slice(0, 40), learner) >= 1);
    const both = all.filter(({ kept, learner }) => foundBy(kept, learner) === 2);
    expect(first.length / SEEDS).toBeGreaterThanOrEqual(0.75);
    expect(both.length / SEEDS).toBeGreaterThanOrEqual(0.6);
  });

  test("the figures come nearer to the truth with every practice", () => {
    const errors = [0, 20, 40, 80, 120].map((count) =>
      mean(all.map(({ kept, learner }) => ratingError(kept.slice(0, count), learner))),
    );
    expect(errors).toEqual([...errors].sort((one, other) => other - one));
    expect(errors.at(-1)).toBeLessThan(0.75);
  });
});

/** After how many sums each of those was noticed that were noticed at all. */
const noticedOf = (manner: Manner, general: number): number[] =>
  seeds.flatMap((seed) => {
    const { asked } = practise(new Learner(seed, general, twoKinds(seed), manner), seed, 40);
    const at = asked.findIndex(({ guessed }) => guessed > 0);
    return at < 0 ? [] : [at + 1];
  });

describe("whoever guesses is noticed", () => {
  test.each<[Manner, number]>([
    ["guesses", 6],
    ["mashes", 6],
    ["guesses slowly", 16],
  ])("who %s, on average within %i sums", (manner, within) => {
    const noticed = noticedOf(manner, 0);
    expect(noticed).toHaveLength(SEEDS);
    expect(mean(noticed)).toBeLessThan(within);
  });

  test.each([-2, -1, 0.5, 2])("and nobody who calculates slowly, with the ability %d", (general) => {
    expect(noticedOf("slowly", general).length / SEEDS).toBeLessThanOrEqual(0.025);
    expect(noticedOf("calculates", general).length / SEEDS).toBeLessThanOrEqual(0.025);
  });

  test("guesses teach the model nothing, and easier sums come", () => {
    const session = new Session(POOL, [], chance(8));
    let guessed = 0;
    for (let n = 0; n < 10 && guessed === 0; n += 1) {
      session.next();
      session.say(777, 500);
      session.say(777, 500);
      guessed = session.guessed();
    }
    expect(guessed).toBeGreaterThanOrEqual(3);
    expect(session.answered).toEqual([]);
    const easy = session.next();
    expect(chanceOf(unknown(), easy)).toBeGreaterThan(0.8);
  });

  test("a slip is no guess", () => {
    const sum: Sum = { before: 38, what: "add", by: 7 };
    for (const said of [44, 46, 35, 55, 54, 31, 38]) expect(isSlip(sum, said)).toBe(true);
    for (const said of [3, 12, 70, 99]) expect(isSlip(sum, said)).toBe(false);
    expect(KINDS).toHaveLength(7);
  });
});

// --- docs/learning.md -----------------------------------------------------------------------------------------------
test.each(learners)("the docs tell the figures of today, for the ability $general", ({ general, all }) => {
  const right = (from: number, to: number): string =>
    percent(mean(all.map(({ asked }) => mean(asked.slice(from, to).map((one) => Number(one.right))))));
  const found = (count: number, least: number): string =>
    percent(mean(all.map(({ kept, learner }) => Number(foundBy(kept.slice(0, count), learner) >= least))));
  const error = (count: number): string =>
    mean(all.map(({ kept, learner }) => ratingError(kept.slice(0, count), learner))).toFixed(2);
  const figures = [right(20, 40), right(80, 120), found(40, 1), found(120, 2), error(0), error(40), error(120)];
  const start = `| ${String(general).replace("-", "−")} |`;
  expect(docs.split("\n").find((row) => row.startsWith(start))).toBe(`${start} ${figures.join(" | ")} |`);
});

const percent = (share: number): string => `${Math.round(100 * share)} %`;

describe("the plots of the docs are those of today", () => {
  const BIN = 5;
  const counts = Array.from({ length: LONG / BIN }, (_, n) => (n + 1) * BIN);
  const called = (general: number): string => `ability ${general < 0 ? `−${-general}` : general}`;
  const rightIn = (asked: readonly { right: boolean }[], to: number): number =>
    mean(asked.slice(to - BIN, to).map(({ right }) => Number(right)));
  const found = (count: number, least: number): number =>
    mean(
      learners.flatMap(({ all }) =>
        all.map(({ kept, learner }) => Number(foundBy(kept.slice(0, count), learner) >= least)),
      ),
    );
  const MANNERS: [Manner, string][] = [
    ["mashes", "presses any keys, fast"],
    ["guesses", "guesses, fast"],
    ["guesses slowly", "guesses, slowly"],
    ["calculates", "calculates"],
    ["slowly", "calculates slowly"],
  ];

  const PLOTS: Record<string, Plot> = {
    success: {
      title: "Right at once: 75 % is aimed at",
      across: "sums practised",
      curves: learners.map(({ general, all }) => ({
        name: called(general),
        points: counts.map((count) => [count, mean(all.map(({ asked }) => rightIn(asked, count)))]),
      })),
      top: 1,
      step: 0.25,
      shares: true,
      aim: AIM,
    },
    weaknesses: {
      title: "Learners whose weaknesses were found",
      across: "sums practised",
      curves: [
        { name: "the weakest kind is one of their two", points: counts.map((count) => [count, found(count, 1)]) },
        { name: "both are found", points: counts.map((count) => [count, found(count, 2)]) },
      ],
      top: 1,
      step: 0.25,
      shares: true,
    },
    ratings: {
      title: "How far the ratings are from the truth (logits)",
      across: "sums practised",
      curves: learners.map(({ general, all }) => ({
        name: called(general),
        points: [0, ...counts].map((count) => [
          count,
          mean(all.map(({ kept, learner }) => ratingError(kept.slice(0, count), learner))),
        ]),
      })),
      top: 3.5,
      step: 0.5,
    },
    guessing: {
      title: "Learners who were taken for guessing",
      across: "sums answered",
      curves: MANNERS.map(([manner, name]) => {
        const noticed = noticedOf(manner, 0);
        const share = (count: number): number => noticed.filter((at) => at <= count).length / SEEDS;
        return { name, points: Array.from({ length: 41 }, (_, count) => [count, share(count)]) };
      }),
      top: 1,
      step: 0.25,
      shares: true,
    },
  };

  test.each(Object.entries(PLOTS))("%s", async (name, plot) => {
    await expect(drawn(plot)).toMatchFileSnapshot(`../../docs/learning/${name}.svg`);
  });
});
