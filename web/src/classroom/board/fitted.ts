// A table that is drawn for a whole screen, in what is left of it under a heading: made as much smaller as it needs, so
// that nothing is cut off. Nobody can scroll on a wall.
import type { Attachment } from "svelte/attachments";

const SMALLEST = 0.5;
const TRIES = 3; // what is smaller is laid out anew, and may still not fit

export const fitted: Attachment<HTMLElement> = (inside) => {
  const around = inside.parentElement;
  if (!around) return;
  let frame = 0;

  function fit(): void {
    let zoom = 1;
    around!.scrollTop = 0;
    inside.style.zoom = "1";
    for (let n = 0; n < TRIES; n++) {
      const needed = inside.getBoundingClientRect().top - around!.getBoundingClientRect().top + heightOf(inside);
      const share = around!.clientHeight / needed;
      if (share >= 0.995) break;
      zoom = Math.max(SMALLEST, zoom * share * 0.995);
      inside.style.zoom = String(zoom);
    }
  }

  const later = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  around.addEventListener("scroll", later); // tables bring a hand into sight by themselves
  const sizes = new ResizeObserver(later);
  sizes.observe(around);
  const news = new MutationObserver(later);
  news.observe(inside, { childList: true, subtree: true });
  later();
  return () => {
    cancelAnimationFrame(frame);
    around.removeEventListener("scroll", later);
    sizes.disconnect();
    news.disconnect();
  };
};

/** Of all that is in it, as it is seen. */
const heightOf = (element: HTMLElement): number =>
  Math.max(...[...element.children].map((child) => child.getBoundingClientRect().height), 0);
