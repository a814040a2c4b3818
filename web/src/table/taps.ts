// The same tap twice is one tap: whoever taps twice out of habit lifts a card and does not play it, and what has just
// come under the finger is not tapped with it. What may be tapped quickly and often is marked with `data-quick`.
const AT_ONCE = 300; // milliseconds
const SAME_PLACE = 30; // pixels

interface Tap {
  at: number;
  x: number;
  y: number;
  button: Element;
  byKeyboard: boolean;
  isQuick: boolean;
}

let last: Tap | null = null;

/** To be called with every click before anything else hears of it. */
export function oneTap(event: MouseEvent): void {
  const button = buttonOf(event);
  if (!button) return;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const tap = { at, x, y, button, byKeyboard: event.detail === 0, isQuick: isQuick(button) };
  if (last && at - last.at < AT_ONCE && isSame(tap, last)) forget(event);
  else last = tap;
}

/** A key that is held down is one tap, too; whoever walks on to something else means it. */
export function oneKey(event: KeyboardEvent): void {
  const button = buttonOf(event);
  if (event.key !== "Enter" && event.key !== " ") last = null;
  if (event.repeat && event.key === "Enter" && button && !isQuick(button)) forget(event);
}

function buttonOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest("button, a, summary") : null;
}

const isQuick = (button: Element): boolean => button.closest("[data-quick]") !== null;

function isSame(one: Tap, other: Tap): boolean {
  if (one.isQuick && other.isQuick) return false;
  if (one.byKeyboard || other.byKeyboard) return one.byKeyboard && other.byKeyboard;
  return one.button === other.button || Math.hypot(one.x - other.x, one.y - other.y) < SAME_PLACE;
}

function forget(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
