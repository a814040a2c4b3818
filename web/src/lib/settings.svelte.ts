// What somebody has chosen for this device; kept in the browser.

export type Language = "sv" | "is" | "en";
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
}

function preferred(): Language {
  for (const wish of navigator.languages) {
    const code = wish.slice(0, 2).toLowerCase();
    if (code === "sv" || code === "is" || code === "en") return code;
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
  };
  try {
    return { ...chosen, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
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
