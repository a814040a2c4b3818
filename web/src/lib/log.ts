// The log of a match as this device knows it, by the numbers of its entries. Null is what was not told yet, and what
// has to be remembered: in some games nobody looks up what came before their last turn. Where that begins and ends
// is told by the server, and what was told before is dropped.
import type { LogEntry, MatchSeen, ToRemember } from "./types";

export interface Log {
  entries: (LogEntry | null)[];
  hidden: ToRemember | null;
}

export const NO_LOG: Log = { entries: [], hidden: null };

/** With what is told now; a log that is told again from some entry on goes on from there. */
export function heard(known: Log, match: MatchSeen): Log {
  const before = known.entries.slice(0, match.since);
  while (before.length < match.since) before.push(null);
  return cut([...before, ...match.log], match.to_remember);
}

/** With entries that were missing; `older` has them from the first on. */
export function withOlder(known: Log, older: (LogEntry | null)[]): Log {
  return cut(known.entries.map((entry, number) => entry ?? older[number] ?? null), known.hidden);
}

/** Whether nothing is missing that may be looked up. */
export function isWhole({ entries, hidden }: Log): boolean {
  return entries.every((entry, number) => entry !== null || isWithin(number, hidden?.log));
}

export function isWithin(number: number, between: readonly [number, number] | undefined): boolean {
  return between !== undefined && between[0] <= number && number < between[1];
}

export const isEntry = (entry: LogEntry | null): entry is LogEntry => entry !== null;

function cut(entries: (LogEntry | null)[], hidden: ToRemember | null): Log {
  if (hidden) entries.fill(null, ...hidden.log);
  return { entries, hidden };
}
