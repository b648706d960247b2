// What is drawn by mouse, pen or finger while a version is edited: a line from where it began to where it is, in words.
import { el, fill, svg } from "./dom.js";

/**
 * Follows a pointer from where it went down until it is lifted; Esc ends it. `said(x, y)` is what dropping it there
 * would do, in a few words, and `dropped(x, y)` does it.
 */
export function drag(event, { said, dropped }) {
  if (event.button !== 0) return;
  event.preventDefault(); // selects no text
  event.target.releasePointerCapture?.(event.pointerId); // a finger would hold on to what it went down on
  const { clientX: fromX, clientY: fromY, pointerId } = event;
  const line = svg("line", { x1: fromX, y1: fromY, x2: fromX, y2: fromY });
  const words = el("span", { class: "drag-said" });
  const over = el("div", { class: "drag-over", "aria-hidden": "true" }, svg("svg", {}, line), words);
  const isOurs = (each) => each.pointerId === pointerId;
  const ways = {
    pointermove(now) {
      if (!isOurs(now)) return;
      line.setAttribute("x2", now.clientX);
      line.setAttribute("y2", now.clientY);
      words.style.setProperty("left", `${Math.min(now.clientX + 14, innerWidth - 180)}px`);
      words.style.setProperty("top", `${now.clientY - 34}px`);
      fill(words, said(now.clientX, now.clientY));
    },
    pointerup(now) {
      if (!isOurs(now)) return;
      end();
      dropped(now.clientX, now.clientY);
    },
    pointercancel: (now) => isOurs(now) && end(),
    keydown(now) {
      if (now.key !== "Escape") return;
      now.stopPropagation();
      end();
    },
  };
  for (const [name, does] of Object.entries(ways)) addEventListener(name, does, true);
  document.body.append(over);

  function end() {
    for (const [name, does] of Object.entries(ways)) removeEventListener(name, does, true);
    over.remove();
  }
}
