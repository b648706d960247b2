// Two mentions on whose relations annotators differ: arcs [source, target, type] between mention 0 and mention 1.
import { field } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { buttonsOf, enterAndEscape, labelInput } from "./editing.js";
import { plain } from "./text.js";

/** What the desk asks of a kind with cases of its own; see own_cases.js. */
export const RELATION_CASES = { inWords: relationsInWords, editor: relationEditor };

function relationsInWords(arcs, found) {
  return arcs.map((arc) => arcInWords(arc, found)).join("; ") || "no relation";
}

function arcInWords([source, target, type], found) {
  const name = plain(type, 60) || "linked";
  const way = found.symmetric.includes(type) ? "–" : "→";
  return `${mentionInWords(source, found)} – ${name} ${way} ${mentionInWords(target, found)}`;
}

function mentionInWords(number, { mentions, tokens, text, offset }) {
  const [start, end, type] = mentions[number];
  const words = (tokens ?? [...(text ?? "")]).slice(start - offset, end - offset).join(tokens ? " " : "");
  return `${plain(words, 60) || `${start}–${end}`}${type && ` (${plain(type, 30)})`}`;
}

/** An editor {node, focus} of arcs, which begins with those of a version; see editorOf(). */
function relationEditor(found, value, { changed, confirm, leave }) {
  const draft = { arcs: value.map((arc) => [...arc]), chosen: 0 };
  const submit = () => confirm(draft.arcs);
  const list = el("div", {
    class: "marks-list",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Relations",
    onkeydown: arcKeys,
  });
  const back = () => list.focus();
  const keys = enterAndEscape(back, back);
  const type = labelInput({ id: "draft-type", oninput: () => retype(type.value), onkeydown: keys });

  function arcKeys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = {
      ArrowDown: () => choose(1),
      ArrowUp: () => choose(-1),
      r: turn,
      n: add,
      Delete: remove,
      Backspace: remove,
      l: () => (type.focus(), type.select()),
      Enter: submit,
      Escape: leave,
    }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  function choose(by) {
    draft.chosen = Math.max(0, Math.min(draft.arcs.length - 1, draft.chosen + by));
    redrawn();
    if (draft.arcs[draft.chosen]) say(arcInWords(draft.arcs[draft.chosen], found));
  }

  function turn() {
    const arc = draft.arcs[draft.chosen];
    if (!arc) return;
    draft.arcs[draft.chosen] = [arc[1], arc[0], arc[2]];
    redrawn();
    say(arcInWords(draft.arcs[draft.chosen], found));
  }

  function retype(name) {
    if (!draft.arcs[draft.chosen]) return;
    draft.arcs[draft.chosen][2] = name.trim();
    redrawn();
  }

  function add() {
    const known = found.versions.flatMap((each) => each.value);
    draft.arcs.push([0, 1, type.value.trim() || (known[0]?.[2] ?? "")]);
    draft.chosen = draft.arcs.length - 1;
    redrawn();
    say(`added ${arcInWords(draft.arcs.at(-1), found)}`);
  }

  function remove() {
    draft.arcs.splice(draft.chosen, 1);
    draft.chosen = Math.max(0, draft.chosen - 1);
    redrawn();
    say("removed");
  }

  function redrawn() {
    const option = (arc, index) => {
      const pick = () => ((draft.chosen = index), redrawn());
      const selected = String(index === draft.chosen);
      const look = { role: "option", id: `arc-${index}`, "aria-selected": selected, onclick: pick };
      return el("div", look, arcInWords(arc, found));
    };
    const nothing = el("div", { role: "option", "aria-selected": "false" }, "no relation");
    fill(list, draft.arcs.length ? draft.arcs.map(option) : nothing);
    if (draft.arcs.length) list.setAttribute("aria-activedescendant", `arc-${draft.chosen}`);
    else list.removeAttribute("aria-activedescendant");
    if (document.activeElement !== type) type.value = draft.arcs[draft.chosen]?.[2] ?? "";
    changed(draft.arcs.map((arc) => [...arc]));
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
        key("n", "Add", add),
        key("r", "Turn round", turn),
        key("Del", "Remove", remove),
        field(["Type ", el("kbd", {}, "l")], type),
      ),
      buttonsOf(submit, leave),
    ),
    focus: () => list.focus(),
  };
}
