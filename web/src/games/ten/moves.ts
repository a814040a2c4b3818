// The server's list of legal moves, by what they are about. What is not in the list is not offered.
import type { LegalSeen, MoveSeen } from "../../lib/types";

export type Way = "up" | "down";
export type Asked = "lay" | "open" | "raise" | "protect" | "turn" | "add" | "start" | null;

/** What is asked of the player. */
export function askedBy(legal: LegalSeen[], auction: boolean): Asked {
  const kinds = new Set(legal.map(({ kind }) => kind));
  if (kinds.has("lay")) return "lay";
  if (kinds.has("keep")) return "protect";
  if (kinds.has("show")) return "turn";
  if (kinds.has("stand")) return "add";
  if (kinds.has("start")) return "start";
  if (kinds.has("pass")) return auction ? "raise" : "open";
  return null;
}

type Parts = Partial<Pick<MoveSeen, "card" | "choice" | "seat" | "chips">>;

/** Moves of a kind with these parts. */
export function movesOf(legal: LegalSeen[], kind: string, parts: Parts = {}): LegalSeen[] {
  const wanted = Object.entries(parts) as [keyof Parts, string | number][];
  return legal.filter((move) => move.kind === kind && wanted.every(([part, value]) => move[part] === value));
}

/** How many chips moves speak of, in ascending order. */
export function chipsOf(moves: LegalSeen[]): number[] {
  return [...new Set(moves.map(({ chips }) => chips ?? 0))].toSorted((a, b) => a - b);
}

const FOR_A_SEAT = ["swap", "bid", "start"];

/** Whether a move is about somebody else's place. */
export const isFor = (move: MoveSeen | null, seat: number): boolean =>
  move !== null && FOR_A_SEAT.includes(move.kind) && move.seat === seat;
