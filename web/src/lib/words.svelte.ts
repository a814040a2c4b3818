// Words in the language that was chosen: `say("turnOf", { name })`.
import { settings } from "./settings.svelte";
import { en, type Words } from "./words/en";
import { is } from "./words/is";
import { sv } from "./words/sv";

const LANGUAGES: Record<string, Words> = { en, sv, is };

export function say(key: keyof Words, values: Record<string, string | number> = {}): string {
  const message = (LANGUAGES[settings.language] ?? en)[key];
  const text = typeof message === "string" ? message : message[form(Number(values["n"]))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

function form(n: number): 0 | 1 {
  return new Intl.PluralRules(settings.language).select(n) === "one" ? 0 : 1;
}

/** A signed number as people write it. */
export function signed(text: string): string {
  return text.replace("-", "−");
}
