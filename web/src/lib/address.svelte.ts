// The address decides which screen is shown, so that links, reloads and the back button work.

export type Screen =
  | { screen: "home" }
  | { screen: "new"; game: string }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; match: number }
  | { screen: "rules"; game: string }
  | { screen: "pad" }
  | { screen: "settings" }
  | { screen: "nowhere" };

const PATHS: [RegExp, (parts: string[]) => Screen][] = [
  [/^\/$/, () => ({ screen: "home" })],
  [/^\/new\/(\w+)$/, ([game = ""]) => ({ screen: "new", game })],
  [/^\/t\/([\w-]+)$/, ([id = ""]) => ({ screen: "table", id })],
  [/^\/t\/([\w-]+)\/match\/(\d+)$/, ([id = "", match = "1"]) => ({ screen: "replay", id, match: Number(match) })],
  [/^\/rules\/(\w+)$/, ([game = ""]) => ({ screen: "rules", game })],
  [/^\/pad$/, () => ({ screen: "pad" })],
  [/^\/settings$/, () => ({ screen: "settings" })],
];

function read(path: string): Screen {
  for (const [pattern, make] of PATHS) {
    const found = pattern.exec(path);
    if (found) return make(found.slice(1));
  }
  return { screen: "nowhere" };
}

let path = $state(location.pathname);
addEventListener("popstate", () => (path = location.pathname));

export const address = {
  get path(): string {
    return path;
  },
  get here(): Screen {
    return read(path);
  },
};

export function go(to: string): void {
  if (to !== location.pathname) history.pushState(null, "", to);
  path = to;
  scrollTo(0, 0);
}

/** For links: a plain click changes the screen, anything else is the browser's. */
export function link(event: MouseEvent): void {
  const target = event.currentTarget;
  if (!(target instanceof HTMLAnchorElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(target.pathname);
}
