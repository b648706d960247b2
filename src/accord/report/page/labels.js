// Labels: which are agreed on, which are taken for each other, and what taking two as one would do.
import { tint } from "./colour.js";
import { el } from "./dom.js";
import { itemOf } from "./items.js";
import { count, decimal, ends, figure, percent } from "./numbers.js";
import { intervalPlot } from "./plot.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MOST_LABELS = 30;

export const labelsView = {
  id: "labels",
  title: "Labels",
  has: (_, layer) => Boolean(layer?.labels_view),
  draw: ({ layer, whileShown }) => [
    el("h2", {}, "Which labels are agreed on"),
    perLabel(layer),
    confusions(layer, whileShown),
    coincidences(layer),
  ],
};

function perLabel(layer) {
  const labels = layer.labels_view.labels ?? [];
  if (!labels.length) return null;
  const rows = labels.map((each) => ({ ...each, name: each.label }));
  const table = dataTable({
    caption: "Agreement on each label",
    name: "labels",
    rows,
    columns: [
      { title: "label", value: (row) => row.label, cell: (row) => shown(row.label, 60) },
      { title: "count", value: (row) => row.count, cell: (row) => count(row.count), number: true },
      { title: layer.headline.coefficient, value: (row) => row.value, cell: (row) => figure(row), number: true },
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      {
        title: "specific agreement",
        value: (row) => row.specific,
        cell: (row) => decimal(row.specific),
        number: true,
        hint: "how often a second annotator gives the label that a first one gave",
      },
    ],
  });
  const corrected = rows.some((row) => typeof row.value === "number");
  const plotted = corrected ? rows : rows.map(
    (row) => ({ ...row, value: row.specific, undefined: null, interval: null }),
  );
  const shownRows = plotted.sort((one, other) => (one.value ?? -2) - (other.value ?? -2)).slice(0, MOST_LABELS);
  const title = corrected ? "Agreement on each label against all others, worst first" : "Specific agreement on each label, worst first";
  const described = corrected ? `${shownRows.length} labels, each with ${layer.headline.coefficient} and its interval; chance is at 0.` : `${shownRows.length} labels, each with how often a second annotator gives it where a first one did.`;
  const drawn = intervalPlot({ rows: shownRows, title, described, chance: corrected ? 0 : null });
  return picture({ drawing: drawn, title, name: "label-agreement", table, note: rows.length > MOST_LABELS ? `The ${MOST_LABELS} worst of ${rows.length}; the table has all.` : null });
}

function confusions(layer, whileShown) {
  const found = layer.labels_view.confusions ?? [];
  if (!found.length) return null;
  const items = new Map(layer.items.shown.map((item) => [item.id, item]));
  const list = el("ol", { class: "confusions" }, found.slice(0, 20).map((each) => confusion(layer, each, items)));
  let chosen = -1;
  whileShown({
    step: (way) => {
      chosen = Math.max(0, Math.min(list.children.length - 1, chosen + way));
      list.children[chosen].querySelector("summary").focus();
    },
  });
  const reasons = [...new Set(found.map((each) => each.merged?.undefined).filter(Boolean))];
  return el(
    "section",
    { "aria-labelledby": "confused" },
    el("h3", { id: "confused" }, "Most confused"),
    reasons.map((reason) => el("p", { class: "about" }, `Some are not shown taken as one: ${plain(reason, 200)}.`)),
    list,
  );
}

function confusion(layer, { first, second, pairs, share, merged, examples = [] }, items) {
  const before = layer.headline.value;
  const change = typeof merged?.value === "number" && typeof before === "number" ? merged.value - before : null;
  const shownItems = examples.map((id) => items.get(id)).filter(Boolean).slice(0, 5);
  return el(
    "li",
    {},
    el(
      "details",
      {},
      el(
        "summary",
        {},
        el("span", { class: "two" }, el("code", {}, shown(first, 40)), " ⇄ ", el("code", {}, shown(second, 40))),
        el(
          "span",
          { class: "cost" },
          el(
            "span",
            { class: "bar", "aria-hidden": "true" },
            el("span", { style: { width: `${Math.max(1, 100 * share)}%` } }),
          ),
          `${percent(share)} of all disagreement, ${count(pairs)} pairs`,
        ),
        el(
          "span",
          { class: "merge" },
          change === null ? null : `taken as one: ${decimal(merged.value)} (${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(3)})`,
        ),
      ),
      shownItems.length ? shownItems.map((item) => itemOf(item)) : el(
        "p",
        { class: "about" },
        "No example of it is in this page.",
      ),
    ),
  );
}

function coincidences(layer) {
  const { coincidences: counts, label_names: names } = layer.labels_view;
  if (!counts || names.length > MOST_LABELS) return null;
  const sums = counts.map((row) => row.reduce((sum, each) => sum + each, 0));
  const rows = names.map((name, index) => ({ name, index }));
  return el(
    "section",
    { "aria-labelledby": "coincidences" },
    el("h3", { id: "coincidences" }, "Which labels meet"),
    el(
      "p",
      { class: "lead" },
      "How often an annotator gives the label of the column where another gives that of the row; the colour is its share of the row.",
    ),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Coincidences of labels" },
      grid(names, counts, sums),
    ),
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
  );
}

function grid(names, counts, sums) {
  return el(
    "table",
    { class: "matrix small" },
    el("caption", { class: "unseen" }, "Coincidences of labels"),
    el("thead", {}, el("tr", {}, el("td"), names.map((name) => el("th", { scope: "col" }, shown(name, 16))))),
    el(
      "tbody",
      {},
      names.map((name, i) =>
        el("tr", {}, el("th", { scope: "row" }, shown(name, 16)), names.map((_, j) => {
          const { class: look, style } = tint(sums[i] ? counts[i][j] / sums[i] : 0);
          const met = counts[i][j];
          return el(
            "td",
            { class: `${look}${i === j ? " diagonal" : ""}`, style },
            met ? count(Math.round(met * 10) / 10) : el(
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
