// A plot of lines as SVG, for docs/learning.md: in the light and in the dark, and told apart without colours, too.
export interface Curve {
  name: string;
  points: [x: number, y: number][];
}

export interface Plot {
  title: string;
  across: string;
  curves: Curve[];
  /** The highest value that is shown, and how far the numbers at the side are apart. */
  top: number;
  step: number;
  /** Values are shares, and told in percent. */
  shares?: boolean;
  /** A dashed line. */
  aim?: number;
}

const [WIDTH, HEIGHT] = [560, 250]; // of what is between the axes, with their numbers
const [LEFT, RIGHT, BELOW, ABOVE] = [52, 18, 46, 34];
const ROW = 20; // of the legend
const DASHES = ["none", "9 4", "2 4", "12 4 2 4", "5 3"];
const STYLE = `
  svg { --paper: #fffdf8; --ink: #2b2118; --soft: #6c5d4d; --grid: #e6dccb; background: var(--paper); }
  .c0 { --line: #b03a23; } .c1 { --line: #2a7a4f; } .c2 { --line: #3a62a8; } .c3 { --line: #8a4f9e; } .c4 { --line: #6c5d4d; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #251e18; --ink: #f3eadd; --soft: #b8a994; --grid: #43382d; }
    .c0 { --line: #f08a6c; } .c1 { --line: #6fc592; } .c2 { --line: #8fb2f0; } .c3 { --line: #d9a3ea; } .c4 { --line: #b8a994; }
  }
  text { fill: var(--ink); font: 13px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  .title { font-weight: 700; font-size: 15px; }
  .soft { fill: var(--soft); }
  .grid { stroke: var(--grid); }
  .aim { stroke: var(--ink); stroke-dasharray: 4 3; }
  .line { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
`;

export function drawn({ title, across, curves, top, step, shares = false, aim }: Plot): string {
  const head = ABOVE + ROW * curves.length;
  const most = Math.max(...curves.flatMap(({ points }) => points.map(([at]) => at)));
  const x = (at: number): number => tenth(LEFT + ((WIDTH - LEFT - RIGHT) * at) / most);
  const y = (value: number): number => tenth(head + HEIGHT - BELOW - ((HEIGHT - BELOW) * value) / top);
  const told = (value: number): string => (shares ? `${Math.round(100 * value)} %` : String(tenth(value)));
  const sides = steps(top, step).map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/>` +
      `<text class="soft" x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${told(value)}</text>`,
  );
  const feet = steps(most, 20).map(
    (at) => `<text class="soft" x="${x(at)}" y="${y(0) + 20}" text-anchor="middle">${at}</text>`,
  );
  const lines = curves.map(({ name, points }, n) => {
    const look = `class="line c${n}" stroke-dasharray="${DASHES[n]}"`;
    const path = points.map(([at, value]) => `${x(at)} ${y(value)}`).join("L");
    const row = ABOVE + ROW * n;
    return `<path ${look} d="M${path}"/><path ${look} d="M${LEFT} ${row}h34"/><text x="${LEFT + 44}" y="${row + 4}">${name}</text>`;
  });
  const rows = [
    `<svg xmlns="http://www.w3.org/2000/svg" lang="en" viewBox="0 0 ${WIDTH} ${head + HEIGHT}" role="img">`,
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="${LEFT}" y="19">${title}</text>`,
    ...sides,
    ...feet,
    `<text class="soft" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${y(0) + 40}" text-anchor="middle">${across}</text>`,
    ...(aim === undefined ? [] : [`<path class="aim" d="M${LEFT} ${y(aim)}H${WIDTH - RIGHT}"/>`]),
    ...lines,
    "</svg>",
  ];
  return rows.join("\n") + "\n";
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
const steps = (top: number, step: number): number[] =>
  Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, n) => n * step);
