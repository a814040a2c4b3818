// Chips slide from one marked place (`data-at`) to another. They are only there for the eye: how many lie where is
// told by the scene.
import { settings } from "../../lib/settings.svelte";
import { sound } from "../../lib/sound";

const DURATION = 280;
const BETWEEN = 30;
const MOST = 4; // more would not be told apart

export function slide(from: string, to: string, count: number): void {
  if (count < 1) return;
  sound("chip");
  const [start, end] = [middleOf(from), middleOf(to)];
  if (!settings.motion || !start || !end) return;
  for (let n = 0; n < Math.min(count, MOST); n++) {
    const chip = document.createElement("span");
    chip.className = "ten-chip-flying";
    document.body.append(chip);
    const flight = chip.animate([{ translate: at(start) }, { translate: at(end) }], {
      duration: DURATION,
      delay: n * BETWEEN,
      easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
      fill: "both",
    });
    flight.id = "flight"; // a tap hurries it, as all that flies
    flight.onfinish = flight.oncancel = () => chip.remove();
  }
}

function middleOf(place: string): DOMRect | null {
  return document.querySelector(`[data-at="${CSS.escape(place)}"]`)?.getBoundingClientRect() ?? null;
}

function at(place: DOMRect): string {
  return `${place.x + place.width / 2}px ${place.y + place.height / 2}px`;
}
