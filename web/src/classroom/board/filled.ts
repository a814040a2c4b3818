// Letters as large as the room that they have: on a wall nobody can come nearer, and nobody can scroll.
import type { Attachment } from "svelte/attachments";

const STEPS = 7; // of halving

/** Sizes are parts of the height of the screen. */
export const filled =
  (smallest: number, largest: number): Attachment<HTMLElement> =>
  (box) => {
    let frame = 0;

    const fits = (size: number): boolean => {
      box.style.fontSize = `${size * innerHeight}px`;
      return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
    };

    function fill(): void {
      let [low, high] = [smallest, largest];
      if (fits(high)) return;
      for (let n = 0; n < STEPS; n++) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      fits(low);
    }

    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fill);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(box);
    const news = new MutationObserver(later);
    news.observe(box, { childList: true, characterData: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      news.disconnect();
    };
  };
