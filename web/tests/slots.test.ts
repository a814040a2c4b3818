// Stacks keep their places on the meadow while others come and go.
import { expect, test } from "vitest";
import type { MoveSeen } from "../src/lib/types";
import { settle, type Slot } from "../src/games/nimmt/slots";
import type { NimmtTable } from "../src/games/nimmt/types";

const table = (...stacks: number[][]): NimmtTable =>
  ({ stacks, windows: stacks.map((stack) => [(stack.at(-1) ?? 0) + 1]) }) as unknown as NimmtTable;
const put = (card: number, place: number): MoveSeen =>
  ({ written: `${card}>${place}`, kind: "put", card: String(card), place: String(place), told: "put" }) as MoveSeen;
const tops = (slots: Slot[]): number[] => slots.map(({ top }) => top);

test("a card goes on its stack where that lies, however the server lists them", () => {
  const before = settle([], table([20], [50], [80]), null);
  const after = settle(before, table([50], [80], [20, 24]), put(24, 20));
  expect(tops(after)).toEqual([24, 50, 80]);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]).toMatchObject({ size: 2, fitting: [25] });
});

test("new stacks take the place of the one that was taken", () => {
  const before = settle([], table([20], [50], [80]), null);
  const after = settle(before, table([20], [80], [33], [66]), null);
  expect(tops(after)).toEqual([20, 33, 80, 66]);
  expect(after[1]?.id).not.toBe(before[1]?.id);
});

test("a stack that is taken leaves no hole", () => {
  const before = settle([], table([20], [50], [80]), null);
  expect(tops(settle(before, table([20], [80]), null))).toEqual([20, 80]);
  expect(settle(before, table(), null)).toEqual([]);
});
