// What goes between the pages of a browser and the house that they share. It passes through a channel that all of them
// hear, so every message says whom it is for.

/** The channel, and the lock of the worker in which the house is. */
export const HOUSE = "tiotal-house";
/** The lock that a page has as long as it lives. */
export const pageLock = (page: string): string => `tiotal-page-${page}`;

export type ToHouse = { to: "house"; page: string } & (
  | { kind: "knock"; root: string } // is there a house of this version?
  | { kind: "call"; id: number; method: string; path: string; body: string | null; language: string }
  | { kind: "connect"; line: string; table: string }
  | { kind: "hear"; line: string; text: string }
  | { kind: "hangUp"; line: string }
  | { kind: "bye" }
);

export type ToPage = { to: string } & ( // a page, or "all"
  | { kind: "up"; lasting: boolean } // a house is there; whoever spoke with another begins anew
  | { kind: "down"; reason: string }
  | { kind: "left"; root: string } // pages of another version have come, and with them another house
  | { kind: "answer"; id: number; answer: string }
  | { kind: "send"; line: string; text: string }
  | { kind: "end"; line: string; code: number }
);

/** What a worker is told first. */
export interface Start {
  root: string; // the address of the engine's files
  translated: string[]; // games whose rules and search are there as WebAssembly
}
