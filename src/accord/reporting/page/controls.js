// Controls that several views share: a field with its name, a choice, the way back and on, and steps of the keyboard.
import { el } from "./dom.js";

/** A control with its name above it. */
export function field(name, control) {
  return el("label", { class: "chooser" }, el("span", {}, name), control);
}

/** A choice of one of some options; `onpick` is called with its place among them. */
export function chooser(name, options, chosen, onpick, attributes = {}) {
  const picked = (event) => onpick(Number(event.target.value));
  const option = (words, index) => el("option", { value: index, selected: index === chosen }, words);
  return field(name, el("select", { ...attributes, onchange: picked }, options.map(option)));
}

/** Two buttons, back and on, which the keys k and j also press. */
export function backAndOn(move, { isFirst = false, isLast = false } = {}) {
  const key = (name) => el("kbd", { "aria-hidden": "true" }, name);
  return [
    el("button", { type: "button", onclick: () => move(-1), disabled: isFirst }, "← Previous ", key("k")),
    el("button", { type: "button", onclick: () => move(1), disabled: isLast }, "Next ", key("j"), " →"),
  ];
}

/** A step for whileShown() that gives the focus to one element after the other; `inside` is the part that takes it. */
export function stepping(elements, inside = ":scope") {
  let last = null;
  return (way) => {
    const all = [...elements()];
    if (!all.length) return;
    const here = all.find((each) => each.contains(document.activeElement)) ?? last;
    last = all[Math.max(0, Math.min(all.length - 1, all.indexOf(here) + way))];
    (inside === ":scope" ? last : last.querySelector(inside)).focus();
  };
}
