// Changing a version by hand: borders and labels of marks with the arrow keys, a label, a tree.
import { bracketsOf, treeIn } from "./brackets.js";
import { field } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { plain } from "./text.js";
import { isTree } from "./versions.js";

const TENTH = 0.1;

/**
 * An editor {node, focus, above} of a value that starts from one of the versions, or from a text that was written and
 * is no version yet. `changed(value)` is called with every change, `typed(text)` with such a text, `confirm(value)` or
 * `leave()` at the end. What is `above` belongs before the versions, for these are long.
 */
export function editorOf(found, choices, value, ways) {
  const known = el("datalist", { id: "known-labels" }, choices.map((label) => el("option", { value: label })));
  const editors = { label: labelEditor, dependencies: dependencyEditor, phrases: phraseEditor };
  const { node, focus } = (editors[found.kind] ?? markEditor)(found, value, ways);
  const title = el("h4", {}, "Your version");
  const whole = el("section", { class: "editor", "aria-label": "Your version" }, title, known, node);
  return { node: whole, focus, above: isTree(found.kind) };
}

function buttonsOf(submit, leave) {
  return el(
    "p",
    { class: "bar-of-tools" },
    el("button", { type: "button", class: "main-button", onclick: submit }, "Confirm ", el("kbd", {}, "Enter")),
    el("button", { type: "button", onclick: leave }, "Leave it ", el("kbd", {}, "Esc")),
  );
}

function enterAndEscape(submit, leave) {
  return (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") submit();
    else leave();
  };
}

/** A field for a label, which offers those that are known. */
function labelInput(attributes) {
  return el("input", { type: "text", list: "known-labels", ...attributes });
}

function labelEditor(_found, value, { confirm, leave, typed, text }) {
  const submit = () => confirm(input.value.trim());
  const listen = { onkeydown: enterAndEscape(submit, leave), oninput: () => typed(input.value) };
  const input = labelInput({ id: "draft-label", value: text ?? value, ...listen });
  return {
    node: el("div", {}, field("Label: choose or type", input), buttonsOf(submit, leave)),
    focus: () => (input.focus(), input.select()),
  };
}

// --- marks -----------------------------------------------------------------------------------------------------------

function markEditor(found, value, { changed, confirm, leave }) {
  const draft = { marks: value.map((mark) => [...mark]), chosen: 0 };
  const step = found.kind === "units" ? TENTH : 1;
  const wide = found.kind === "units" ? 10 * TENTH : 1;
  const listed = { class: "marks-list", role: "listbox", tabindex: 0, "aria-label": "Marks" };
  const list = el("div", { ...listed, onkeydown: markKeys });
  const label = labelInput({ id: "draft-type", oninput: () => retype(label.value), onkeydown: labelKeys });
  const submit = () => confirm(draft.marks);

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
    const [low, high] = found.room;
    const moved = [...mark];
    moved[start ? 0 : 1] = Number((moved[start ? 0 : 1] + by).toFixed(6));
    if (moved[0] < low || (high !== null && moved[1] > high) || moved[0] >= moved[1]) return say("as far as it goes");
    draft.marks[draft.chosen] = moved;
    redrawn();
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
    if (start === undefined) return say("there is no room left");
    const next = draft.marks.map(([from]) => from).filter((from) => from > start);
    const end = Number(Math.min(start + wide, found.room[1] ?? Infinity, ...next).toFixed(6));
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
        field(["Label ", el("kbd", {}, "l")], label),
      ),
      buttonsOf(submit, leave),
    ),
    focus: () => list.focus(),
  };
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

// --- trees -----------------------------------------------------------------------------------------------------------

function dependencyEditor(found, value, { changed, confirm, leave }) {
  const draft = { words: value.words, heads: [...value.heads], labels: [...value.labels] };
  const said = ({ heads, labels }, index) => `${heads[index]} ${labels[index]}`;
  const apart = value.words.map((_, index) => new Set(found.versions.map((each) => said(each.value, index))).size > 1);
  const submit = () => confirm(draft);
  const keys = enterAndEscape(submit, leave);
  const rows = value.words.map((word, index) => {
    const head = el("input", {
      type: "number",
      min: 0,
      max: value.words.length,
      value: value.heads[index],
      "aria-label": `Head of ${plain(word, 30)}`,
      onkeydown: keys,
      oninput: ({ target }) => ((draft.heads[index] = target.value ? Number(target.value) : null), changed(draft)),
    });
    const label = labelInput({
      value: value.labels[index],
      "aria-label": `Label of ${plain(word, 30)}`,
      onkeydown: keys,
      oninput: (event) => ((draft.labels[index] = event.target.value.trim()), changed(draft)),
    });
    return el(
      "tr",
      { class: apart[index] ? "apart" : null },
      el("th", { scope: "row" }, apart[index] && "≠ ", `${index + 1} ${plain(word, 30)}`),
      el("td", {}, head),
      el("td", {}, label),
    );
  });
  changed(draft);
  const first = rows[Math.max(0, apart.indexOf(true))];
  const titles = ["Token", "Head (0:\u00a0root)", "Label"].map((name) => el("th", { scope: "col" }, name));
  const table = el("table", { class: "heads" }, el("thead", {}, el("tr", {}, titles)), el("tbody", {}, rows));
  return {
    node: el("div", {}, el("div", { class: "scroll" }, table), buttonsOf(submit, leave)),
    focus: () => first.querySelector("input").focus(),
  };
}

function phraseEditor(_found, value, { changed, confirm, leave, typed: written, text }) {
  let draft = value;
  const wrong = el("p", { class: "wrong", role: "status" });
  const submit = () => draft && confirm(draft);
  const typed = () => {
    try {
      written(input.value);
      draft = treeIn(input.value, value.words);
      fill(wrong);
      changed(draft);
    } catch (error) {
      draft = null;
      fill(wrong, `Not a tree over these words yet: ${error.message}.`);
    }
  };
  const keys = enterAndEscape(submit, leave);
  const input = el("textarea", {
    class: "brackets",
    spellcheck: "false",
    oninput: typed,
    onkeydown: (event) => event.shiftKey || keys(event),
  });
  input.value = text ?? bracketsOf(value);
  input.rows = input.value.split("\n").length + 1;
  typed();
  const help = "Brackets and labels can be changed, the words stay; Shift and Enter begin a new line.";
  return {
    node: el("div", {}, field(help, input), wrong, buttonsOf(submit, leave)),
    focus: () => (input.setSelectionRange(0, 0), input.focus(), (input.scrollTop = 0)),
  };
}
