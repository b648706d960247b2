// Changing marks by hand: their borders and labels, with the arrow keys or as numbers.
import { field } from "./controls.js";
import { el, say } from "./dom.js";
import { enterAndEscape } from "./editing.js";
import { drag } from "./dragging.js";
import { listEditor } from "./list_editor.js";
import { placeAt, selectedIn } from "./places_drawn.js";
import { plain } from "./text.js";

const NO_ROOM = "There is no room for another mark here.";
const NONE_SELECTED = "Select words of the text of this case first.";

/** An editor {node, focus} of marks, which begins with those of a version; see editorOf(). */
export function markEditor(found, value, ways) {
  const { step } = found;
  const isMeasured = !found.tokens && !found.text; // positions are numbers, and not those of words or letters
  const borders = ["Start", "End"].map((name) => [name, numberInput(name)]);
  const editor = listEditor(
    found,
    value,
    {
      name: "Marks",
      nothing: "nothing marked",
      labelled: "Label",
      inWords: (mark) => markInWords(found, mark),
      next,
      keys: {
        ArrowRight: (event) => move(step, event.shiftKey),
        ArrowLeft: (event) => move(-step, event.shiftKey),
        m: () => select({ isAsked: true }),
      },
      tools: [
        ["←", "End back", () => move(-step, false)],
        ["→", "End on", () => move(step, false)],
        ["⇧←", "Start back", () => move(-step, true)],
        ["⇧→", "Start on", () => move(step, true)],
        ...(isMeasured ? [] : [["m", "Mark what is selected", () => select({ isAsked: true })]]),
      ],
      fields: isMeasured && borders.map(([name, input]) => field(name, input)),
      drawn,
    },
    ways,
  );
  return { ...editor, grab, select };

  /** Drags an end of a mark. */
  function grab(event) {
    const grip = event.target.closest?.(".own .grip");
    if (!grip) return;
    const [index, end] = [Number(grip.dataset.entry), grip.dataset.side === "end" ? 1 : 0];
    const lines = grip.closest(".mark-lines");
    const moved = (x, y) => editor.entries()[index].with(end, placeAt(lines, found, x, y));
    drag(event, {
      said: (x, y) => whyNot(found, moved(x, y)) ?? markInWords(found, moved(x, y)),
      dropped: (x, y) => lay(moved(x, y), index),
    });
  }

  /** Marks what is selected in the text; a mark that it touches moves there. */
  function select({ isAsked }) {
    const ends = selectedIn(document.querySelector(".case .document"), found);
    if (!ends) return isAsked ? editor.refuse(NONE_SELECTED) : undefined;
    const [start, end] = ends;
    const touched = editor.entries().findIndex(([from, to]) => from < end && to > start);
    getSelection().removeAllRanges();
    return lay(touched < 0 ? ends : [...ends, editor.entries()[touched][2]], touched < 0 ? undefined : touched);
  }

  /** Lays a mark where it was dragged to, in the place of one or beside all, if it can lie there. */
  function lay(mark, index) {
    const why = whyNot(found, mark);
    editor.focus();
    if (why) return editor.refuse(why);
    if (index === undefined) return editor.add(null, mark);
    editor.put(mark, index);
    return say(markInWords(found, mark));
  }

  function numberInput(name) {
    const back = () => editor.focus();
    const listen = { oninput: retime, onkeydown: enterAndEscape(back, back) };
    return el("input", { type: "number", id: `draft-${name.toLowerCase()}`, step, ...listen });
  }

  function retime() {
    const mark = editor.chosen();
    if (!mark) return;
    const moved = [...borders.map(([, input]) => (input.value === "" ? NaN : Number(input.value))), mark[2]];
    const why = whyNot(found, moved);
    if (why) editor.refuse(why, true);
    else editor.replace(moved);
  }

  function move(by, start) {
    const mark = editor.chosen();
    if (!mark) return;
    const moved = [...mark];
    moved[start ? 0 : 1] = clean(moved[start ? 0 : 1] + by);
    const why = whyNot(found, moved);
    if (why) return editor.refuse(why);
    editor.replace(moved);
    say(markInWords(found, moved));
  }

  function next(marks) {
    const start = freePlace(found, marks, step);
    if (start === undefined) return editor.refuse(NO_ROOM);
    const later = marks.map(([from]) => from).filter((from) => from > start);
    return [start, clean(Math.min(start + found.new_mark, found.room[1] ?? Infinity, ...later))];
  }

  function drawn(mark) {
    for (const [index, [, input]] of borders.entries()) {
      if (document.activeElement !== input) input.value = mark?.[index] ?? "";
    }
  }
}

/** Why a mark cannot lie there; nothing where it can. */
function whyNot({ room: [low, high], step, tokens, text }, [start, end]) {
  const all = tokens || text ? "the text" : "the continuum";
  if (Number.isNaN(start) || Number.isNaN(end)) return "A mark needs a number where it starts, and one where it ends.";
  if (start < low) return `It cannot start before ${low}: there ${all} begins, or what lies before it ends.`;
  if (high !== null && end > high) return `It cannot end after ${high}: there ${all} ends, or the next begins.`;
  if (start >= end) return "It cannot be shorter: it has to end after its start.";
  const isWhole = [start, end].every(Number.isInteger);
  return step === 1 && !isWhole ? "All positions here are whole numbers." : null;
}

/** A sum of decimal numbers without what a computer adds to it. */
function clean(number) {
  return Number(number.toPrecision(14));
}

/** Where a new mark can begin inside the room and beside the others: after the last one, or else where it can. */
function freePlace({ room: [low, high], region }, marks, step) {
  const isFree = (start) =>
    start >= low &&
    (high === null || start + step <= high + 1e-9) &&
    marks.every(([from, to]) => start + step <= from + 1e-9 || start >= to);
  return [...marks.map(([, to]) => to).reverse(), region[0], low].find(isFree);
}

function markInWords(found, [start, end, type]) {
  const parts = (found.tokens ?? [...(found.text ?? "")]).slice(start - found.offset, end - found.offset);
  const words = parts.join(found.tokens ? " " : "");
  return `${plain(type, 40) || "mark"} ${start}–${end} ${plain(words, 80)}`.trimEnd();
}

