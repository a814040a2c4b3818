// Which games somebody has learned on this device.
import type { GameName } from "./types";

const key = (game: GameName): string => `tiotal.taught.${game}`;

export function isTaught(game: GameName): boolean {
  try {
    return localStorage.getItem(key(game)) !== null;
  } catch {
    return true; // a browser that keeps nothing would teach for ever
  }
}

export function setTaught(game: GameName): void {
  try {
    localStorage.setItem(key(game), "1");
  } catch {
    // nothing is kept
  }
}
