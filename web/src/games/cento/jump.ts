// How to get from one number to another in the head.

/** The stops of a jump: over the next ten, or, when it is long, first the tens and then the ones. */
export function stops(from: number, to: number): number[] {
  const way = Math.sign(to - from);
  const far = Math.abs(to - from);
  const between = far > 10 ? from + way * 10 * Math.floor(far / 10) : nextTen(from, way);
  const inside = way * (between - from) > 0 && way * (to - between) > 0;
  return inside ? [from, between, to] : [from, to];
}

function nextTen(from: number, way: number): number {
  return 10 * (way > 0 ? Math.floor(from / 10) + 1 : Math.ceil(from / 10) - 1);
}
