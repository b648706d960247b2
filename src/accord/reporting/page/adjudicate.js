// Adjudicating what annotators differ on: a queue, a case with everyone's version, and one key to take one.
import { drawCase } from "./case.js";
import { WAYS } from "./deciding.js";
import { desk, isWriting, setDesk } from "./desk.js";
import { el, say } from "./dom.js";
import { takeFilters } from "./filters.js";
import { toggleNotes } from "./known.js";
import { drawQueue, openQueue } from "./opening.js";
import { listCases } from "./queue.js";
import { toggleFar } from "./surroundings.js";
import { shown } from "./text.js";
import { notMeasuredYet } from "./unmeasured.js";

const HELP = [
  ["1 – 9", "take a version"],
  ["e", "edit, or another label"],
  ["s", "skip"],
  ["u", "undo"],
  ["b", "decide equal cases together"],
  ["c", "comment"],
  ["d", "more of the document, or less"],
  ["f", "what all versions have alike, or not"],
  ["g", "what the guidelines say, or not"],
  ["Enter, Esc", "confirm, or leave what is being edited"],
  ["← →", "while marks are edited: move an end, with Shift a start"],
  ["n, Del, l", "while marks are edited: add one, remove one, name one"],
  ["1 – 9", "while marks or labels are edited: a label of the layer"],
  ["mouse", "while editing: drag an end, select words to mark, draw an arc from word to word"],
];
const ALL_DONE = "Every case is adjudicated. Go to one with k or in the list to change it.";

/** The view "Adjudicate" of the live page. */
export const adjudicateView = {
  id: "adjudicate",
  title: "Adjudicate",
  has: (_payload, layer) => Boolean(layer && layer.annotators.length > 1),
  draw({ layer, parameters, whileShown }) {
    const { head, list, main, filters, gold } = setDesk(layer, WAYS);
    takeFilters(parameters);
    if (desk.queue) listCases();
    whileShown({ step: WAYS.step, press: pressedHere, help: HELP });
    if (desk.queue) drawQueue();
    if (desk.found) drawCase();
    openQueue({ again: Boolean(desk.found) });
    return [
      el("h2", {}, "Adjudicate ", shown(layer.name, 60)),
      notMeasuredYet(layer, "What annotators differ on can be adjudicated all the same."),
      head,
      el(
        "div",
        { class: "desk" },
        main,
        el("div", { class: "list-side" }, filters, el("nav", { class: "case-list", "aria-label": "Cases" }, list)),
      ),
      gold,
    ];
  },
};

/** Something was decided in this window or another one, or files changed; other files wait for what is written. */
export function decisionsChanged({ changes, files_shown: files }) {
  if (desk.known === null || changes === desk.known || !desk.parts?.head.isConnected) return;
  if (isWriting() && files !== desk.queue?.files_shown) return;
  desk.known = changes;
  openQueue({ again: true });
}

function pressedHere(event) {
  const { key, target } = event;
  const presses = target.closest?.("button, a, summary") === target && (key === "Enter" || key === " ");
  if (presses) return false;
  if (desk.draft !== null && (key === "Escape" || key === "Enter")) {
    if (key === "Escape") WAYS.leave();
    else desk.editor?.focus();
    return true;
  }
  const number = Number(key);
  const early = desk.busy || !desk.found || desk.isHidden; // meant for a case that is not there yet
  const held = event.repeat; // meant for the case before
  if ((early || held) && (number >= 1 || "esucbdfg".includes(key))) return true;
  if (desk.isDone && (number >= 1 || key === "s")) {
    say(ALL_DONE); // one key too many must not change the last decision
    return true;
  }
  const comment = () => document.getElementById("comment")?.focus();
  const { edit, skip, undo, together, unfold } = WAYS;
  const does = { e: edit, s: skip, u: undo, b: together, c: comment, f: unfold, d: toggleFar, g: toggleNotes }[key];
  if (number >= 1 && number <= 9) WAYS.take(number - 1);
  else if (does) does();
  else return false;
  return true;
}
