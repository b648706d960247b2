// Changing a version by hand: borders and labels of marks with the arrow keys, a label, heads and labels of a tree.
import { el, fill, say } from "./dom.js";
import { plain } from "./text.js";

const TENTH = 0.1;

/**
 * An editor of a value that starts from one of the versions. `changed(value)` is called with every change, `confirm(value)`
 * and `leave()` at the end.
 */
export function editorOf(found, choices, value, { changed, confirm, leave }) {
  const known = el("datalist", { id: "known-labels" }, choices.map((label) => el("option", { value: label })));
  const ways = { changed, confirm, leave };
  const editor =
    found.kind === "label" ? labelEditor(value, ways) : found.kind === "dependencies" ? dependencyEditor(found, value, ways) : found.kind === "phrases" ? phraseEditor(value, ways) : markEditor(found, value, ways);
  return { node: el("section", { class: "editor", "aria-label": "Your version" }, el("h4", {}, "Your version"), known, editor.node), focus: editor.focus };
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

function labelEditor(value, { confirm, leave }) {
  const submit = () => confirm(input.value.trim());
  const input = el("input", { type: "text", id: "draft-label", list: "known-labels", value, onkeydown: enterAndEscape(() => submit(), leave) });
  return {
    node: el("div", {}, el("label", { class: "chooser" }, el("span", {}, "Label: choose or type"), input), buttonsOf(submit, leave)),
    focus: () => (input.focus(), input.select()),
  };
}

// --- marks -----------------------------------------------------------------------------------------------------------

function markEditor(found, value, { changed, confirm, leave }) {
  const draft = { marks: value.map((mark) => [...mark]), chosen: 0 };
  const step = found.kind === "units" ? TENTH : 1;
  const list = el("div", { class: "marks-list", role: "listbox", tabindex: 0, "aria-label": "Marks", onkeydown: pressed });
  const label = el("input", { type: "text", id: "draft-type", list: "known-labels", oninput: () => retype(label.value), onkeydown: labelKeys });
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

  function pressed(event) {
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
    const from = draft.marks.length ? draft.marks.at(-1)[1] : found.region[0];
    const [, high] = found.room;
    const start = high !== null && from + step > high ? found.region[0] : from;
    draft.marks.push([start, Number((start + (found.kind === "units" ? 10 : 1) * step).toFixed(6)), label.value.trim() || found.versions.flatMap((each) => each.value)[0]?.[2] || ""]);
    draft.chosen = draft.marks.length - 1;
    redrawn();
    say(`added ${markInWords(found, draft.marks.at(-1))}`);
  }

  function redrawn() {
    fill(
      list,
      draft.marks.length
        ? draft.marks.map((mark, index) =>
            el("div", { role: "option", id: `mark-${index}`, "aria-selected": String(index === draft.chosen), onclick: () => ((draft.chosen = index), redrawn()) }, markInWords(found, mark)),
          )
        : el("div", { role: "option", "aria-selected": "false" }, "nothing marked"),
    );
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
        el("label", { class: "chooser" }, el("span", {}, "Label ", el("kbd", {}, "l")), label),
      ),
      buttonsOf(submit, leave),
    ),
    focus: () => list.focus(),
  };
}

function markInWords(found, [start, end, type]) {
  const words = found.tokens ? found.tokens.slice(start - found.offset, end - found.offset).join(" ") : found.text ? [...found.text].slice(start - found.offset, end - found.offset).join("") : "";
  return `${plain(type, 40) || "mark"} ${start}–${end}${words ? ` ${plain(words, 80)}` : ""}`;
}

// --- trees -----------------------------------------------------------------------------------------------------------

function dependencyEditor(found, value, { changed, confirm, leave }) {
  const draft = { words: value.words, heads: [...value.heads], labels: [...value.labels] };
  const apart = value.words.map((_, index) => new Set(found.versions.map((each) => `${each.value.heads[index]} ${each.value.labels[index]}`)).size > 1);
  const submit = () => confirm(draft);
  const keys = enterAndEscape(submit, leave);
  const rows = value.words.map((word, index) =>
    el(
      "tr",
      { class: apart[index] ? "apart" : null },
      el("th", { scope: "row" }, apart[index] && "≠ ", `${index + 1} ${plain(word, 30)}`),
      el(
        "td",
        {},
        el("input", {
          type: "number",
          min: 0,
          max: value.words.length,
          value: value.heads[index],
          "aria-label": `Head of ${plain(word, 30)}`,
          onkeydown: keys,
          oninput: (event) => ((draft.heads[index] = Number(event.target.value)), changed(draft)),
        }),
      ),
      el("td", {}, el("input", { type: "text", list: "known-labels", value: value.labels[index], "aria-label": `Label of ${plain(word, 30)}`, onkeydown: keys, oninput: (event) => ((draft.labels[index] = event.target.value.trim()), changed(draft)) })),
    ),
  );
  changed(draft);
  const first = rows[Math.max(0, apart.indexOf(true))];
  return {
    node: el("div", {}, el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["Token", "Head (0: root)", "Label"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows))), buttonsOf(submit, leave)),
    focus: () => first.querySelector("input").focus(),
  };
}

function phraseEditor(value, { changed, confirm, leave }) {
  const draft = { ...value, labels: [...value.labels] };
  const submit = () => confirm(draft);
  const keys = enterAndEscape(submit, leave);
  const inner = new Set(value.parents);
  const inputs = value.labels.map(
    (label, node) =>
      inner.has(node) &&
      el("label", {}, el("span", { class: "unseen" }, `Phrase ${node + 1}`), el("input", { type: "text", list: "known-labels", size: 8, value: label, onkeydown: keys, oninput: (event) => ((draft.labels[node] = event.target.value.trim()), changed(draft)) })),
  );
  changed(draft);
  return { node: el("div", {}, el("p", {}, "Labels of the phrases, in the order in which they open:"), el("p", { class: "boxes" }, inputs), buttonsOf(submit, leave)), focus: () => inputs.find(Boolean).querySelector("input").focus() };
}
