// The teacher's key. It comes behind the `#` of the link that the server prints, and is taken out of the address bar at
// once: what is on the teacher's screen may be on the projector, too.
const KEPT = "tiotal.class.key";
const PAGES = /^\/class(\/|$)/;

let key: string | null = null; // where the browser keeps nothing, for as long as the page lives

/** To be called before anything is shown. */
export function takeKey(): void {
  take();
  addEventListener("hashchange", () => {
    if (take()) location.reload(); // the link of another class, in the tab of this one
  });
}

function take(): boolean {
  const found = location.hash.slice(1);
  if (found === "" || !PAGES.test(location.pathname)) return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  key = found;
  try {
    localStorage.setItem(KEPT, key);
  } catch {
    // then the link is needed again next time
  }
  return true;
}

export function theKey(): string | null {
  try {
    key ??= localStorage.getItem(KEPT);
  } catch {
    // nothing is kept
  }
  return key;
}

export function forgetKey(): void {
  key = null;
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}
