// Names and sentences for what the server offers: the game's own or general ones; otherwise its bare name has to do.
import { sayIf } from "../lib/words.svelte";

export const nameOf = (game: string, what: string): string => wordOf(game, what) ?? what;

export const noteOf = (game: string, what: string): string | undefined => wordOf(game, `${what}_note`);

function wordOf(game: string, what: string): string | undefined {
  return sayIf(`${game}.option.${what}`) ?? sayIf(`setup.${what}`) ?? undefined;
}
