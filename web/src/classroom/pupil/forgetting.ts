// What this device has kept of a class goes with it: who used it, the sums under that name, and tables with the names of
// others.
import { forgetDevice } from "../../lib/api";
import { forget } from "../../practice/remembered";
import { joined } from "../joined.svelte";

const TABLES = ["tiotal.recent", "tiotal.shares.", "tiotal.commitment.", "tiotal.unanswered."];
const REPLAYS = "tiotal-replays"; // as the service worker calls them

/** `over`: for everybody; else only this device is not in it any more. */
export function forgetClass(why: "left" | "over"): void {
  for (const name of joined.is?.names ?? []) forget(name);
  joined.leave(why);
  if (why === "over") forgetDevice();
  try {
    for (const kept of [localStorage, sessionStorage]) {
      const ofTables = Object.keys(kept).filter((key) => TABLES.some((start) => key.startsWith(start)));
      for (const key of ofTables) kept.removeItem(key);
    }
    caches.delete(REPLAYS).catch(() => undefined);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
