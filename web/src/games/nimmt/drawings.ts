// Pictures that several parts of the meadow use, as outlines in a box of 32 × 28.

/** The outline of an ox head from the front: horns, ears, head. */
export const OX_HEAD =
  "M11.5 9C5.5 9.5 1 6 1.6 .4 4 4 7.4 4.6 12 4.2h8c4.6.4 8-.2 10.4-3.8C31 6 26.5 9.5 20.5 9l.3.6 5.7-.8c-.3 2.7-2.3 4.3-5.3 4.2-.1 1.6-.4 2.9-.9 4.2.9 5-1.4 10-4.3 10s-5.2-5-4.3-10c-.5-1.3-.8-2.6-.9-4.2-3 .1-5-1.5-5.3-4.2l5.7.8Z";
/** Eyes and nostrils, which are left open. */
export const OX_FACE = "M12.6 11.4a1.2 1.2 0 1 0 .01 0ZM19.4 11.4a1.2 1.2 0 1 0 .01 0ZM14.3 22a1 1 0 1 0 .01 0ZM17.7 22a1 1 0 1 0 .01 0Z";

/** Where the heads of a card stand: rows of at most four. */
export function headRows(heads: number): number[] {
  if (heads <= 3) return [heads];
  return [Math.ceil(heads / 2), Math.floor(heads / 2)];
}
