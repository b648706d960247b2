// Labels: which are agreed on, which are taken for each other, and what taking two as one would do.
import { tint } from "./colour.js";
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { stepping } from "./controls.js";
import { el } from "./dom.js";
import { itemOf } from "./items.js";
import { measureOf } from "./layers.js";
import { matrixDrawing } from "./matrix.js";
import { count, counted, decimal, percent } from "./numbers.js";
import { plotWithTable } from "./plot.js";
import { saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { clipped, plain, sentence, shown } from "./text.js";
import { treeExamples } from "./tree_example.js";

const MAX_LABELS = 30;
const [LONGEST_LABEL, BESIDE] = [120, 24]; // characters; of two labels beside how often they are confused
const MEET = "How often an annotator gives the label of the column where another gives that of the row";

export const labelsView = {
  id: "labels",
  title: "Labels",
  has: (_, layer) => Boolean(layer?.labels_view),
  draw: ({ layer, whileShown }) => [
    el("h2", {}, "Which labels are agreed on"),
    layer.labels_view.labels_of && el("p", { class: "lead" }, `${sentence(layer.labels_view.labels_of)}.`),
    perLabel(layer),
    confusions(layer, whileShown),
    coincidences(layer),
  ],
};

function perLabel(layer) {
  const labels = layer.labels_view.labels ?? [];
  if (!labels.length) return null;
  const table = dataTable({
    caption: "Agreement on each label",
    name: "labels",
    title: `Agreement on each label: ${layer.name}`,
    notes: [layer.headline.signature],
    rows: labels,
    columns: [
      textColumn("label", (row) => row.label),
      countColumn("count", (row) => row.count),
      valueColumn(measureOf(layer)),
      intervalColumn(),
      numberColumn("specific agreement", (row) => row.specific, {
        hint: "how often a second annotator gives the label that a first one gave",
      }),
    ],
  });
  return plotWithTable(layer.plots.labels, { parts: ["labels", layer.name], table });
}

function confusions(layer, whileShown) {
  const found = layer.labels_view.confusions ?? [];
  if (!found.length) return null;
  const examplesOf = exampleFinder(layer);
  const isWeighted = found.some(({ pairs }) => !Number.isInteger(pairs));
  const isLong = found.some(({ first, second }) => first.length + second.length > BESIDE);
  const list = el(
    "ol",
    { class: isLong ? "confusions stacked" : "confusions" },
    found.slice(0, 20).map((each) => confusion(layer, each, isWeighted ? "weighted pair" : "pair", examplesOf(each))),
  );
  whileShown({ step: stepping(() => list.children, "summary") });
  const without = found.filter((each) => each.merged?.undefined);
  const reasons = [...new Set(without.map((each) => each.merged.undefined))];
  const some = without.length === found.length ? "They have" : "Some have";
  return el(
    "section",
    { "aria-labelledby": "confused" },
    el("h3", { id: "confused" }, "Most confused"),
    outweighed(layer.labels_view),
    isWeighted && el("p", { class: "about" }, "A pair weighs 1/(m − 1) where m annotators labelled the same item."),
    reasons.map((reason) => el("p", { class: "about" }, `${some} no value taken as one: ${plain(reason, 200)}.`)),
    list,
  );
}

/** That one text, which more annotators read than others, holds much of all that is confused. */
function outweighed({ outweighing: text, confusions_of: all }) {
  if (!text) return null;
  const read = `alone, which ${counted(text.annotators, "annotator")} read`;
  return el("p", { class: "about" }, `${percent(text.share)} of ${all} is in `, shown(text.document, 60), ` ${read}.`);
}

/** Finds what stands for a confusion in the page: items, or the places in question in sentences with trees. */
function exampleFinder(layer) {
  const items = new Map(layer.items.shown.map((item) => [item.id, item]));
  const parsed = new Map(layer.trees_view?.sentences.map((each) => [each.id, each]));
  const inItem = (item, labels) => (parsed.has(item.id) ? treeExamples(item, parsed.get(item.id), labels) : [item]);
  return ({ first, second, examples = [] }) =>
    examples.map((id) => items.get(id)).filter(Boolean).slice(0, 5).flatMap((item) => inItem(item, [first, second]));
}

function coded(label) {
  return el("code", {}, clipped(label, LONGEST_LABEL));
}

function confusion(layer, { first, second, pairs, share, share_in_one: inOne, merged }, word, shownItems) {
  const { confusions_of: all, outweighing: text } = layer.labels_view;
  const before = layer.headline.value;
  const change = typeof merged?.value === "number" && typeof before === "number" ? merged.value - before : null;
  return el(
    "li",
    {},
    el(
      "details",
      {},
      el(
        "summary",
        {},
        el("span", { class: "two" }, coded(first), " ⇄ ", coded(second)),
        el(
          "span",
          { class: "cost" },
          el(
            "span",
            { class: "bar", "aria-hidden": "true" },
            el("span", { style: { width: `${Math.max(1, 100 * share)}%` } }),
          ),
          `${percent(share)} of ${all}, ${counted(tenths(pairs), word)}`,
          inOne && [`, ${percent(inOne)} of them in `, shown(text.document, 40)],
        ),
        el(
          "span",
          { class: "merge" },
          change !== null && `taken as one: ${decimal(merged.value)} (${change < 0 ? "" : "+"}${decimal(change)})`,
        ),
      ),
      shownItems.length ? shownItems.map((item) => itemOf(item, layer)) : el(
        "p",
        { class: "about" },
        "No example of it is in this page.",
      ),
    ),
  );
}

function coincidences(layer) {
  const { coincidences: counts, label_names: names } = layer.labels_view;
  if (!counts || names.length > MAX_LABELS) return leftOutMatrix(names ?? []);
  const sums = counts.map((row) => row.reduce((sum, each) => sum + each, 0));
  const rows = names.map((name, index) => ({ name, index }));
  return el(
    "section",
    { "aria-labelledby": "coincidences" },
    el("h3", { id: "coincidences" }, "Which labels meet"),
    el(
      "p",
      { class: "lead" },
      `${MEET}; the colour is its share of the row.`,
    ),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Coincidences of labels, matrix" },
      grid(names, counts, sums),
    ),
    el(
      "div",
      { class: "under near" },
      el("details", { class: "as-table" }, el("summary", {}, "To copy"), dataTable({
        caption: "Coincidences of labels",
        name: "coincidences",
        rows,
        columns: [
          { title: "label", value: (row) => row.name, cell: (row) => shown(row.name, 40) },
          ...names.map(
            (name, column) => ({ title: plain(name), value: (row) => counts[row.index][column], number: true }),
          ),
        ],
      })),
      saveTools(() => drawnGrid(layer, sums), {
        parts: ["coincidences", layer.name],
        heading: `Which labels meet: ${layer.name}`,
        notes: [`${MEET}.`, layer.headline.signature],
      }),
    ),
  );
}

function leftOutMatrix({ length }) {
  if (length <= MAX_LABELS) return null;
  const most = `it is drawn for up to ${MAX_LABELS}`;
  return el("p", { class: "about" }, `There is no matrix of how often ${count(length)} labels meet: ${most}.`);
}

function drawnGrid({ name, labels_view: { coincidences: counts, label_names: names } }, sums) {
  return matrixDrawing({
    title: `Which labels meet: ${name}`,
    described: `${MEET}.`,
    names,
    cellOf: (row, column) => ({
      ...tint(sums[row] ? counts[row][column] / sums[row] : 0),
      lines: [counts[row][column] ? meetings(counts[row][column]) : "·"],
    }),
    wide: 56,
    lines: 1,
  });
}

/** How often labels meet, which need not be a whole number. */
function meetings(met) {
  return count(tenths(met));
}

function tenths(number) {
  return Math.round(number * 10) / 10;
}

function grid(names, counts, sums) {
  return el(
    "table",
    { class: "matrix small" },
    el("caption", { class: "unseen" }, "Coincidences of labels"),
    el("thead", {}, el("tr", {}, el("td"), names.map((name) => el("th", { scope: "col" }, clipped(name, 40))))),
    el(
      "tbody",
      {},
      names.map((name, i) =>
        el("tr", {}, el("th", { scope: "row" }, clipped(name, 40)), names.map((_, j) => {
          const { class: look, style } = tint(sums[i] ? counts[i][j] / sums[i] : 0);
          const met = counts[i][j];
          return el(
            "td",
            { class: `${look}${i === j ? " diagonal" : ""}`, style },
            met ? meetings(met) : el(
              "span",
              { class: "dim" },
              "·",
              el("span", { class: "unseen" }, "0"),
            ),
          );
        })),
      ),
    ),
  );
}
