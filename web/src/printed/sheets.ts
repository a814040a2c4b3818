// What can be printed: PDFs that were made when the client was built. Whoever prints one fetches it, and keeps it.
import { allGames } from "../lib/games.svelte";
import { settings } from "../lib/settings.svelte";

export type Paper = "a4" | "letter";
export interface Sheet {
  name: string;
  what: "cards" | "both" | "scores" | "lines" | "puzzles";
  game: string | null;
  /** Which cards: a variant of the game. Or how difficult the puzzles are. */
  deck: string | null;
  bytes: number;
}

/** Filled in when the client is built. */
declare const __PRINTED__: { path: string; sheets: Sheet[] } | null;

const CACHE = "tiotal-printed"; // as the service worker calls it

export const sheets = (): Sheet[] => __PRINTED__?.sheets ?? [];

/** Games of which there is something, in the order of the first page. */
export const gamesOnPaper = (): string[] => allGames().filter((game) => sheets().some((sheet) => sheet.game === game));

/** In the language that was chosen. */
export function fileOf({ name }: Sheet, paper: Paper): string {
  const home = new URL(import.meta.env.BASE_URL, document.baseURI).href;
  return new URL(`${__PRINTED__?.path ?? ""}${name}.${paper}.${settings.language}.pdf`, home).href;
}

/** Most of the world prints on A4. */
export const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? "letter" : "a4");

/** Those that can be opened without a connection. */
export async function keptFiles(): Promise<string[]> {
  if (!("caches" in globalThis)) return [];
  return (await (await caches.open(CACHE)).keys()).map(({ url }) => url);
}
