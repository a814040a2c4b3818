// Words in the language that was chosen: `say("table.turnOf", { name })`. They are written in `src/tiotal/words` and in
// the folders of the games, and made into typed keys when the client is built.
import { untrack } from "svelte";
import { LANGUAGES, type Key, type Language, type Message, type Sheet, type Words } from "../generated/languages";
import { settings } from "./settings.svelte";

export type { Key, Message, Sheet };
export type Values = Record<string, string | number>;

let language = $state<Language>("en");
let words = $state.raw<Words>({});
const open = new Set<Sheet>(["first"]);

/** Before anything is shown, and when another language is chosen: what is open, in that one, all at once. */
export async function loadWords(more: readonly Sheet[] = []): Promise<void> {
  const wanted = settings.language;
  const sheets = [...new Set([...open, ...more])];
  const loaded = await Promise.all(sheets.map((sheet) => LANGUAGES[wanted].load[sheet]()));
  if (settings.language !== wanted) return loadWords(more); // another choice was made meanwhile
  for (const sheet of more) open.add(sheet);
  words = Object.assign(language === wanted ? { ...words } : {}, ...loaded.map((sheet) => sheet.words));
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Something that has words of its own comes together with them. */
export async function withWords<Loaded>(sheets: readonly Sheet[], loading: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([loading, untrack(() => loadWords(sheets))]);
  return loaded;
}

export function say(key: Key, values: Values = {}): string {
  return sayIf(key, values) ?? key;
}

/** The same for a key that may not be there, such as those of a game that has no words. */
export function sayIf(key: string, values: Values = {}): string | null {
  const message = (words as Record<string, Message | undefined>)[key];
  return message === undefined ? null : fill(message, values);
}

/** Put values into a message of ours, or of the server's. */
export function fill(message: Message, values: Values): string {
  return textOf(message, Number(values["n"])).replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]));
}

function textOf(message: Message, n: number): string {
  if (typeof message === "string") return message;
  const { language: spoken, forms } = "forms" in message ? message : { language, forms: message };
  return forms[LANGUAGES[spoken as Language].form(Math.abs(n))] ?? forms.at(-1) ?? "";
}

function written(value: string | number | undefined): string {
  return typeof value === "number" ? number(value) : (value ?? "");
}

/** A number as people write it in this language. */
export function number(value: number): string {
  const { thousands, decimal } = LANGUAGES[language].numbers;
  const [whole = "", decimals] = String(Math.round(value * 1000) / 1000).split(".");
  const grouped = whole.replace("-", "−").replace(/\B(?=(\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : grouped + decimal + decimals;
}

export const percent = (share: number): string => say("common.percent", { n: Math.round(share * 100) });

/** A written card or change with a real minus sign. */
export function signed(text: string): string {
  return text.replace("-", "−");
}

/** "Ada, Ben and Cleo". */
export function listed(names: string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : say("common.and", { some: others.toReversed().join(", "), last });
}

export function shortDate(at: number): string {
  const { as, style } = LANGUAGES[language].dates;
  return new Intl.DateTimeFormat(as, { dateStyle: style, timeStyle: "short" }).format(at);
}
