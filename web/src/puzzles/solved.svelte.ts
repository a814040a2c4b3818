// What was solved on this device: the points of the first answer to each puzzle. Nobody else is told.
const KEY = "tiotal.puzzles";

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

let points = $state.raw(read());

export const solved = {
  /** Of a puzzle; null if nobody has tried it here. */
  points(game: string, number: number): number | null {
    return points[`${game}-${number}`] ?? null;
  },
  note(game: string, number: number, got: number): void {
    const name = `${game}-${number}`;
    if (name in points) return;
    points = { ...points, [name]: got };
    try {
      localStorage.setItem(KEY, JSON.stringify(points));
    } catch {
      // a browser that keeps nothing still has puzzles
    }
  },
};
