// Which puzzles this class has had, so that the next one is a new one. Kept with the class's code, and only until then.
const KEY = "tiotal.class.puzzles";

interface Kept {
  code: string;
  names: string[];
}

export function usedPuzzles(code: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.code === code ? kept.names : [];
  } catch {
    return [];
  }
}

export function noteUsed(code: string, name: string): string[] {
  const names = [...new Set([...usedPuzzles(code), name])];
  try {
    localStorage.setItem(KEY, JSON.stringify({ code, names } satisfies Kept));
  } catch {
    // then only this page remembers
  }
  return names;
}
