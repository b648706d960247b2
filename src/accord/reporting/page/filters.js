// Which cases of the queue are listed, and in what order; kept in the address, so that a link shows the same.
import { addressOf } from "./address.js";
import { chooser } from "./controls.js";
import { desk } from "./desk.js";
import { el } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { plain } from "./text.js";

const ORDERS = [
  ["", "Hardest first", (one, other) => other.disagreement - one.disagreement || one.at - other.at],
  ["document", "By document", (one, other) => one.place - other.place],
  ["gain", "What raises agreement most", (one, other) => (other.gain ?? -1) - (one.gain ?? -1) || one.at - other.at],
];
const NOTHING = "nothing";

/** The filters by their names in the address: what each offers of a case, and how it is called. */
const FILTERS = {
  document: { title: "Document", of: (row) => [row.document], words: (name) => plain(name, 40) },
  annotator: { title: "Annotator against the others", of: apart, words: (name) => plain(name, 40) },
  pair: { title: "Labels that meet", of: (row) => row.pairs.map((pair) => JSON.stringify(pair)), words: pairInWords },
  sort: { title: "Kind of difference", of: (row) => row.sorts, words: (name) => desk.queue.sorts[name] ?? name },
};

/** Takes what is to be listed from an address. */
export function takeFilters(parameters) {
  const names = ["order", ...Object.keys(FILTERS)];
  desk.listed = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ""]));
  const item = parameters.get("case");
  if (item !== desk.linked) desk.toOpen = item;
  desk.linked = item;
}

/** The cases that are listed, in their order; with a batch of this window, those of the batch. */
export function casesListed(all) {
  const chosen = Object.entries(FILTERS).filter(([name]) => desk.listed[name]);
  const fits = (row) => chosen.every(([name, { of }]) => of(row).includes(desk.listed[name]));
  const batch = desk.batch && new Set(desk.batch);
  const [, , compare] = ORDERS.find(([name]) => name === desk.listed.order) ?? ORDERS[0];
  return all.filter((row) => fits(row) && (!batch || batch.has(row.id))).sort(compare);
}

/** Whether not all cases are listed for what was chosen, and not for a batch. */
function isFiltered() {
  return Object.keys(FILTERS).some((name) => desk.listed[name]);
}

/** Lists all cases again; `changed()` draws them. */
function clearFilters(changed) {
  chooseListed(Object.fromEntries(Object.keys(FILTERS).map((name) => [name, ""])), changed);
}

/** The order and the filters, for what occurs in the queue; `changed()` is called when something else is chosen. */
export function filterBar(changed) {
  const { all, agreement, cases } = desk.queue;
  const orders = ORDERS.map(([, words]) => words);
  const order = Math.max(0, ORDERS.findIndex(([name]) => name === desk.listed.order));
  const choosers = Object.entries(FILTERS).map(([name, filter]) => filterChooser(name, filter, all, changed));
  const pick = (index) => chooseListed({ order: ORDERS[index][0] }, changed);
  const now = agreement.now === null ? "undefined" : decimal(agreement.now);
  return [
    chooser("Order", orders, order, pick, { id: "list-order" }),
    desk.listed.order === "gain" &&
      el(
        "p",
        { class: "about" },
        `${agreement.measure} is ${now}. Each case has what it would gain if all had said what most said there.`,
      ),
    el(
      "details",
      { class: "filters", open: isFiltered() },
      el("summary", {}, "Filter", isFiltered() && `: ${count(cases.length)} of ${counted(all.length, "case")}`),
      choosers,
      isFiltered() && el("button", { type: "button", onclick: () => clearFilters(changed) }, "Show all"),
    ),
  ];
}

function filterChooser(name, { title, of, words }, all, changed) {
  const times = new Map();
  for (const row of all) for (const each of new Set(of(row))) times.set(each, (times.get(each) ?? 0) + 1);
  const chosen = desk.listed[name];
  if (times.size < 2 && !chosen) return null;
  if (chosen && !times.has(chosen)) times.set(chosen, 0);
  const names = [...times.keys()];
  if (name !== "document") names.sort((one, other) => times.get(other) - times.get(one));
  const options = ["all", ...names.map((each) => `${words(each)} (${count(times.get(each))})`)];
  const pick = (index) => chooseListed({ [name]: index === 0 ? "" : names[index - 1] }, changed);
  return chooser(title, options, names.indexOf(chosen) + 1, pick, { id: `list-${name}` });
}

function chooseListed(changes, changed) {
  Object.assign(desk.listed, changes);
  const layer = { id: desk.layer };
  const parameters = Object.fromEntries(Object.entries(desk.listed).filter(([, value]) => value));
  history.replaceState(null, "", addressOf("adjudicate", layer, parameters));
  document.getElementById("main").dataset.place = location.hash;
  desk.linked = null;
  changed();
}

/** Annotators who did not say what more than half of those said who looked. */
function apart({ versions }) {
  return versions.flatMap(([, annotators, isMajority]) => (isMajority ? [] : annotators));
}

function pairInWords(text) {
  let pair = [];
  try {
    pair = JSON.parse(text);
  } catch {
    return plain(text, 40); // somebody wrote the address
  }
  const words = (label) => (label === null ? NOTHING : plain(String(label), 30) || "an empty label");
  return [pair].flat().map(words).join(" – ");
}
