// A hint that is open is docked at the live table, where it covers nothing that it speaks of; see `Layout`. The screen
// sets it, so that the tables need not know about it.
import type { TableState } from "../lib/table.svelte";

export interface OpenHint {
  table: TableState;
  onclose: () => void;
}

let open = $state.raw<OpenHint | null>(null);

export const dock = {
  get hint(): OpenHint | null {
    return open;
  },
  set(hint: OpenHint | null) {
    open = hint;
  },
};
