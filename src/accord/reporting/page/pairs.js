// Pairs: who agrees with whom, on how much, and what two of them see differently.
import { legend, shade, side } from "./colour.js";
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { itemList } from "./items.js";
import { measureOf } from "./layers.js";
import { matrixDrawing } from "./matrix.js";
import { count, counted, decimal, ends, nounOf } from "./numbers.js";
import { held } from "./record.js";
import { saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { clipped, plain, sentence, shown } from "./text.js";

const WIDEST = 24;
const DIAGONAL = "Above the diagonal the value and its interval; below it";

export const pairsView = {
  id: "pairs",
  title: "Pairs",
  has: (_, layer) => (layer?.pairs?.length ?? 0) > 0,
  draw(context) {
    const { layer, parameters } = context;
    const opened = layer.pairs.find(
      (pair) => pair.first === parameters.get("first") && pair.second === parameters.get("second"),
    );
    return [
      el("h2", {}, "Who agrees with whom"),
      el("p", { class: "lead" }, `${sentence(measureOf(layer))} of every two annotators. `, howToRead(layer)),
      hasMatrix(layer) && [
        matrix(context, opened),
        el("div", { class: "under near" }, legend(), saveTools(() => drawnMatrix(layer), savedMatrix(layer))),
      ],
      opened && differing(context, opened),
      list(context),
    ];
  },
};

function hasMatrix({ annotators }) {
  return annotators.length <= WIDEST;
}

function howToRead(layer) {
  const { annotators, pairs } = layer;
  const numbers = numbersOfPairs(layer);
  if (hasMatrix(layer)) return `${DIAGONAL}, ${numbers}. Choose a cell to see these.`;
  return (
    `A matrix is drawn of up to ${WIDEST} annotators, and here are ${count(annotators.length)}: the table has the ` +
    `${counted(pairs.length, "pair")}, the lowest first, with ${numbers}. Choose a pair to see these.`
  );
}

/** What is counted of every two annotators beside the value. */
function numbersOfPairs(layer) {
  const measured = "how far apart their numbers typically are, the median";
  const far = areQuantities(layer) ? measured : "on how many they differ";
  return `how many ${layer.counts.pairs}s both annotated and ${far}`;
}

function savedMatrix(layer) {
  const { name, headline } = layer;
  return {
    parts: ["pairs", name],
    heading: `${sentence(measureOf(layer))} of every two annotators: ${name}`,
    notes: [`${DIAGONAL}, ${numbersOfPairs(layer)}.`, headline.signature],
  };
}

/** The pair of every two names, in either order. */
function pairsByNames({ pairs }) {
  return new Map(
    pairs.flatMap((pair) => [[pairKey(pair.first, pair.second), pair], [pairKey(pair.second, pair.first), pair]]),
  );
}

function drawnMatrix(layer) {
  const known = pairsByNames(layer);
  const { annotators: names, counts } = layer;
  const cellOf = (row, column) => {
    const pair = known.get(pairKey(names[row], names[column]));
    if (!pair) return null;
    const used = `${count(pair.used)} ${nounOf(pair.used, counts.pairs)}`;
    if (row > column) return { class: "counts", lines: [used, differs(pair)] };
    return { ...shade(pair.value), lines: valueLines(pair) };
  };
  const title = `${sentence(measureOf(layer))} of every two annotators: ${layer.name}`;
  const described = `${DIAGONAL}, ${numbersOfPairs(layer)}.`;
  return matrixDrawing({ title, described, names, cellOf, wide: 118, lines: 2 });
}

function areQuantities({ pairs }) {
  return pairs.some(({ apart }) => typeof apart === "number");
}

/** On how many they differ; of measured numbers, hardly two of which are the same, how far they are apart. */
function differs({ differing, apart }) {
  return typeof apart === "number" ? `${Number(apart.toPrecision(3))} apart` : `${count(differing)} differ`;
}

function valueLines({ value, interval }) {
  return typeof value === "number" ? [`${side(value)}${decimal(value)}`, ends(interval)] : ["undefined"];
}

function matrix(context, opened) {
  const { layer } = context;
  const known = pairsByNames(layer);
  const names = layer.annotators;
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Agreement of pairs, matrix" },
    el(
      "table",
      { class: "matrix" },
      el("caption", { class: "unseen" }, `Agreement of every two of ${names.length} annotators`),
      el("thead", {}, el("tr", {}, el("td"), names.map((name) => el("th", { scope: "col" }, clipped(name, 40))))),
      el(
        "tbody",
        {},
        names.map((row, i) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, clipped(row, 40)),
            names.map((column, j) =>
              i === j ? sameCell() : pairCell(context, known.get(pairKey(row, column)), i < j, opened),
            ),
          ),
        ),
      ),
    ),
  );
}

function sameCell() {
  return el("td", { class: "self" }, el("span", { class: "unseen" }, "the same annotator"));
}

function pairCell({ go, layer }, pair, upper, opened) {
  if (!pair) return el("td", {}, "–");
  const open = () => go("pairs", pair === opened ? {} : { first: pair.first, second: pair.second });
  const said = `${plain(pair.first)} and ${plain(pair.second)}`;
  const chosen = pair === opened ? "true" : "false";
  if (!upper)
    return el(
      "td",
      { class: "counts" },
      el(
        "button",
        { type: "button", onclick: open, "aria-pressed": chosen },
        el("span", {}, count(pair.used), el("small", {}, ` ${nounOf(pair.used, layer.counts.pairs)}`)),
        el("small", {}, differs(pair)),
        pair.excluded > 0 && el("small", {}, `${count(pair.excluded)} left out`),
        el("span", { class: "unseen" }, ` ${said}`),
      ),
    );
  const { class: look, style } = shade(pair.value);
  return el(
    "td",
    { class: look, style: style ?? {} },
    el(
      "button",
      { type: "button", onclick: open, "aria-pressed": chosen },
      el(
        "span",
        { class: "strong" },
        side(pair.value),
        typeof pair.value === "number" ? decimal(pair.value) : "undefined",
      ),
      el("small", {}, typeof pair.value === "number" ? ends(pair.interval) : clipped(pair.undefined)),
      el("span", { class: "unseen" }, ` ${said}: show what they differ on`),
    ),
  );
}

function differing({ layer, whileShown, go }, pair) {
  const { first, second } = pair;
  const both = layer.items.shown.filter(({ labels }) => differ(labels, first, second));
  const places = pair.places ?? pair.differing ?? 0;
  return el(
    "section",
    { class: "opened", "aria-labelledby": "pair-title" },
    el("h3", { id: "pair-title" }, "What ", shown(first, 40), " and ", shown(second, 40), " see differently"),
    el(
      "p",
      {},
      `${counted(pair.differing, layer.counts.pairs)} of ${count(pair.used)}`,
      typeof pair.places === "number" && `, in ${counted(pair.places, layer.counts.items)}`,
      " ",
      el("button", { type: "button", onclick: () => go("pairs") }, "Close"),
    ),
    itemList({ layer, items: both, among: [first, second], left: Math.max(0, places - both.length), whileShown }),
  );
}

/** Whether both said something, and not the same. */
function differ(labels, first, second) {
  const [one, other] = [held(labels, first), held(labels, second)];
  return one !== null && other !== null && one !== other;
}

function list({ layer, go }) {
  return dataTable({
    caption: "All pairs",
    title: `Agreement of pairs: ${layer.name}`,
    notes: [layer.headline.signature],
    name: "pairs",
    rows: layer.pairs,
    sorted: [2, false],
    onpick: (pair) => go("pairs", { first: pair.first, second: pair.second }),
    columns: [
      textColumn("first", (pair) => pair.first, { most: 40 }),
      textColumn("second", (pair) => pair.second, { most: 40 }),
      valueColumn(measureOf(layer)),
      intervalColumn(),
      countColumn("used", (pair) => pair.used),
      countColumn("left out", (pair) => pair.excluded),
      areQuantities(layer)
        ? numberColumn("apart (median)", (pair) => pair.apart)
        : countColumn("differing", (pair) => pair.differing),
    ],
  });
}

function pairKey(first, second) {
  return JSON.stringify([first, second]);
}
