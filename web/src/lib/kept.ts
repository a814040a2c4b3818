// Everything that the page keeps in this browser, and how all of it is forgotten.
const OURS = "tiotal.";
const REPLAYS = "tiotal-replays"; // as the service worker calls them; names are in them

export async function forgetHere(): Promise<void> {
  try {
    for (const kept of [localStorage, sessionStorage]) {
      for (const key of Object.keys(kept).filter((name) => name.startsWith(OURS))) kept.removeItem(key);
    }
    await caches.delete(REPLAYS);
    await (await import("../device/drawers")).forgetDrawers();
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}
