// Changing a version by hand: marks, a label, a tree.
import { bracketsOf, treeIn } from "./brackets.js";
import { field } from "./controls.js";
import { el, fill } from "./dom.js";
import { drag } from "./dragging.js";
import { buttonsOf, enterAndEscape, labelInput } from "./editing.js";
import { labelButtons, labelOfKey } from "./label_keys.js";
import { markEditor } from "./marks.js";
import { OWN_CASES } from "./own_cases.js";
import { nearest } from "./places_drawn.js";
import { plain } from "./text.js";
import { isTree } from "./versions.js";

/**
 * An editor {node, focus, above, grab, select} of a value that starts from one of the versions, or from a text that
 * was written and is no version yet. `changed(value)` is called with every change, `typed(text)` with such a text,
 * `confirm(value)` or `leave()` at the end. What is `above` belongs before the versions, for these are long.
 * `grab(event)` begins what is dragged where a pointer goes down, and `select()` takes what is selected in the text;
 * not all have them.
 */
export function editorOf(found, choices, value, ways) {
  const known = el("datalist", { id: "known-labels" }, choices.map((label) => el("option", { value: label })));
  const editors = { label: labelEditor, dependencies: dependencyEditor, phrases: phraseEditor };
  const { node, ...does } = (editors[found.kind] ?? OWN_CASES[found.kind]?.editor ?? markEditor)(found, value, {
    ...ways,
    choices,
  });
  const title = el("h4", {}, "Your version");
  const whole = el("section", { class: "editor", "aria-label": "Your version" }, title, known, node);
  return { ...does, node: whole, above: isTree(found.kind) };
}

function labelEditor(_found, value, { choices, confirm, leave, typed, text }) {
  const submit = () => confirm(input.value.trim());
  const pick = (label) => ((input.value = label), typed(label), (isByHand = false), input.select());
  const keys = enterAndEscape(submit, leave);
  let isByHand = false; // and then digits are letters
  const onkeydown = (event) => {
    const label = isByHand || event.ctrlKey || event.metaKey || event.altKey ? null : labelOfKey(choices, event.key);
    if (label === null || label === undefined) return keys(event);
    event.preventDefault();
    return pick(label);
  };
  const oninput = () => ((isByHand = true), typed(input.value));
  const input = labelInput({ id: "draft-label", value: text ?? value, onkeydown, oninput });
  return {
    node: el(
      "div",
      {},
      labelButtons(choices, (label) => (pick(label), input.focus())),
      field("Label: choose by key, or type", input),
      buttonsOf(submit, leave),
    ),
    focus: () => (input.focus(), input.select()),
  };
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
  /** Draws an arc from a head to another word. */
  const grab = (event) => {
    const from = event.target.closest?.(".draft [data-word]");
    if (!from) return;
    const words = [...from.closest("svg").querySelectorAll("[data-word]")];
    const wordAt = (x) => Number(nearest(words, x, "left", "right").dataset.word);
    const head = Number(from.dataset.word);
    drag(event, {
      said: (x) => (wordAt(x) === head ? "to another word" : `${value.words[head]} → ${value.words[wordAt(x)]}`),
      dropped(x) {
        const to = wordAt(x);
        if (to === head) return;
        draft.heads[to] = head + 1;
        const [input] = rows[to].querySelectorAll("input");
        input.value = head + 1;
        input.focus();
        changed(draft);
      },
    });
  };
  const first = rows[Math.max(0, apart.indexOf(true))];
  const titles = ["Token", "Head (0:\u00a0root)", "Label"].map((name) => el("th", { scope: "col" }, name));
  const table = el("table", { class: "heads" }, el("thead", {}, el("tr", {}, titles)), el("tbody", {}, rows));
  return {
    node: el("div", {}, el("div", { class: "scroll" }, table), buttonsOf(submit, leave)),
    focus: () => first.querySelector("input").focus(),
    grab,
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
