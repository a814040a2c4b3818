// Cards that fly over the meadow. The meadow scrolls and would cut them off, so a copy flies above everything while
// the card itself waits unseen in its place. The id lets a tap hurry it, as it does all flights (lib/flight).
import { settings } from "../../lib/settings.svelte";

const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const HURRIED = "flight";

export interface Seen {
  rect: DOMRect;
  copy: Element;
}

let places = new Map<string, DOMRect>();

/** Before the page changes: where everything is. */
export function note(): void {
  places = new Map();
  for (const element of document.querySelectorAll<HTMLElement>("[data-at]")) {
    places.set(element.dataset["at"] ?? "", element.getBoundingClientRect());
  }
}

/** Where something is, or was before the page changed; null if it is not to be seen. */
export function placeOf(...names: string[]): DOMRect | null {
  for (const name of names) {
    const rect = places.get(name) ?? document.querySelector(`[data-at="${name}"]`)?.getBoundingClientRect();
    if (rect?.width) return rect;
  }
  return null;
}

export function look(selector: string): Seen | null {
  const element = document.querySelector(selector);
  return element && { rect: element.getBoundingClientRect(), copy: element.cloneNode(true) as Element };
}

/** Let a card that lies in its place now come flying from somewhere else. */
export function come(sky: Element, card: Element, from: DOMRect | null, delay = 0): void {
  const to = card.getBoundingClientRect();
  if (!settings.motion || !from || to.width === 0) return;
  const flying = ghost(sky, card.cloneNode(true) as Element, to);
  const waiting = card.animate({ opacity: [0, 0] }, { duration: 280 + delay });
  waiting.id = HURRIED;
  run(flying, [{ transform: shift(to, from) }, { transform: "none" }], 280, delay);
}

/** A stack gathers with a thump and flies to whoever takes it. */
export function gather(sky: Element, { rect, copy }: Seen, to: DOMRect | null): void {
  if (!settings.motion || !to) return;
  run(
    ghost(sky, copy, rect),
    [
      { transform: "none", offset: 0 },
      { transform: "scale(1.16) rotate(-3deg)", offset: 0.2 },
      { transform: "scale(0.92) rotate(2deg)", offset: 0.38 },
      { transform: "scale(1) rotate(0deg)", offset: 0.48 },
      { transform: shift(rect, to, 0.35), opacity: 0.4, offset: 1 },
    ],
    400,
  );
}

/** A bull runs, head down, from where it was to its new owner. */
export function charge(sky: Element, bull: Element, from: DOMRect | null, to: DOMRect | null): void {
  if (!settings.motion || !from || !to) return;
  const size = 96;
  const at = new DOMRect(to.x + to.width / 2 - size / 2, to.y + to.height / 2 - size / 2, size, size);
  const [x, y] = between(at, from);
  run(
    ghost(sky, bull.cloneNode(true) as Element, at),
    [
      { transform: `translate(${x}px, ${y}px) scale(0.4)`, offset: 0 },
      { transform: `translate(${x * 0.75}px, ${y * 0.75 - 14}px) scale(1.25) rotate(-8deg)`, offset: 0.35 },
      { transform: `translate(${x * 0.3}px, ${y * 0.3 + 6}px) scale(1.15) rotate(8deg)`, offset: 0.7 },
      { transform: "scale(0.5)", opacity: 0.5, offset: 1 },
    ],
    400,
  );
}

function ghost(sky: Element, copy: Element, at: DOMRect): HTMLElement {
  const flying = document.createElement("div");
  Object.assign(flying.style, {
    position: "fixed",
    left: `${at.x}px`,
    top: `${at.y}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  flying.append(copy);
  sky.append(flying);
  return flying;
}

function run(flying: HTMLElement, frames: Keyframe[], duration: number, delay = 0): void {
  const moving = flying.animate(frames, { duration, delay, easing: EASING, fill: "backwards" });
  moving.id = HURRIED;
  moving.onfinish = moving.oncancel = () => flying.remove();
}

function shift(at: DOMRect, other: DOMRect, size = other.width / at.width): string {
  const [x, y] = between(at, other);
  return `translate(${x}px, ${y}px) scale(${Math.min(1.5, Math.max(0.3, size))})`;
}

function between(one: DOMRect, other: DOMRect): [number, number] {
  return [other.x + other.width / 2 - one.x - one.width / 2, other.y + other.height / 2 - one.y - one.height / 2];
}
