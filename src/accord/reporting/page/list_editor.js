// An editor of a short list whose entries are two ends and a label: marks, or relations between two mentions.
import { field } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { buttonsOf, enterAndEscape, labelInput } from "./editing.js";
import { labelButtons, labelOfKey } from "./label_keys.js";

/**
 * An editor {node, focus} that begins with the entries of a version, see editorOf(), with its `entries`, the one that
 * is `chosen`, and what changes them: `replace`, `put`, `add`, `refuse`. What differs between kinds: `name` of the
 * list, `nothing` in it, what a label is called, an entry `inWords`, the ends of the `next` one or nothing where it is
 * refused; more `keys`, `tools` and `fields`, and what is `drawn` with the chosen entry.
 */
export function listEditor(found, value, differs, { changed, choices, confirm, leave }) {
  const { name: listed, nothing, labelled, inWords, next, keys, tools, fields = [], drawn = () => {} } = differs;
  const draft = { entries: value.map((entry) => [...entry]), at: 0, isUnfit: false };
  const list = el("div", { class: "marks-list", role: "listbox", tabindex: 0, "aria-label": listed, onkeydown });
  const focus = () => list.focus();
  const inLabel = { oninput: () => relabel(label.value), onkeydown: enterAndEscape(focus, focus) };
  const label = labelInput({ id: "draft-type", ...inLabel });
  const wrong = el("p", { class: "wrong", role: "status" });
  const chosen = () => draft.entries[draft.at];
  const submit = () => draft.isUnfit || confirm(draft.entries);

  function onkeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = {
      ArrowDown: () => choose(1),
      ArrowUp: () => choose(-1),
      Delete: remove,
      Backspace: remove,
      n: add,
      l: () => (label.focus(), label.select()),
      Enter: submit,
      Escape: leave,
      ...keys,
    }[event.key];
    const named = does ? undefined : labelOfKey(choices, event.key);
    if (!does && named === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (does) does(event);
    else name(named);
  }

  function choose(by) {
    draft.at = Math.max(0, Math.min(draft.entries.length - 1, draft.at + by));
    redraw();
    if (chosen()) say(inWords(chosen()));
  }

  function replace(entry) {
    draft.entries[draft.at] = entry;
    redraw();
  }

  /** Say why not; what is unfit can be confirmed only when it is changed. */
  function refuse(why, isUnfit = draft.isUnfit) {
    fill(wrong, why);
    draft.isUnfit = isUnfit;
  }

  function relabel(text) {
    if (chosen()) replace([...chosen().slice(0, 2), text.trim()]);
  }

  /** Gives the chosen entry a label of the layer. */
  function name(type) {
    if (!chosen()) return;
    replace([...chosen().slice(0, 2), type]);
    label.value = type;
    say(inWords(chosen()));
  }

  function add(_event, ends = next(draft.entries)) {
    if (!ends) return;
    const [usual] = found.versions.flatMap((each) => each.value);
    put([...ends, label.value.trim() || (usual?.[2] ?? "")]);
    say(`added ${inWords(chosen())}`);
  }

  /** Puts an entry in the place of another one, or after all. */
  function put(entry, at = draft.entries.length) {
    draft.at = at;
    replace(entry);
  }

  function remove() {
    draft.entries.splice(draft.at, 1);
    draft.at = Math.max(0, draft.at - 1);
    redraw();
    say("removed");
  }

  function redraw() {
    const option = (entry, index) => {
      const pick = () => ((draft.at = index), redraw());
      const selected = String(index === draft.at);
      const look = { role: "option", id: `entry-${index}`, "aria-selected": selected, onclick: pick };
      return el("div", look, inWords(entry));
    };
    const none = el("div", { role: "option", "aria-selected": "false" }, nothing);
    fill(list, draft.entries.length ? draft.entries.map(option) : none);
    if (draft.entries.length) list.setAttribute("aria-activedescendant", `entry-${draft.at}`);
    else list.removeAttribute("aria-activedescendant");
    if (document.activeElement !== label) label.value = chosen()?.[2] ?? "";
    drawn(chosen());
    draft.isUnfit = false;
    fill(wrong);
    changed(draft.entries.map((entry) => [...entry]));
  }

  redraw();
  const key = ([sign, words, does]) => el("button", { type: "button", onclick: does }, words, " ", el("kbd", {}, sign));
  const all = [...tools, ["n", "Add", add], ["Del", "Remove", remove]].map(key);
  const bar = el("p", { class: "bar-of-tools" }, all, fields, field([`${labelled} `, el("kbd", {}, "l")], label));
  const node = el("div", {}, list, bar, labelButtons(choices, name), wrong, buttonsOf(submit, leave));
  return { node, focus, entries: () => draft.entries, chosen, replace, put, add, refuse };
}
