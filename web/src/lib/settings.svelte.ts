// What somebody has chosen for this device; kept in the browser.
import { LANGUAGES, type Language } from "../generated/languages";

export type Theme = "auto" | "light" | "dark";

export const LONGEST_NAME = 40; // that the server takes

const KEY = "tiotal.settings";

interface Chosen {
  language: Language;
  theme: Theme;
  sound: boolean;
  vibration: boolean;
  motion: boolean;
  cards: "normal" | "large";
  leftHanded: boolean;
  name: string;
  /** How long bots wait, in milliseconds; null: as usual. */
  pace: number | null;
  /** Whether the person says the new totals or has them counted; null: nobody has been asked yet. */
  says: boolean | null;
  /** Whether they get a hint on the way to a total after a wrong one. */
  hints: boolean;
}

function preferred(): Language {
  for (const wish of navigator.languages) {
    const code = wish.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code as Language;
  }
  return "en";
}

function read(): Chosen {
  const chosen: Chosen = {
    language: preferred(),
    theme: "auto",
    sound: false,
    vibration: true,
    motion: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    cards: "normal",
    leftHanded: false,
    name: "",
    pace: null,
    says: null,
    hints: true,
  };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>;
    const language = kept.language && kept.language in LANGUAGES ? kept.language : chosen.language;
    return { ...chosen, ...kept, language };
  } catch {
    return chosen; // kept by another version, or not kept at all
  }
}

export const settings = $state(read());

/** Show what was chosen, and keep it. To be called in an effect. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset["theme"] = settings.theme;
  root.dataset["motion"] = settings.motion ? "on" : "off";
  root.dataset["cards"] = settings.cards;
  root.dataset["hand"] = settings.leftHanded ? "left" : "right";
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
}
