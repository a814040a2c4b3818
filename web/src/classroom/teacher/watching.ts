// Whether somebody at a table may need the teacher.
import type { SeatWatched, TableWatched } from "../../lib/types";

const STUCK_AFTER = 45_000; // milliseconds
const TRIES_FOR = 15_000;

/** `wrong`: a card lies with a wrong total; `waits`: somebody takes long; `away`: whoever is to play is not there. */
export type Need = "wrong" | "away" | "waits";

export const isPlaying = (table: TableWatched, paused: boolean): boolean =>
  table.phase === "playing" && !table.paused && !paused;

/** Whose turn it is, if it is somebody's who sits here and not a bot's. */
export function awaited(table: TableWatched): SeatWatched | null {
  const seat = table.to_move === null ? null : (table.seats[table.to_move] ?? null);
  return seat && seat.pupil !== null && !seat.stand_in ? seat : null;
}

export const waitOf = (table: TableWatched, now: number): number => Math.max(0, now - table.since);

/** Whoever has just said a wrong total tries again; that is nothing to come for at once. */
export function isPressing(table: TableWatched, now: number, paused: boolean): boolean {
  const need = needOf(table, now, paused);
  return need !== null && (need !== "wrong" || waitOf(table, now) > TRIES_FOR);
}

export function needOf(table: TableWatched, now: number, paused: boolean): Need | null {
  const who = awaited(table);
  if (!who || !isPlaying(table, paused)) return null;
  if (!who.here) return "away";
  if (table.trying) return "wrong";
  return waitOf(table, now) > STUCK_AFTER ? "waits" : null;
}
