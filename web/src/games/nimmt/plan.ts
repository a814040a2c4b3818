// How large the stacks on the meadow are: as large as all of them together have room. Where they are few, those of my
// cards that fit lie under each stack as buttons; where they are many, a stack only names them, and where they are very
// many it is only marked: then a card is put there by lifting it and tapping the stack. No stack is out of sight as long
// as its card can be read.

const CARD_HEIGHT = 1.18; // of a card that stands in the grass, for its width
const SMALLEST = { tabs: 46, names: 32, mark: 30 }; // pixels that a card is wide
const GAP = { tabs: 8, names: 4, mark: 4 }; // between columns
const ROW_GAP = { tabs: 14, names: 6, mark: 6 }; // with room for the arrow over a card
const TAP = 44;
const READABLE = 0.6; // buttons are worth so much smaller cards, not more: they are read from far away, too

export interface Room {
  width: number;
  height: number;
  /** The widest that a card may be. */
  widest: number;
  /** The size of text, in pixels. */
  rem: number;
}

/** What there is with a stack: buttons for those of my cards that fit, the names of these cards, or a mark. */
export type Detail = "tabs" | "names" | "mark";

export interface Plan {
  columns: number;
  tile: number;
  card: number;
  detail: Detail;
  /** There are more than can be seen at once. */
  scrolls: boolean;
}

/** `tabs`: how many of my cards fit on each stack, in order; null where nobody looks through a hand. */
export function planOf(tabs: (number | null)[], room: Room): Plan {
  const [withTabs, withNames] = [best(tabs, room, "tabs"), best(tabs, room, "names")];
  if (withTabs && withTabs.card >= READABLE * (withNames?.card ?? 0)) return withTabs;
  return withNames ?? best(tabs, room, "mark") ?? scrolling(room);
}

function best(tabs: (number | null)[], room: Room, detail: Detail): Plan | null {
  let found: Plan | null = null;
  for (let columns = 1; columns <= Math.max(1, tabs.length); columns++) {
    const tile = Math.floor((room.width - GAP[detail] * (columns - 1)) / columns);
    const card = widest(tabs, columns, tile, room, detail);
    if (card === null || card <= (found?.card ?? 0)) continue;
    const most = room.widest + (detail === "tabs" ? 70 : 12);
    found = { columns, tile: Math.min(tile, most), card, detail, scrolls: false };
  }
  return found;
}

/** How wide cards can be in so many columns; null if they would be too small. */
function widest(tabs: (number | null)[], columns: number, tile: number, room: Room, detail: Detail): number | null {
  if (tile < (detail === "tabs" ? tabSize(room) + 8 : TAP)) return null;
  const rows = Math.ceil(tabs.length / columns);
  const strips = Array.from({ length: rows }, (_, row) =>
    Math.max(...tabs.slice(row * columns, (row + 1) * columns).map((count) => stripHeight(count, tile, room, detail))),
  );
  const below = strips.reduce((sum, strip) => sum + strip, (rows + 1) * ROW_GAP[detail]);
  const high = (room.height - below) / rows;
  if (high + Math.min(...strips) < TAP) return null;
  const card = Math.floor(Math.min(high / CARD_HEIGHT, tile - GAP[detail], room.widest));
  return card >= SMALLEST[detail] ? card : null;
}

function stripHeight(count: number | null, tile: number, room: Room, detail: Detail): number {
  if (detail === "mark") return 4;
  if (detail === "names") return count === null ? 4 : room.rem + 4;
  if (count === null) return 24;
  const inLine = Math.max(1, Math.floor((tile - 6) / (tabSize(room) + 2)));
  return Math.max(1, Math.ceil(count / inLine)) * (TAP + 2) + 6;
}

const tabSize = ({ rem }: Room): number => Math.max(TAP, 2.4 * rem);

/** How much height so many stacks need to be in sight, as small as they can be tapped. */
export function leastHeight(stacks: number, width: number): number {
  const columns = Math.max(1, Math.floor((width + GAP.mark) / (TAP + GAP.mark)));
  const rows = Math.ceil(stacks / columns);
  return rows * TAP + (rows + 1) * ROW_GAP.mark;
}

/** As many columns as can be tapped. */
function scrolling({ width, rem }: Room): Plan {
  const tile = Math.max(TAP, 2.6 * rem);
  const columns = Math.max(1, Math.floor((width + GAP.mark) / (tile + GAP.mark)));
  return { columns, tile, card: SMALLEST.tabs - 8, detail: "mark", scrolls: true };
}
