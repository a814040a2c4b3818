// Names and sentences for what the server offers; without words of ours its own name has to do.
import { say, type Key } from "../lib/words.svelte";

export const nameOf = (what: string): string => wordOf(what) ?? what;

export const noteOf = (what: string): string | undefined => wordOf(`${what}_note`);

function wordOf(what: string): string | undefined {
  const key = `setup.${what}`;
  const text = say(key as Key);
  return text === key ? undefined : text;
}
