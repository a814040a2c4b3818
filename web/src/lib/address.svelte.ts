// The address decides which screen is shown, so that links, reloads and the back button work. A site without a server has
// one page only, under any path: there the place is behind its `#`.
import { ALONE } from "./hosts";

export type Screen =
  | { screen: "home" }
  | { screen: "new"; game: string }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; match: number }
  | { screen: "rules"; game: string; notation: boolean }
  | { screen: "pad"; what: string; round: number | null } // a new pad of a game, a pad, a round of a pad
  | { screen: "puzzles" }
  | { screen: "puzzle"; game: string; number: number | null } // null: that of the day
  | { screen: "puzzleset"; game: string; difficulty: number; set: number; place: number | null }
  | { screen: "guide"; name: string }
  | { screen: "paper" }
  | { screen: "settings" }
  | { screen: "practice" }
  | { screen: "progress" }
  | { screen: "teacher" }
  | { screen: "board" } // for the projector
  | { screen: "pupil"; code: string }
  | { screen: "nowhere" };

const PATHS: [RegExp, (parts: string[]) => Screen][] = [
  [/^\/$/, () => ({ screen: "home" })],
  [/^\/new\/(\w+)$/, ([game = ""]) => ({ screen: "new", game })],
  [/^\/t\/([\w-]+)$/, ([id = ""]) => ({ screen: "table", id })],
  [/^\/t\/([\w-]+)\/match\/(\d+)$/, ([id = "", match = "1"]) => ({ screen: "replay", id, match: Number(match) })],
  [
    /^\/rules\/(\w+)(\/notation)?$/,
    ([game = "", notation]) => ({ screen: "rules", game, notation: notation !== undefined }),
  ],
  [
    /^\/pad(?:\/([\w-]+)(?:\/(\d{1,3}))?)?$/,
    ([what = "", round]) => ({ screen: "pad", what, round: round === undefined ? null : Number(round) }),
  ],
  [/^\/puzzles$/, () => ({ screen: "puzzles" })],
  [
    /^\/puzzles\/(\w+)\/(day|\d{1,5})$/,
    ([game = "", which = "day"]) => ({ screen: "puzzle", game, number: which === "day" ? null : Number(which) }),
  ],
  [
    /^\/puzzles\/(\w+)\/set\/(\d)\/(\d{1,4})(?:\/(\d))?$/,
    ([game = "", difficulty = "1", set = "1", place]) => ({
      screen: "puzzleset",
      game,
      difficulty: Number(difficulty),
      set: Number(set),
      place: place === undefined ? null : Number(place),
    }),
  ],
  [/^\/guide(?:\/(\w+))?$/, ([name = "parents"]) => ({ screen: "guide", name })],
  [/^\/paper$/, () => ({ screen: "paper" })],
  [/^\/settings$/, () => ({ screen: "settings" })],
  [/^\/practice$/, () => ({ screen: "practice" })],
  [/^\/progress$/, () => ({ screen: "progress" })],
  [/^\/class$/, () => ({ screen: "teacher" })],
  [/^\/class\/board$/, () => ({ screen: "board" })],
  [/^\/c(?:\/(\w+))?$/, ([code = ""]) => ({ screen: "pupil", code })],
];

function read(path: string): Screen {
  for (const [pattern, make] of PATHS) {
    const found = pattern.exec(path);
    if (found) return make(found.slice(1));
  }
  return { screen: "nowhere" };
}

const place = (): URL => new URL(ALONE ? location.hash.slice(1) || "/" : location.href, location.origin);

let path = $state(place().pathname);
let query = $state(place().search);
addEventListener("popstate", look);

function look(): void {
  ({ pathname: path, search: query } = place());
}

export const address = {
  get path(): string {
    return path;
  },
  /** Whether the address ends with a wish: `/t/…?play`. */
  wishes(what: "play" | "learn"): boolean {
    return new URLSearchParams(query).has(what);
  },
  /** What a wish is about: `/t/…?learn&from=…`. */
  wish(what: "from"): string | null {
    return new URLSearchParams(query).get(what);
  },
  get here(): Screen {
    return read(path);
  },
};

// Marks the places of the history that were come to from another place of the client.
const INSIDE = { inside: true };

/** To where one came from, or home when the page was opened by a link. */
export function goBack(): void {
  if ((history.state as typeof INSIDE | null)?.inside) history.back();
  else go("/");
}

export function go(to: string): void {
  const { pathname, search } = place();
  if (to !== pathname + search) history.pushState(INSIDE, "", addressOf(to));
  look();
  scrollTo(0, 0);
}

/** Of a screen, for the browser. */
export const addressOf = (to: string): string => (ALONE ? `#${to}` : to);

/** For links: a plain click changes the screen, anything else is the browser's. */
export function linkTo(to: string): { href: string; onclick: (event: MouseEvent) => void } {
  const onclick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return { href: addressOf(to), onclick };
}
