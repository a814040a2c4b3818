// What somebody can already do, in figures: by kind of sum and range, from the sums that are remembered.
import { CELLS, cellOf, type Cell, type Kind, type Range } from "./kinds";
import type { Remembered } from "./remembered";

/** The sums of a kind that count as "lately"; what was before is "earlier". */
export const LATELY = 10;
const ENOUGH = 5; // sums that an earlier time needs to be compared with
const BETTER = 0.15; // more of them right at once
const FASTER = 0.8; // of the earlier time or less
const FULL = 8; // sums until a line can be full
const WELL = 0.8; // right at once, of the latest: that fills it

export interface Figures {
  cell: Cell;
  kind: Kind;
  range: Range;
  sums: number;
  once: number;
  second: number;
  /** The median of the sums that were right at once, in milliseconds; null: there are none. */
  ms: number | null;
  /** Share right at once of the latest sums, and of those before them, if there are enough. */
  lately: number | null;
  earlier: number | null;
  latelyMs: number | null;
  earlierMs: number | null;
  /** How full its line is, in quarters. */
  quarters: 0 | 1 | 2 | 3 | 4;
  better: "rate" | "time" | null;
}

/** For every kind and range, those without sums included. */
export function figuresOf(remembered: readonly Remembered[]): Figures[] {
  const byCell = new Map<Cell, Remembered[]>(CELLS.map((cell) => [cell, []]));
  for (const sum of remembered) byCell.get(cellOf(sum))?.push(sum);
  return [...byCell].map(([cell, sums]) => figuresIn(cell, sums));
}

function figuresIn(cell: Cell, sums: Remembered[]): Figures {
  const [kind, range] = cell.split(".") as [Kind, Range];
  const [before, last] = [sums.slice(0, -LATELY), sums.slice(-LATELY)];
  const told = {
    cell,
    kind,
    range,
    sums: sums.length,
    once: counted(sums, "once"),
    second: counted(sums, "second"),
    ms: typical(sums),
    lately: last.length > 0 ? counted(last, "once") / last.length : null,
    earlier: before.length >= ENOUGH ? counted(before, "once") / before.length : null,
    latelyMs: typical(last),
    earlierMs: before.length >= ENOUGH ? typical(before) : null,
  };
  return { ...told, quarters: quartersOf(told), better: betterBy(told) };
}

const counted = (sums: readonly Remembered[], outcome: Remembered["outcome"]): number =>
  sums.filter((sum) => sum.outcome === outcome).length;

function typical(sums: readonly Remembered[]): number | null {
  const times = sums.flatMap(({ outcome, ms }) => (outcome === "once" ? ms : [])).sort((one, other) => one - other);
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

type Told = Omit<Figures, "quarters" | "better">;

/** Nothing is taken for known from a few sums, and whoever has begun sees it. */
function quartersOf({ sums, lately }: Told): Figures["quarters"] {
  if (sums === 0 || lately === null) return 0;
  const full = Math.min(1, sums / FULL) * Math.min(1, lately / WELL);
  return Math.max(1, Math.floor(4 * full + 1e-9)) as Figures["quarters"];
}

function betterBy({ lately, earlier, latelyMs, earlierMs }: Told): Figures["better"] {
  if (lately === null || earlier === null) return null;
  if (lately - earlier >= BETTER) return "rate";
  if (lately >= earlier && latelyMs !== null && earlierMs !== null && latelyMs <= FASTER * earlierMs) return "time";
  return null;
}

// --- As a table -----------------------------------------------------------------------------------------------------
/** For programs that calculate with tables: all in quotes, and nothing that they would take for a formula. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const field = (value: string | number | null): string => {
    if (typeof value === "number") return String(value);
    const text = (value ?? "").replaceAll('"', '""');
    return `"${/^[=+\-@\t\r]/.test(text) ? `'${text}` : text}"`;
  };
  return rows.map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
}
