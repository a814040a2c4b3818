// What happens at a table, in words: for the log, for people who listen, and for a short note on the screen.
import { done } from "../lib/moves";
import type { EventSeen, GameName, LogEntry, RoundResult } from "../lib/types";
import { say, type Key } from "../lib/words.svelte";

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Which round it is, and of how many where that is known. */
export const roundInWords = (n: number, of: number | null): string =>
  of !== null && of > 1 ? say("table.roundOf", { n, of }) : say("table.round", { n });

export const percent = (share: number): string => say("table.percent", { n: Math.round(share * 100) });

export function tellEntry(game: GameName, names: string[], entry: LogEntry): string {
  if ("move" in entry) return capital(done(game, entry.move, names, entry.player));
  const { round, winner } = entry.round_over as unknown as RoundResult;
  if (winner === null) return say("table.roundOver", { n: round });
  return say("table.wonRound", { name: names[winner] ?? "", n: round });
}

/** Why nothing earlier is shown. On a shared device, and to who only watches, nobody is "you". */
export function wordsForCut({ isShared, isSpectator }: { isShared: boolean; isSpectator: boolean }): string {
  return say(isShared || isSpectator ? "table.toRememberAll" : "table.toRemember");
}

const PEOPLE: Record<string, Key> = {
  left: "table.left",
  replaced: "table.replaced",
  cameback: "table.cameBack",
  ranout: "table.ranOut",
  paused: "table.paused",
  resumed: "table.resumed",
};

/** What people do, besides moves; null for what needs no words. `waiting`: a wish to take back is not decided yet. */
export function tellEvent(event: EventSeen, names: string[], waiting: boolean): string | null {
  const name = names[event.seat ?? -1] ?? "";
  if (event.kind === "undoasked") return waiting ? null : say("table.undone");
  if (event.kind === "undoanswered") {
    if (!event["agreed"]) return say("table.notUndone");
    return waiting ? null : say("table.undone");
  }
  const key = PEOPLE[event.kind];
  return key ? say(key, { name }) : null;
}
