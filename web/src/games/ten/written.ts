// The written moves of 10 taken apart, so that the table can offer what is in the list of legal moves.

/** What is asked of the player; told by the moves that are possible. */
export type Asked = "lay" | "open" | "raise" | "protect" | "turn" | "add" | "start" | null;
export type Way = "up" | "down";

export function askedBy(legal: string[], auction: boolean): Asked {
  const first = new Set(legal.map((move) => move.split(":")[0]));
  if (legal.some((move) => /:(up|down)/.test(move))) return "lay";
  if (first.has("keep")) return "protect";
  if (first.has("show")) return "turn";
  if (first.has("stand")) return "add";
  if (first.has("start")) return "start";
  if (first.has("pass")) return auction ? "raise" : "open";
  return null;
}

export const laying = (card: string, way: Way, chips: number): string => `${card}:${way}${chips ? `+${chips}` : ""}`;

/** A written laying, taken apart. */
export function readLaying(move: string): { card: string; way: Way; chips: number } | null {
  const parts = /^(?<card>[^:]+):(?<way>up|down)(\+(?<chips>\d))?$/.exec(move)?.groups;
  if (!parts) return null;
  return { card: parts["card"] ?? "", way: parts["way"] as Way, chips: Number(parts["chips"] ?? 0) };
}

/** How many chips may go with a card that is laid so; in ascending order. */
export function chipsFor(legal: string[], card: string | null, way: Way): number[] {
  const found = new Set<number>();
  for (const move of legal) {
    const read = readLaying(move);
    if (read?.way === way && (card === null || read.card === card)) found.add(read.chips);
  }
  return ascending(found);
}

/** The amounts with which an auction for a seat's card may be opened. */
export const openings = (legal: string[], seat: number): number[] => numbersAfter(legal, `bid:${seat}:`);
export const raises = (legal: string[]): number[] => numbersAfter(legal, "raise:");
export const protections = (legal: string[]): number[] => numbersAfter(legal, "protect:");
export const starters = (legal: string[]): number[] => numbersAfter(legal, "start:");

function numbersAfter(legal: string[], start: string): number[] {
  return ascending(legal.filter((move) => move.startsWith(start)).map((move) => Number(move.slice(start.length))));
}

function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].toSorted((a, b) => a - b);
}
