// The server's list of legal moves, sorted by what they are about. What is not in the list is not offered.
import type { LegalSeen, MoveSeen } from "../../lib/types";

export interface Put {
  card: number;
  top: number;
  move: LegalSeen;
}

export interface Offers {
  puts: Put[];
  /** By the top of the stack, and by the card. */
  takes: Map<number, LegalSeen>;
  opens: Map<number, LegalSeen>;
  bulls: { seat: number; move: LegalSeen }[];
  end: LegalSeen | null;
  /** Moves of a kind that has no place on the meadow; they become buttons. */
  others: LegalSeen[];
}

export function sorted(legal: LegalSeen[]): Offers {
  const offers: Offers = { puts: [], takes: new Map(), opens: new Map(), bulls: [], end: null, others: [] };
  for (const move of legal) {
    const [card, top] = [Number(move.card), Number(move.place)];
    if (move.kind === "put") offers.puts.push({ card, top, move });
    else if (move.kind === "take") offers.takes.set(top, move);
    else if (move.kind === "open") offers.opens.set(card, move);
    else if (move.kind === "bull") offers.bulls.push({ seat: move.seat ?? 0, move });
    else if (move.kind === "end") offers.end = move;
    else offers.others.push(move);
  }
  return offers;
}

/** Whether a card is put down with a move. */
export const goesWith = (move: MoveSeen | null | undefined, card: number): boolean =>
  (move?.kind === "put" || move?.kind === "open") && Number(move.card) === card;
