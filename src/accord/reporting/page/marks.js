// Changing marks by hand: their borders and labels, with the arrow keys or as numbers.
import { field } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { buttonsOf, labelInput } from "./editing.js";
import { plain } from "./text.js";

const NO_ROOM = "There is no room for another mark here.";

/** An editor {node, focus} of marks, which begins with those of a version; see editorOf(). */
export function markEditor(found, value, { changed, confirm, leave }) {
  const draft = { marks: value.map((mark) => [...mark]), chosen: 0, isUnfit: false };
  const { step } = found;
  const { new_mark: wide } = found;
  const listed = { class: "marks-list", role: "listbox", tabindex: 0, "aria-label": "Marks" };
  const list = el("div", { ...listed, onkeydown: markKeys });
  const label = labelInput({ id: "draft-type", oninput: () => retype(label.value), onkeydown: labelKeys });
  const isMeasured = !found.tokens && !found.text; // positions are numbers, and not those of words or letters
  const borders = ["Start", "End"].map((name) => [name, numberInput(name)]);
  const wrong = el("p", { class: "wrong", role: "status" });
  const submit = () => draft.isUnfit || confirm(draft.marks);

  function numberInput(name) {
    const listen = { oninput: retime, onkeydown: labelKeys };
    return el("input", { type: "number", id: `draft-${name.toLowerCase()}`, step, ...listen });
  }

  function retime() {
    const mark = draft.marks[draft.chosen];
    if (!mark) return;
    const moved = [...borders.map(([, input]) => (input.value === "" ? NaN : Number(input.value))), mark[2]];
    const why = whyNot(found, moved);
    if (!why) replaceMark(moved);
    else refuse(why);
    draft.isUnfit = Boolean(why);
  }

  function refuse(why) {
    fill(wrong, why);
  }

  function replaceMark(moved) {
    draft.marks[draft.chosen] = moved;
    redrawn();
  }

  function retype(type) {
    if (!draft.marks[draft.chosen]) return;
    draft.marks[draft.chosen][2] = type.trim();
    redrawn();
  }

  function labelKeys(event) {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      list.focus();
    }
  }

  function markKeys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = {
      ArrowRight: () => move(step, event.shiftKey),
      ArrowLeft: () => move(-step, event.shiftKey),
      ArrowDown: () => choose(1),
      ArrowUp: () => choose(-1),
      Delete: remove,
      Backspace: remove,
      n: add,
      l: () => (label.focus(), label.select()),
      Enter: submit,
      Escape: leave,
    }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  function move(by, start) {
    const mark = draft.marks[draft.chosen];
    if (!mark) return;
    const moved = [...mark];
    moved[start ? 0 : 1] = clean(moved[start ? 0 : 1] + by);
    const why = whyNot(found, moved);
    if (why) return refuse(why);
    replaceMark(moved);
    say(markInWords(found, moved));
  }

  function choose(by) {
    draft.chosen = Math.max(0, Math.min(draft.marks.length - 1, draft.chosen + by));
    redrawn();
    if (draft.marks[draft.chosen]) say(markInWords(found, draft.marks[draft.chosen]));
  }

  function remove() {
    draft.marks.splice(draft.chosen, 1);
    draft.chosen = Math.max(0, draft.chosen - 1);
    redrawn();
    say("removed");
  }

  function add() {
    const start = freePlace(found, draft.marks, step);
    if (start === undefined) return refuse(NO_ROOM);
    const next = draft.marks.map(([from]) => from).filter((from) => from > start);
    const end = clean(Math.min(start + wide, found.room[1] ?? Infinity, ...next));
    const first = found.versions.flatMap((each) => each.value)[0];
    draft.marks.push([start, end, label.value.trim() || first?.[2] || ""]);
    draft.chosen = draft.marks.length - 1;
    redrawn();
    say(`added ${markInWords(found, draft.marks.at(-1))}`);
  }

  function redrawn() {
    const option = (mark, index) => {
      const pick = () => ((draft.chosen = index), redrawn());
      const selected = String(index === draft.chosen);
      const look = { role: "option", id: `mark-${index}`, "aria-selected": selected, onclick: pick };
      return el("div", look, markInWords(found, mark));
    };
    const nothing = el("div", { role: "option", "aria-selected": "false" }, "nothing marked");
    fill(list, draft.marks.length ? draft.marks.map(option) : nothing);
    if (draft.marks.length) list.setAttribute("aria-activedescendant", `mark-${draft.chosen}`);
    else list.removeAttribute("aria-activedescendant");
    const type = draft.marks[draft.chosen]?.[2] ?? "";
    if (document.activeElement !== label) label.value = type;
    for (const [index, [, input]] of borders.entries()) {
      if (document.activeElement !== input) input.value = draft.marks[draft.chosen]?.[index] ?? "";
    }
    draft.isUnfit = false;
    fill(wrong);
    changed(draft.marks.map((mark) => [...mark]));
  }

  redrawn();
  const key = (name, words, does) => el("button", { type: "button", onclick: does }, words, " ", el("kbd", {}, name));
  return {
    node: el(
      "div",
      {},
      list,
      el(
        "p",
        { class: "bar-of-tools" },
        key("←", "End back", () => move(-step, false)),
        key("→", "End on", () => move(step, false)),
        key("⇧←", "Start back", () => move(-step, true)),
        key("⇧→", "Start on", () => move(step, true)),
        key("n", "Add", add),
        key("Del", "Remove", remove),
        isMeasured && borders.map(([name, input]) => field(name, input)),
        field(["Label ", el("kbd", {}, "l")], label),
      ),
      wrong,
      buttonsOf(submit, leave),
    ),
    focus: () => list.focus(),
  };
}

/** Why a mark cannot lie there; nothing where it can. */
function whyNot({ room: [low, high], step, tokens, text }, [start, end]) {
  const all = tokens || text ? "the text" : "the continuum";
  if (Number.isNaN(start) || Number.isNaN(end)) return "A mark needs a number where it starts, and one where it ends.";
  if (start < low) return `It cannot start before ${low}: there ${all} begins, or what lies before it ends.`;
  if (high !== null && end > high) return `It cannot end behind ${high}: there ${all} ends, or the next begins.`;
  if (start >= end) return "It cannot be shorter: it has to end behind its start.";
  const isWhole = [start, end].every(Number.isInteger);
  return step === 1 && !isWhole ? "All positions here are whole numbers." : null;
}

/** A sum of decimal numbers without what a computer adds to it. */
function clean(number) {
  return Number(number.toPrecision(14));
}

/** Where a new mark can begin inside the room and beside the others: behind the last one, or else where it can. */
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

