// What is remembered of somebody's sums stays on the device, is bounded, and survives browsers that keep nothing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sum } from "../src/practice/remembered";

const SUM: Sum = { before: 38, what: "add", by: 7 };

/** A browser's storage, with as many characters as it has room for. */
class Storage {
  [key: string]: unknown;
  constructor(private readonly room = Infinity) {
    for (const own of ["room"]) Object.defineProperty(this, own, { enumerable: false });
  }
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = Object.entries(this).filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + String(text).length, 0);
    if (used + key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

const denied = {
  get localStorage(): never {
    throw new DOMException("denied", "SecurityError");
  },
};

async function fresh(storage: Storage) {
  vi.stubGlobal("localStorage", storage);
  vi.resetModules();
  return import("../src/practice/remembered");
}

beforeEach(() => void vi.unstubAllGlobals());
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("a sum is remembered as it was, under the name of whoever answered it", async () => {
  const storage = new Storage();
  const { remember, sumsOf, whoCalculated } = await fresh(storage);
  remember("Ada", SUM, "once", 2_340, 5_000_000);
  remember(" Ada ", { before: 90, what: "halve", by: 2 }, "wrong", 400_000, 6_000_000);
  remember("Ben", SUM, "second", -3, 7_000_000);
  expect(sumsOf("Ada")).toEqual([
    { ...SUM, at: 5_000_000, outcome: "once", ms: 2_300 },
    { before: 90, what: "halve", by: 2, at: 6_000_000, outcome: "wrong", ms: 60_000 },
  ]);
  expect(sumsOf("Ben").map(({ ms }) => ms)).toEqual([0]);
  expect(whoCalculated()).toEqual(["Ben", "Ada"]);
  expect(Object.keys(storage).every((key) => key.startsWith("tiotal."))).toBe(true);
});

test("only the last sums and the last names are kept", async () => {
  const { MOST_NAMES, MOST_SUMS, remember, sumsOf, whoCalculated } = await fresh(new Storage());
  for (let n = 0; n <= MOST_SUMS; n += 1) remember("Ada", { ...SUM, before: n }, "once", 1_000, n * 1000);
  expect(sumsOf("Ada")).toHaveLength(MOST_SUMS);
  expect(sumsOf("Ada")[0]?.before).toBe(1);
  for (let n = 0; n < MOST_NAMES; n += 1) remember(`Child ${n}`, SUM, "once", 1_000, 1e9 + n * 1000);
  expect(whoCalculated()).toHaveLength(MOST_NAMES);
  expect(whoCalculated()).not.toContain("Ada");
});

test("what was guessed is taken back, and a name is forgotten", async () => {
  const { forget, remember, sumsOf, takeBack, whoCalculated } = await fresh(new Storage());
  for (const before of [1, 2, 3]) remember("Ada", { ...SUM, before }, "once", 1_000);
  takeBack("Ada", 2);
  expect(sumsOf("Ada").map(({ before }) => before)).toEqual([1]);
  takeBack("Ada", 0);
  expect(sumsOf("Ada")).toHaveLength(1);
  forget("Ada");
  expect(sumsOf("Ada")).toEqual([]);
  expect(whoCalculated()).toEqual([]);
});

test("in a full browser the newer half is kept", async () => {
  const { isPassing, remember, sumsOf } = await fresh(new Storage(1_000));
  for (let before = 0; before < 200; before += 1) remember("Ada", { ...SUM, before }, "once", 1_000, before * 1000);
  expect(isPassing("Ada")).toBe(false);
  expect(sumsOf("Ada").at(-1)?.before).toBe(199);
  expect(sumsOf("Ada").length).toBeGreaterThan(15);
});

test("a browser that keeps nothing remembers while the page lives", async () => {
  for (const nothing of [() => new Storage(10), null]) {
    const { isPassing, remember, sumsOf, whoCalculated, forget } = await fresh(nothing?.() ?? new Storage());
    if (nothing === null) {
      vi.unstubAllGlobals();
      Object.defineProperty(globalThis, "localStorage", {
        ...Object.getOwnPropertyDescriptor(denied, "localStorage"),
        configurable: true,
      });
    }
    remember("Ada", SUM, "once", 1_000);
    remember("Ada", SUM, "second", 1_000);
    expect(sumsOf("Ada")).toHaveLength(2);
    expect(whoCalculated()).toEqual(["Ada"]);
    expect(isPassing("Ada")).toBe(true);
    forget("Ada");
    expect(sumsOf("Ada")).toEqual([]);
  }
});

test("what somebody else has written there is no sum", async () => {
  const storage = new Storage();
  storage.setItem("tiotal.sums.Ada", '[[1,2,0,3,0,4],[1,2,9,3,0,4],"no",[1],{"a":1},[null,2,0,3,0,4]]');
  storage.setItem("tiotal.sums.Ben", "not even JSON");
  storage.setItem("tiotal.sums.Cleo", '{"a":1}');
  const { sumsOf, whoCalculated } = await fresh(storage);
  expect(sumsOf("Ada")).toHaveLength(1);
  expect(sumsOf("Ben")).toEqual([]);
  expect(sumsOf("Cleo")).toEqual([]);
  expect(whoCalculated()).toEqual(["Ada"]);
});
