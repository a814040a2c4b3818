// The server's list of legal moves, sorted by what they are about. What is not in the list is not offered.

export interface Put {
  card: number;
  top: number;
  move: string;
}

export interface Offers {
  puts: Put[];
  /** Written moves by the top of the stack, and by the card. */
  takes: Map<number, string>;
  opens: Map<number, string>;
  bulls: { seat: number; move: string }[];
  end: string | null;
  /** Moves of a kind that has no place on the meadow; they become buttons. */
  others: string[];
}

export function sorted(legal: string[]): Offers {
  const offers: Offers = { puts: [], takes: new Map(), opens: new Map(), bulls: [], end: null, others: [] };
  for (const move of legal) {
    const [, card, top] = /^(\d+)>(\d+)$/.exec(move) ?? [];
    const [, kind, number] = /^(take|open|bull):(\d+)$/.exec(move) ?? [];
    if (card && top) offers.puts.push({ card: Number(card), top: Number(top), move });
    else if (kind === "take") offers.takes.set(Number(number), move);
    else if (kind === "open") offers.opens.set(Number(number), move);
    else if (kind === "bull") offers.bulls.push({ seat: Number(number), move });
    else if (move === "end") offers.end = move;
    else offers.others.push(move);
  }
  return offers;
}

/** The stack about which to ask why a card does not fit: the one whose top is nearest. */
export function nearest(card: number, tops: number[]): number | undefined {
  const away = (top: number): number => (top < card ? card - top : 1000 + top - card);
  return tops.toSorted((one, other) => away(one) - away(other))[0];
}
