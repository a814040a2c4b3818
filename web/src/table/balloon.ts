// Where a balloon is put: near what it speaks of, and over neither that nor the hand.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
  /** Where the arrow is, from the left edge of the balloon; null where it would point at nothing. */
  arrow: number | null;
  isBelow: boolean;
}

export interface Surroundings {
  thing: Box | null;
  /** What must stay free. */
  free: Box[];
  /** What is covered only if there is no other way. */
  spare: Box | null;
  /** Between the bar on top and the edge of the screen. */
  room: Box;
}

const GAP = 14; // pixels between a thing and its balloon
const EDGE = 10;
const ARROW = 28; // from a corner, at least

/** The first place where it covers nothing; null if there is none. */
export function place(size: { width: number; height: number }, { thing, free, spare, room }: Surroundings): Place | null {
  const all = spare ? [...free, spare] : free;
  const tries = lefts(size.width, thing, room).flatMap((left) =>
    tops(size.height, thing, all, room).map((top) => ({ left, top })),
  );
  for (const kept of [all, free]) {
    const found = tries.find((at) => {
      const box = { ...at, ...size };
      return isInside(box, room) && !kept.some((other) => overlap(box, other));
    });
    if (found) return { ...found, ...arrowOf({ ...found, ...size }, thing) };
  }
  return null;
}

function lefts(width: number, thing: Box | null, room: Box): number[] {
  const [first, last] = [room.left + EDGE, room.left + room.width - EDGE - width];
  const centre = thing ? thing.left + thing.width / 2 - width / 2 : (first + last) / 2;
  const beside = thing ? [thing.left + thing.width + GAP, thing.left - GAP - width] : [];
  return [Math.min(Math.max(centre, first), last), ...beside, first, last];
}

/** Just above, just below, or beside something that has to stay free, the nearest first. */
function tops(height: number, thing: Box | null, free: Box[], room: Box): number[] {
  const around = [thing, ...free].filter((box) => box !== null);
  const edges = around.flatMap((box) => [box.top - GAP - height, box.top + box.height + GAP]);
  const all = [...edges, room.top + EDGE, room.top + room.height - EDGE - height];
  const middle = thing ? thing.top + thing.height / 2 : room.top;
  const away = (top: number): number => Math.abs(top + height / 2 - middle);
  return all.toSorted((one, other) => away(one) - away(other));
}

function arrowOf(box: Box, thing: Box | null): { arrow: number | null; isBelow: boolean } {
  const isBelow = thing !== null && box.top >= thing.top + thing.height;
  const isNear = thing !== null && (isBelow ? box.top - bottom(thing) : thing.top - bottom(box)) <= 2 * GAP;
  const isOver = thing !== null && overlap({ ...box, top: 0, height: 1 }, { ...thing, top: 0, height: 1 });
  if (!thing || !isNear || !isOver) return { arrow: null, isBelow };
  const centre = thing.left + thing.width / 2 - box.left;
  return { arrow: Math.min(Math.max(centre, ARROW), box.width - ARROW), isBelow };
}

const bottom = (box: Box): number => box.top + box.height;
const right = (box: Box): number => box.left + box.width;

function isInside(box: Box, room: Box): boolean {
  return (
    box.left >= room.left && right(box) <= right(room) && box.top >= room.top && bottom(box) <= bottom(room)
  );
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < right(other) && other.left < right(one) && one.top < bottom(other) && other.top < bottom(one)
  );
}
