// A move that the table has not answered is kept for as long as the page's tab, so that it is not lost when the page is
// opened anew. It keeps its name, so it is made once, and what it answers, so it is refused if it comes too late.
import type { MoveSeen, Request } from "./types";

export interface Asked {
  request: string;
  what: Extract<Request, { type: "move" }>;
  /** What it consists of, to be shown as on its way. */
  move: MoveSeen;
}

const key = (table: string): string => `tiotal.unanswered.${table}`;

export function keptUnanswered(table: string): Asked | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(table)) ?? "null") as Asked | null;
  } catch {
    return null;
  }
}

export function keepUnanswered(table: string, asked: Asked | null): void {
  try {
    if (asked) sessionStorage.setItem(key(table), JSON.stringify(asked));
    else sessionStorage.removeItem(key(table));
  } catch {
    // a browser that keeps nothing still plays
  }
}
