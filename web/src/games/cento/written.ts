// Written moves of Cento, taken apart: "DH:double", "discard:+9", "swap:-2". Which of them are legal, only the
// server knows.
const WITH_A_CARD = ["discard", "swap", "give"];

export interface Written {
  move: string;
  kind: "play" | "discard" | "swap" | "give";
  /** "?" if it was face down. */
  card: string;
  /** What was chosen with Double/Halve, 20-40-60-80, or a Copy of them. */
  choice: string | null;
}

export function readMove(move: string): Written {
  const [head = "", rest = null] = move.split(":");
  if (WITH_A_CARD.includes(head)) return { move, kind: head as Written["kind"], card: rest ?? "?", choice: null };
  return { move, kind: "play", card: head, choice: rest };
}

/** A way to write that a card is played, so that the table can say why that cannot be done. */
export function anyPlay(card: string, last: string | null): string {
  const choice = { DH: "double", TENS: "+20" }[card === "COPY" ? (last ?? "") : card];
  return choice ? `${card}:${choice}` : card;
}
