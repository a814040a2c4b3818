// What has to be said before anything else at a live table, the most urgent first.
import { joined } from "../classroom/joined.svelte";
import { isHere } from "../lib/hosts";
import type { TableState } from "../lib/table.svelte";
import { say } from "../lib/words.svelte";
import type { Urgent } from "./bar.svelte";

export interface Waits {
  /** The connection is lost for so long that somebody may want to try now. */
  lostLong: boolean;
  /** The person to move is not there, and not only for a moment. */
  awayLong: boolean;
}

export function urgentLine(table: TableState, waits: Waits, letBotPlay: (seat: number) => void): Urgent | null {
  return (
    lost(table, waits) ??
    refused(table) ??
    undoing(table) ??
    standIn(table) ??
    paused(table) ??
    away(table, waits, letBotPlay)
  );
}

export function lost(table: TableState, waits: Pick<Waits, "lostLong">): Urgent | null {
  if (table.line === "open") return null;
  const offers = waits.lostLong ? [{ label: say("table.tryNow"), run: () => table.tryNow() }] : [];
  const text = isHere(table.id) ? "offline.opening" : table.underway ? "table.moveWaits" : "table.lostLine";
  return { text: say(text), alarm: true, offers };
}

function refused({ refusal }: TableState): Urgent | null {
  return refusal && { text: refusal.reason ?? refusal.sentence, alarm: true };
}

function undoing(table: TableState): Urgent | null {
  const undo = table.table?.undo;
  return undo && table.mine.some((seat) => undo.agreed.includes(seat)) ? { text: say("table.undoWait") } : null;
}

/** A bot plays for the one who looks. */
function standIn(table: TableState): Urgent | null {
  const seat = table.isSpectator ? null : table.seat;
  const who = seat === null ? undefined : table.table?.seats[seat];
  if (!who || seat === null) return null;
  const comeBack = { label: say("table.comeBack"), run: () => void table.ask({ type: "come_back", seat }) };
  if (who.stand_in) return { text: say("table.botForYou"), offers: [comeBack] };
  if (who.away) return { text: say("table.youLeft"), offers: [comeBack] };
  if (!who.out_of_time) return null;
  return { text: say(table.table?.settings["clock"] === "player" ? "table.outOfTimeMatch" : "table.outOfTimeMove") };
}

function paused(table: TableState): Urgent | null {
  if (!table.table?.paused) return null;
  const resume = { label: say("table.resume"), run: () => void table.ask({ type: "resume" }) };
  return { text: say("table.paused"), offers: table.isSpectator || joined.isHeld ? [] : [resume] };
}

function away(table: TableState, waits: Waits, letBotPlay: (seat: number) => void): Urgent | null {
  const seat = awaited(table);
  if (seat === null || !waits.awayLong) return null;
  const offer = { label: say("table.letBot"), run: () => letBotPlay(seat) };
  const offers = table.isSpectator || !table.replaceable.includes(seat) ? [] : [offer];
  return { text: say("table.awayTurn", { name: table.names[seat] ?? "" }), offers };
}

/** The seat of somebody who is to move and is not there. */
export function awaited(table: TableState): number | null {
  const seat = table.table?.phase === "playing" ? (table.turn?.to_move ?? null) : null;
  const who = seat === null ? undefined : table.table?.seats[seat];
  if (seat === null || who?.kind !== "person" || who.stand_in || who.out_of_time) return null;
  return who.away || !(table.here.includes(seat) || table.mine.includes(seat)) ? seat : null;
}
