import { untrack } from "svelte";

/** Becomes true when something has been true for so long; false again at once. To be called in a component. */
export function later(holds: () => boolean, after: () => number): { readonly is: boolean } {
  const now = $derived(holds());
  let is = $state(false);
  $effect(() => {
    if (!now) {
      is = false;
      return;
    }
    const timer = setTimeout(() => (is = true), untrack(after));
    return () => clearTimeout(timer);
  });
  return {
    get is() {
      return is && now;
    },
  };
}
