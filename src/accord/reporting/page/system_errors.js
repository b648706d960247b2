// What systems have wrong: how often, which and where; and how good they are in each document.
import { countColumn, textColumn, valueColumn } from "./columns.js";
import { chooser } from "./controls.js";
import { el } from "./dom.js";
import { count, counted } from "./numbers.js";
import { dataTable } from "./table.js";
import { plain, sentence, shown } from "./text.js";

/** The errors of one run: counted by what is wrong, of which one can be picked, and listed with their places. */
export function runErrors({ errors, terms, id }, { parameters, go }) {
  if (!errors?.length) return null;
  const run = errors[Math.min(errors.length - 1, Number(parameters.get("errors")) || 0)];
  const picked = run.counts.find((row) => formOf(row) === parameters.get("error")) ?? null;
  const choose = (index, row) => go("systems", { of: id, errors: index, error: row && formOf(row) });
  const here = errors.indexOf(run);
  const called = ({ name, total }) => `${plain(name, 60)} (${count(total)})`;
  return el(
    "section",
    { "aria-labelledby": "errors-title" },
    el("h3", { id: "errors-title" }, `${sentence(terms.marked)}s that are ${terms.wrong}`),
    errors.length > 1 && el(
      "div",
      { class: "bar-of-tools" },
      chooser("Errors of", errors.map(called), here, (index) => choose(index, null), { id: "errors-of" }),
    ),
    run.total === 0 && el("p", {}, "There are none."),
    run.total > 0 && [
      dataTable({
        caption: `What ${plain(run.name, 60)} has wrong, by ${terms.part}`,
        name: "error-counts",
        rows: run.counts,
        most: 15,
        head: 1,
        onpick: run.shown.length ? (row) => choose(here, row) : null,
        columns: [
          errorColumn(),
          textColumn(terms.part, (row) => row.label),
          ...(run.counts.some((row) => row.predicted !== null) ? [predictedColumn()] : []),
          countColumn("count", (row) => row.count),
        ],
      }),
      run.shown.length > 0 && listed(run, terms, picked, () => choose(here, null)),
    ],
  );
}

function errorColumn() {
  return { title: "error", value: (row) => row.kind, cell: (row) => el("span", { class: "whole" }, row.kind) };
}

function predictedColumn() {
  return textColumn("predicted", (row) => row.predicted ?? "–");
}

function formOf({ kind, label, predicted }) {
  return [kind, label, predicted ?? ""].map((each) => each.toWellFormed()).join("\u001f");
}

/** Errors with their places: some of each kind, or those of the kind that was picked. */
function listed(run, terms, picked, close) {
  const isPicked = (row) =>
    row.kind === picked.kind && row.label === picked.label && (picked.predicted ?? row.other) === row.other;
  const rows = picked ? run.shown.filter(isPicked) : run.shown;
  const total = picked ? picked.count : run.total;
  const documents = rows.some((row) => row.document);
  const what = picked ? ["Those ", picked.kind, " of ", shown(picked.label, 60)] : ["All errors"];
  return el(
    "div",
    { class: "listed-errors" },
    el(
      "p",
      { class: "about" },
      what,
      rows.length < total ? `: ${count(rows.length)} of ${count(total)} are here. ` : `: ${count(total)}. `,
      picked && el("button", { type: "button", onclick: close }, "All errors"),
    ),
    dataTable({
      caption: `Errors of ${plain(run.name, 60)}`,
      name: "errors",
      rows,
      most: 12,
      head: 1,
      columns: [
        errorColumn(),
        textColumn(terms.part, (row) => row.label),
        textColumn("words", (row) => row.text || "–"),
        textColumn("the other side", (row) => row.other || "–"),
        ...(rows.some((row) => row.context) ? [contextColumn] : []),
        ...(documents ? [textColumn("document", (row) => row.document, { most: 30 })] : []),
        { title: "where", value: whereOf, cell: (row) => el("code", { class: "whole" }, shown(whereOf(row), 60)) },
      ],
    }),
  );
}

const contextColumn = { title: "in context", value: (row) => row.context, cell: inContext, sort: false };

/** The words around an error with its own made bold, which are in brackets. */
function inContext({ context, text }) {
  const [before, after] = context.split(`[${text}]`, 2);
  if (after === undefined) return shown(context || "–", 200);
  return el("span", { class: "quoted" }, shown(before, 100), el("strong", {}, shown(text, 100)), shown(after, 100));
}

function whereOf({ file, line }) {
  const name = file?.split(/[\\/]/).at(-1) ?? "–";
  return line === null || line === undefined ? name : `${name}:${line}`;
}

/** The headline measure of each run in each document, the worst of the best system first. */
export function documentScores({ documents, documents_left_out: left, runs, measures, unit }, most) {
  if (!documents?.length) return null;
  const [, title] = Object.entries(measures)[0];
  return el("section", { "aria-label": "By document" }, dataTable({
    caption: `${sentence(title)} in each document`,
    name: "system-documents",
    rows: documents,
    most: 20,
    columns: [
      textColumn("document", (row) => row.document),
      ...(unit === "document" ? [] : [countColumn(`${unit}s`, (row) => row.size)]),
      ...runs.slice(0, most).map(({ name }, index) => valueColumn(plain(name, 30), (row) => row.runs[index])),
    ],
  }), left > 0 && el("p", { class: "about" }, `${counted(left, "document")} more not shown.`));
}
