// One document as each coefficient sees it: its value there, how low that is among documents, and what costs most.
import { addressOf } from "./address.js";
import { intervalColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { measureOf } from "./layers.js";
import { positions } from "./lanes.js";
import { decimal } from "./numbers.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MAX_COSTLY = 5;

/** All coefficients that are measured document by document, on one of them. */
export function viewsOfDocument(layer, name) {
  const all = [layer.agreement, ...(layer.beside ?? []).map((each) => each.agreement)].filter(Boolean);
  const rows = all.flatMap((agreement) => rowsOf(agreement, name));
  if (rows.length < 2) return null;
  const aligned = layer.aligner?.documents.find((each) => each.document === name);
  const items = layer.items.shown.filter((item) => item.document === name);
  const columns = [
    costly(measureOf(layer), items.map((item) => [item.disagreement, item.text ?? item.id, said(item)])),
    aligned && alignerName(layer) !== layer.headline.coefficient && costly(
      measureOf(layer, alignerName(layer)),
      aligned.alignments.map((each) => [each.disorder, markedWords(each, aligned), unitsSaid(each, aligned)]),
    ),
  ].filter(Boolean);
  return el(
    "section",
    { class: "by-measure", "aria-label": `${plain(name)} by each measure` },
    dataTable({
      caption: "This document by each measure",
      name: "measures",
      rows,
      columns: [
        { title: "measure", value: (row) => measureOf(layer, row.coefficient) },
        valueColumn("value"),
        intervalColumn(),
        {
          title: "among documents",
          value: (row) => row.place,
          cell: (row) => `${ordinal(row.place)} lowest of ${row.of}`,
        },
      ],
    }),
    columns.length > 1 && [
      el("h4", {}, "What costs most here, to each of two"),
      el("div", { class: "columns even" }, columns),
      el("p", { class: "place" }, el("a", { href: addressOf("aligner", layer, { document: name }) }, "show aligner")),
    ],
  );
}

function alignerName({ beside = [], headline }) {
  const found = beside.find((each) => each.name === "gamma");
  return found ? found.name : headline.coefficient;
}

function rowsOf({ results, documents, documents_left_out: hidden = 0 }, name) {
  const known = (documents ?? []).filter((row) => typeof row.value === "number");
  const row = known.find((each) => each.document === name);
  if (!row) return [];
  const place = known.filter((each) => each.value < row.value).length + 1;
  return [{ ...row, coefficient: results[0].coefficient, place, of: known.length + hidden }];
}

function ordinal(number) {
  if (number === 1) return "the";
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10;
  return `the ${number}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}

function costly(measure, found) {
  const most = [...found].sort(([one], [other]) => other - one).slice(0, MAX_COSTLY);
  const line = ([cost, words, detail]) =>
    el("li", {}, shown(words, 80), el("small", {}, ` ${decimal(cost, 2)} · `, detail));
  return most.length > 0 && el("div", {}, el("h5", {}, measure), el("ol", {}, most.map(line)));
}

function said({ labels }) {
  const label = (each) => (each === null ? "–" : plain(each, 40) || "nothing");
  return Object.entries(labels).map(([who, each]) => `${plain(who, 20)}: ${label(each)}`).join("; ");
}

function unitsIn({ members }, { units }) {
  return members.filter((member) => member !== null).map((member) => units[member]);
}

function markedWords(alignment, continuum) {
  return unitsIn(alignment, continuum)[0]?.text ?? "";
}

function unitsSaid(alignment, continuum) {
  return unitsIn(alignment, continuum)
    .map((unit) => `${plain(unit.annotator, 20)}: ${plain(unit.category ?? "", 20)} ${positions(unit)}`)
    .join("; ");
}
