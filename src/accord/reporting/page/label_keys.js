// Labels by key: the digits give the labels of a layer while a version is edited, the same ones in every case.
import { el } from "./dom.js";
import { plain } from "./text.js";

const MAX_BUTTONS = 30;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The labels with their digits, as [label, digit]: a label that is a digit has itself; from the tenth on, none. */
function labelKeys(choices) {
  const own = new Set(choices.filter((label) => DIGITS.includes(label)));
  const free = DIGITS.filter((digit) => !own.has(digit));
  return choices.map((label) => [label, own.has(label) ? label : (free.shift() ?? null)]);
}

/** The label that a key gives, or nothing. */
export function labelOfKey(choices, key) {
  return labelKeys(choices).find(([, digit]) => digit !== null && digit === key)?.[0];
}

/** Buttons with the labels and their keys; `pick(label)` takes one. */
export function labelButtons(choices, pick) {
  if (!choices.length) return null;
  const rest = choices.length - MAX_BUTTONS;
  const button = ([label, digit]) =>
    el(
      "button",
      { type: "button", class: "label-key", onclick: () => pick(label) },
      digit && [el("kbd", {}, digit), " "],
      plain(label, 40),
    );
  const more = rest > 0 && el("span", { class: "about" }, `and ${rest} more: type the first letters`);
  const group = { class: "bar-of-tools label-keys", role: "group", "aria-label": "Labels" };
  return el("div", group, labelKeys(choices).slice(0, MAX_BUTTONS).map(button), more);
}

/** The labels in a value of a case. */
function labelsIn(value, { kind }) {
  if (kind === "label") return [value];
  return Array.isArray(value) ? value.map(([, , label]) => label) : value.labels;
}

/** The labels of a value that nobody used: neither in this layer nor in a version of this case. */
export function unusedLabels(value, found, choices) {
  const used = new Set([...choices, ...found.versions.flatMap((each) => labelsIn(each.value, found))]);
  return [...new Set(labelsIn(value, found))].filter((label) => !used.has(label));
}

/** That nobody used some labels, in words. */
export function unusedInWords(labels) {
  const names = labels.map((label) => (label === "" ? "an empty label" : `‘${plain(label, 40)}’`));
  return `Nobody used ${names.join(" or ")} so far.`;
}
