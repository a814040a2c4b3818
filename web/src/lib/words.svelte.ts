// Words in the language that was chosen: `say("table.turnOf", { name })`. Every area of the client has a file of its
// own in each language (`src/words/<language>/<area>.ts`); English decides which keys there are.
import type { en } from "../words/en";
import { settings, type Language } from "./settings.svelte";

type English = typeof en;
/** A text with {placeholders}, or its forms for one and for many, chosen by the value `n`. */
export type Message = string | readonly [string, string];
export type Words = { [Area in keyof English]: { [Key in keyof English[Area]]: Message } };
export type Key = { [Area in keyof Words]: `${Area}.${Extract<keyof Words[Area], string>}` }[keyof Words];
export type Values = Record<string, string | number>;

const LOADERS: Record<Language, () => Promise<Words>> = {
  en: async () => (await import("../words/en")).en,
  sv: async () => (await import("../words/sv")).sv,
  is: async () => (await import("../words/is")).is,
};

// Not every browser knows Icelandic, and one that does not answers in another language. So numbers and plurals have
// rules of our own; dates are asked for in German, which writes them in figures as Icelandic does.
const DATED_AS: Record<Language, string> = { en: "en-GB", sv: "sv", is: "de" };
const MARKS: Record<Language, { thousands: string; decimal: string }> = {
  en: { thousands: ",", decimal: "." },
  sv: { thousands: "\u00a0", decimal: "," },
  is: { thousands: ".", decimal: "," },
};

let language = $state<Language>("en");
let words = $state.raw<Words | null>(null);

/** Before anything is shown, and when another language is chosen. */
export async function loadWords(wanted: Language): Promise<void> {
  const loaded = await LOADERS[wanted]();
  if (settings.language !== wanted) return; // another choice was made meanwhile
  words = loaded;
  language = wanted;
  document.documentElement.lang = wanted;
}

export function say(key: Key, values: Values = {}): string {
  const [area = "", name = ""] = key.split(".");
  const message = (words as Record<string, Record<string, Message>> | null)?.[area]?.[name] ?? key;
  return fill(message, values);
}

/** The same for a key that may not be there, such as those of a game that has no words. */
export function sayIf(key: string, values: Values = {}): string | null {
  const [area = "", name = ""] = key.split(".");
  const message = (words as Record<string, Record<string, Message>> | null)?.[area]?.[name];
  return message === undefined ? null : fill(message, values);
}

/** Put values into a message of ours, or of the server's. */
export function fill(message: Message | string[], values: Values): string {
  const text = typeof message === "string" ? message : (message[isOne(Number(values["n"])) ? 0 : 1] ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]));
}

/** In Icelandic 21, 31 … are counted as 1 is. */
function isOne(n: number): boolean {
  const size = Math.abs(n);
  return language === "is" ? size % 10 === 1 && size % 100 !== 11 : size === 1;
}

function written(value: string | number | undefined): string {
  return typeof value === "number" ? number(value) : (value ?? "");
}

/** A number as people write it in this language. */
export function number(value: number): string {
  const { thousands, decimal } = MARKS[language];
  const [whole = "", decimals] = String(Math.round(value * 1000) / 1000).split(".");
  const grouped = whole.replace("-", "−").replace(/\B(?=(\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : grouped + decimal + decimals;
}

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
  const dateStyle = language === "is" ? "short" : "medium";
  return new Intl.DateTimeFormat(DATED_AS[language], { dateStyle, timeStyle: "short" }).format(at);
}
