// What somebody reads or is asked at a table: a lesson, a correction, a question. Bots wait meanwhile.
import { untrack } from "svelte";

let open = $state(0);

export const reading = {
  get is(): boolean {
    return open > 0;
  },
};

/** Something is read as long as this holds. To be called in a component. */
export function readWhile(holds: () => boolean): void {
  const now = $derived(holds());
  $effect(() => {
    if (!now) return;
    count(1);
    return () => count(-1);
  });
}

function count(change: number): void {
  open = untrack(() => open) + change;
}
