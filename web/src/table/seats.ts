// Where people sit round a table on a wide screen, besides the one who looks.

/** How many of them sit at the left side, and as many at the right; the others sit at the far side. */
export function atEachSide(count: number): number {
  if (count < 2) return 0;
  return count < 6 ? 1 : 2;
}
