// Score pads of people who play with the real cards. They live in this browser and need no server; how a sheet counts
// was told by the server and is kept with the pad.
import type { GameName, GameTold } from "../lib/types";

export type Sheet = GameTold["sheets"][number];

/** What a player is left with after a round: cards that were tapped, or points that somebody has written. */
export interface Left {
  cards: string[];
  points: number | null; // written instead of the cards
  chips: number;
}

export interface Round {
  winner: number | null; // null: nobody, or not asked
  left: Left[];
}

export interface Pad {
  id: string;
  changed: number;
  game: GameName;
  sheet: Sheet;
  names: string[];
  partners: number[] | null; // who plays with whom
  limit: number | null;
  rounds: number | null;
  played: Round[];
  draft: { number: number; round: Round; decided: boolean } | null; // a round that is being written
}

const KEY = "tiotal.pads";

function read(): Pad[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Pad[];
    return found.filter((pad) => Array.isArray(pad.names) && Array.isArray(pad.played) && pad.sheet?.counts);
  } catch {
    return []; // kept by another version, or not kept at all
  }
}

export const pads = $state({ all: read(), kept: true });

addEventListener("storage", (event) => {
  if (event.key === KEY) pads.all = read(); // written in another window
});

/** To be called in an effect. */
export function keepPads(): void {
  const text = JSON.stringify(pads.all);
  try {
    if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
  } catch {
    pads.kept = false;
  }
}

export const padOf = (id: string): Pad | undefined => pads.all.find((pad) => pad.id === id);

export function openPad(pad: Omit<Pad, "id" | "changed" | "played" | "draft">): Pad {
  const id = `p${Date.now().toString(36)}`;
  pads.all.unshift({ ...pad, id, changed: Date.now(), played: [], draft: null });
  return pads.all[0] as Pad;
}

export function deletePad(id: string): void {
  pads.all = pads.all.filter((pad) => pad.id !== id);
}

/** The round that is being written: a new one, or an earlier one that is to be changed. */
export function draftOf(pad: Pad, number: number): Round {
  if (pad.draft?.number !== number) {
    const earlier = pad.played[number - 1];
    const nothing = (): Left => ({ cards: [], points: null, chips: 0 });
    const round = earlier ? $state.snapshot(earlier) : { winner: null, left: pad.names.map(nothing) };
    pad.draft = { number, round, decided: earlier !== undefined };
  }
  return (pad.draft as NonNullable<Pad["draft"]>).round;
}

export function writeDown(pad: Pad): void {
  if (!pad.draft) return;
  pad.played[Math.min(pad.draft.number - 1, pad.played.length)] = $state.snapshot(pad.draft.round);
  pad.draft = null;
  pad.changed = Date.now();
}

export function removeRound(pad: Pad, number: number): void {
  pad.played.splice(number - 1, 1);
  pad.draft = null;
  pad.changed = Date.now();
}
