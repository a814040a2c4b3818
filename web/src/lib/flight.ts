// Cards and chips fly from where they were to where they go. Places are marked in the page with `data-at`: "seat-2",
// "stock", "pile", "hand-+7". Before the page changes, `remember` notes where everything is; what is new then flies in
// from its old place (`arrive`), and what leaves flies off (`depart`). A tap anywhere hurries all of it.
import { settings } from "./settings.svelte";

const DURATION = 300;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const HURRIED = "flight";

let places = new Map<string, DOMRect>();

/** To be called in `$effect.pre`, so before the page is changed. */
export function remember(): void {
  places = new Map();
  for (const element of document.querySelectorAll<HTMLElement>("[data-at]")) {
    const at = element.dataset["at"];
    if (at) places.set(at, element.getBoundingClientRect());
  }
}

function placeOf(at: string): DOMRect | null {
  return places.get(at) ?? document.querySelector(`[data-at="${CSS.escape(at)}"]`)?.getBoundingClientRect() ?? null;
}

/** Let an element that is in its place now come flying from another one. */
export function arrive(element: Element, from: string, delay = 0): void {
  const start = placeOf(from);
  if (!settings.motion || !start) return;
  const end = element.getBoundingClientRect();
  if (end.width === 0) return;
  const moving = element.animate([{ transform: shift(end, start), zIndex: 5 }, { transform: "none", zIndex: 5 }], {
    duration: DURATION,
    delay,
    easing: EASING,
    fill: "backwards",
  });
  moving.id = HURRIED;
}

/** A Svelte transition: fly off to another place. Use as `out:depart={{ to: "seat-1" }}`. */
export function depart(element: Element, { to, delay = 0 }: { to: string; delay?: number }): object {
  const start = element.getBoundingClientRect();
  const end = placeOf(to);
  if (!settings.motion || !end) return { duration: 0 };
  const [dx, dy] = between(start, end);
  return {
    duration: DURATION,
    delay,
    css: (t: number, u: number) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 - 0.6 * u}); opacity: ${0.2 + 0.8 * t}; z-index: 5`,
  };
}

function shift(at: DOMRect, from: DOMRect): string {
  const [dx, dy] = between(at, from);
  const size = Math.min(1.4, Math.max(0.3, from.width / at.width));
  return `translate(${dx}px, ${dy}px) scale(${size})`;
}

function between(one: DOMRect, other: DOMRect): [number, number] {
  return [other.x + other.width / 2 - one.x - one.width / 2, other.y + other.height / 2 - one.y - one.height / 2];
}

addEventListener("pointerdown", () => {
  for (const moving of document.getAnimations()) if (moving.id === HURRIED) moving.finish();
});
