// One moment of a match, as a table draws it.
import { describe, expect, test } from "vitest";
import { isMine, isSame, lastMove, sceneOfStep, type Scene } from "../src/lib/scene";
import type { MoveSeen, StepsTold } from "../src/lib/types";

const move = (written: string): MoveSeen => ({ written, kind: "play", told: "play" }) as MoveSeen;
const told = { game: "a game", names: ["Ada", "Bo"], partners: null, rounds: 1, options: {} } as unknown as StepsTold;
const played = (player: number, written: string): object => ({ player, move: move(written), came: [], went: [] });
const step = (log: (object | null)[]): Parameters<typeof sceneOfStep>[1] =>
  ({ number: 3, table: { to_move: 1 }, log }) as unknown as Parameters<typeof sceneOfStep>[1];

describe("a step of a match that is looked back at", () => {
  const scene = sceneOfStep(told, step([null, played(0, "+1"), { round_over: { round: 1 }, came: [] }]), 0);

  test("has what may be looked up, and nobody to move it", () => {
    expect(scene.happened).toHaveLength(2);
    expect(scene.legal).toEqual([]);
    expect(scene.live).toBe(false);
    expect(isMine(scene)).toBe(false);
  });

  test("knows the last move, past the end of a round", () => {
    expect(lastMove(scene)?.move.written).toBe("+1");
    expect(lastMove(sceneOfStep(told, step([]), null))).toBeNull();
  });
});

test("a move is asked of whoever sits there, unless one is on its way", () => {
  const scene: Scene = { ...sceneOfStep(told, step([]), 1), live: true };
  expect(isMine(scene)).toBe(true);
  expect(isMine({ ...scene, seat: 0 })).toBe(false);
  expect(isMine({ ...scene, seat: null })).toBe(false);
  expect(isMine({ ...scene, underway: move("+1") })).toBe(false);
});

test("moves are the same if they are written alike", () => {
  expect(isSame(move("+1"), move("+1"))).toBe(true);
  expect(isSame(move("+1"), move("+2"))).toBe(false);
  expect(isSame(null, null)).toBe(false);
});
