// What happens at a table, in words: for the log, for people who listen, and for a short note on the screen.
import { done, roundOver } from "../lib/moves";
import type { EventSeen, GameName, LogEntry, SayingSeen, SeatSeen } from "../lib/types";
import { games } from "../lib/games.svelte";
import { say, type Key } from "../lib/words.svelte";

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Which round it is, and of how many where that is known. */
export const roundInWords = (n: number, of: number | null): string =>
  of !== null && of > 1 ? say("table.roundOf", { n, of }) : say("table.round", { n });

/** The whole sentence: who did what, and what came of it. `you`: who is called so; nobody on a shared device. */
export function tellEntry(game: GameName, names: string[], entry: LogEntry, you: number | null): string {
  return "move" in entry ? capital(done(game, entry, names, you)) : roundOver(game, entry, names, you);
}

/** Why nothing earlier is shown. On a shared device, and to who only watches, nobody is "you". */
export function wordsForCut({ isShared, isSpectator }: { isShared: boolean; isSpectator: boolean }): string {
  return say(isShared || isSpectator ? "table.toRememberAll" : "table.toRemember");
}

/** Whether somebody says the totals, and with hints or without. */
export function helpInWords({ says, hints }: Pick<SeatSeen, "says" | "hints">): string {
  if (says === null) return "";
  if (!says) return say("table.isCountedFor");
  return say(hints ? "table.saysWithHints" : "table.saysWithoutHints");
}

const PEOPLE: Record<string, Key> = {
  left: "table.left",
  replaced: "table.replaced",
  cameback: "table.cameBack",
  handedover: "table.handedOver",
  ranout: "table.ranOut",
  tried: "table.calculates",
  paused: "table.paused",
  resumed: "table.resumed",
};

/** Whom it is about, if it is about somebody. */
export const seatIn = (event: EventSeen): number | null => ("seat" in event ? event.seat : null);

/** What people do, besides moves; null for what needs no words. `waiting`: a wish to take back is not decided yet. */
export function tellEvent(event: EventSeen, names: string[], waiting: boolean): string | null {
  const name = names[seatIn(event) ?? -1] ?? "";
  if (event.kind === "undoasked") return waiting ? null : say("table.undone");
  if (event.kind === "undoanswered") {
    if (!event["agreed"]) return say("table.notUndone");
    return waiting ? null : say("table.undone");
  }
  if (event.kind === "forgotten") {
    return event.seats.map((seat) => say("table.forgotten", { name: names[seat] ?? "" })).join(" ") || null;
  }
  const key = PEOPLE[event.kind];
  return key ? say(key, { name }) : null;
}

/** What somebody has said: a reaction by its name, a phrase in the reader's language, or a text. */
export function inWords({ sign, what }: Pick<SayingSeen, "sign" | "what">): string {
  if (sign === "reaction") return say(`table.${what}` as Key);
  return sign === "phrase" ? (games.told?.phrases[what] ?? what) : what;
}

export const tellSaying = (saying: SayingSeen): string =>
  say("table.saysReaction", { name: saying.name, what: inWords(saying) });
