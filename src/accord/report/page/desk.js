// The desk: the layer whose cases are being settled, the case that lies open, and what was typed into it.
import { ask } from "./ask.js";
import { el } from "./dom.js";

export const STATES = { open: ["○", "open"], decided: ["✓", "decided"], skipped: ["↷", "skipped"] };
const CLEARED = { queue: null, at: 0, found: null, draft: null, undoable: [], trouble: null };

/**
 * `queue` and `found` are what the server said of all cases and of the one at `at`; `draft` is a version being edited,
 * `undoable` holds the items decided here, the last one last, `trouble` is what went wrong, `known` the number of
 * changes that this window has seen, and `parts` are the elements that are drawn anew.
 */
export const desk = { ...CLEARED, layer: null, comment: "", who: "", known: null, busy: false, parts: null };

/** Clears the desk where another layer lies on it, and gives it new elements. */
export function setDesk(layer) {
  if (desk.layer !== layer.id) Object.assign(desk, CLEARED, { layer: layer.id, undoable: [] });
  desk.parts = {
    head: el("div"),
    list: el("ol", { class: "cases" }),
    main: el("div", { class: "case" }),
    gold: el("div"),
  };
  return desk.parts;
}

/** Says that the server is being asked, or no longer. */
export function setBusy(busy) {
  desk.busy = busy;
  desk.parts.main.setAttribute("aria-busy", String(busy));
}

/** Takes a decision that the server confirmed into the queue. */
export function takeIn(decision) {
  const { cases, counts } = desk.queue;
  const row = cases.find((each) => each.id === decision.item);
  counts[row.state] -= 1;
  counts[decision.state] += 1;
  Object.assign(row, { state: decision.state, revision: decision.revision });
  desk.known = null;
  ask("/api/state").then(({ changes }) => (desk.known ??= changes), () => {});
}
