// Stacks keep their places on the meadow while others come and go; the server only lists them.
import type { MoveSeen } from "../../lib/types";
import type { NimmtTable } from "./types";

export interface Slot {
  id: number;
  top: number;
  /** Cards in the stack, where the table shows that. */
  size: number;
  /** Cards that fit, in order. */
  fitting: number[];
}

let lastId = 0;

export function settle(before: Slot[], table: NimmtTable, lastMove: MoveSeen | null): Slot[] {
  const [laid, under] = lastMove?.kind === "put" ? [lastMove.card, lastMove.place] : [];
  const stacks = table.stacks.map((stack, n) => ({
    top: stack.at(-1) ?? 0,
    size: stack.length,
    fitting: table.windows[n] ?? [],
  }));
  const placed = new Set<number>();
  const places = before.map((slot) => {
    const stack =
      stacks.find(({ top }) => top === slot.top) ??
      (slot.top === Number(under) ? stacks.find(({ top }) => top === Number(laid)) : undefined);
    if (!stack || placed.has(stack.top)) return null;
    placed.add(stack.top);
    return { id: slot.id, ...stack };
  });
  for (const stack of stacks.filter(({ top }) => !placed.has(top))) {
    const hole = places.indexOf(null);
    places[hole < 0 ? places.length : hole] = { id: ++lastId, ...stack };
  }
  return places.filter((slot) => slot !== null);
}
