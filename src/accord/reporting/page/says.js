// Who says what of an item, in one line.
import { el } from "./dom.js";
import { count } from "./numbers.js";
import { plain, shown } from "./text.js";

const APART = 6; // of more annotators, those who say the same stand together
const NAMED = 8;
const ABSENT = 2;

/** Who says what: each for themselves, or, of many, those together who say the same, the most first. */
export function saysOf(labels, { traits }) {
  const most = commonest(labels.map(([, label]) => label));
  const given = labels.filter(([, label]) => label !== null);
  const absent = labels.filter(([, label]) => label === null).map(([annotator]) => annotator);
  const together = Map.groupBy(given, ([, label]) => label);
  const alike = () => [...together].map(([label, who]) => [who.map(([name]) => name), label]);
  const said =
    labels.length > APART
      ? alike().sort(([one], [other]) => other.length - one.length)
      : given.map(([annotator, label]) => [[annotator], label]);
  const what = (label) => (label === "" ? el("em", {}, traits.nothing) : shown(label, 60));
  return el(
    "ul",
    { class: "says" },
    said.map(([who, label]) =>
      el(
        "li",
        { class: label === most ? null : "apart" },
        el("span", { class: "who" }, namesSaid(who)),
        el("span", { class: "what" }, what(label)),
      ),
    ),
    absent.length > 0 &&
      el("li", { class: "absent" }, el("span", { class: "who" }, absentOf(absent, labels.length)), notAnnotated()),
  );
}

function notAnnotated() {
  return el("span", { class: "what" }, "not annotated");
}

function absentOf(absent, all) {
  if (absent.length <= ABSENT) return namesSaid(absent);
  const title = absent.map((name) => plain(name)).join(", ");
  return el("span", { title }, `${count(absent.length)} of ${count(all)}`);
}

function namesSaid(names) {
  const first = names.slice(0, names.length > NAMED + 1 ? NAMED : NAMED + 1);
  const left = names.length - first.length;
  const more = left > 0 && el(
    "span",
    { title: names.slice(first.length).map((name) => plain(name)).join(", ") },
    `, and ${count(left)} more`,
  );
  return [first.map((name, index) => [index > 0 && ", ", shown(name, 40)]), more];
}

/** The label that most gave, if one was. */
export function commonest(labels) {
  const counts = new Map();
  for (const label of labels) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [first, second] = [...counts].sort((one, other) => other[1] - one[1]);
  return first && first[1] > 1 && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
