// The title of the page: what matters on this screen first, because a tab shows only its beginning.
import { onDestroy } from "svelte";
import { gameTitle } from "./games.svelte";
import type { GameName } from "./types";
import { say } from "./words.svelte";

/** To be called once by a screen; the title follows what it is made of. Null: it is somebody else's to choose. */
export function titled(text: () => string | null): void {
  $effect(() => {
    const title = text();
    if (title !== null) document.title = title;
  });
}

/** For what covers a screen: afterwards the title is again that of the screen. */
export function titledForNow(text: () => string): void {
  const before = document.title;
  titled(text);
  onDestroy(() => (document.title = before));
}

/** "Your turn", and which game it is. */
export const titleOf = (what: string, game: GameName | null = null): string =>
  say("common.titleOf", { what, where: game === null ? say("common.title") : gameTitle(game) });
