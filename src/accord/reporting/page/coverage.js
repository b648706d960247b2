// Who did what: layers by annotators, each with how much was done and which part of the files.
import { addressOf } from "./address.js";
import { countColumn } from "./columns.js";
import { el, svg } from "./dom.js";
import { count, counted } from "./numbers.js";
import { dataTable } from "./table.js";
import { clipped, plain } from "./text.js";

const [STRIP_WIDTH, STRIP_HEIGHT] = [84, 8];
const MAX_ANNOTATORS = 12; // in one table
const MAX_BESIDE = 4; // of one layer, more stand in columns

/** A table of what each annotator did of each layer; annotators are rows where there are more of them than layers. */
export function coverageTable({ layers }) {
  const covered = layers.filter((layer) => layer.coverage);
  if (!covered.length) return null;
  const [{ coverage: first }] = covered;
  if (covered.length === 1 && first.least === first.total) return allDid(covered[0]);
  if (covered.length === 1 && first.annotators.length > MAX_BESIDE) return inColumns(covered[0]);
  const { names, left } = annotatorsOf(covered);
  const byLayer = covered.length > 1 && names.length <= covered.length;
  const more = `And ${counted(left, "annotator")} more, none of whom did more.`;
  return el(
    "div",
    { class: "coverage" },
    dataTable({
      caption: "Who did what",
      name: "coverage",
      ...(byLayer ? layersDown(covered, names) : annotatorsDown(covered, names)),
    }),
    left > 0 && el("p", { class: "about" }, more),
  );
}

/** Where everybody did everything there is nothing to compare. */
function allDid({ coverage, annotators }) {
  const who = annotators.length === 2 ? "Both annotators" : `All ${counted(annotators.length, "annotator")}`;
  return el("p", { class: "about" }, `${who} did ${counted(coverage.total, coverage.unit)} each: all there are.`);
}

/** Many annotators of one layer, beside each other. */
function inColumns(layer) {
  const { coverage } = layer;
  const rows = [...coverage.annotators].sort((one, other) => other.done - one.done);
  const cell = (row) => [el("span", { class: "name" }, clipped(row.annotator, 24)), doneCell(row, coverage)];
  return el(
    "section",
    { class: "coverage", "aria-labelledby": "who-did-what" },
    el("h3", { id: "who-did-what" }, "Who did what"),
    el("p", { class: "about" }, `Of ${layerHolds(layer)}; dark where all of that part of the files was done.`),
    el("ul", { class: "who-did" }, rows.map((row) => el("li", {}, cell(row)))),
    coverage.left_out > 0 && el("p", { class: "about" }, `And ${counted(coverage.left_out, "annotator")} more.`),
    el("details", { class: "as-table" }, el("summary", {}, "As a table"), dataTable({
      caption: "Who did what",
      unseen: true,
      name: "coverage",
      rows,
      columns: [
        { title: "annotator", value: (row) => row.annotator, cell: (row) => clipped(row.annotator, 30) },
        countColumn("done", (row) => row.done),
      ],
    })),
  );
}

/** Those who did most in all layers together, in the order of the files. */
function annotatorsOf(layers) {
  const done = new Map();
  for (const { coverage } of layers)
    for (const row of coverage.annotators) done.set(row.annotator, (done.get(row.annotator) ?? 0) + row.done);
  const busiest = [...done.keys()].sort((one, other) => done.get(other) - done.get(one));
  const shown = new Set(busiest.slice(0, MAX_ANNOTATORS));
  const all = new Set(layers.flatMap((layer) => layer.annotators));
  return { names: [...done.keys()].filter((name) => shown.has(name)), left: Math.max(0, all.size - shown.size) };
}

function layersDown(layers, names) {
  const columns = [
    {
      title: "layer",
      value: (layer) => layer.name,
      cell: (layer) => el("a", { href: addressOf("overview", layer) }, clipped(layer.name, 30)),
    },
    { title: "size", value: (layer) => layer.coverage.total, cell: sizeOf, copied: (layer) => layerHolds(layer) },
    ...names.map((name) => doneColumn(plain(name, 16), (layer) => [layer, name])),
  ];
  return { rows: layers, columns };
}

function annotatorsDown(layers, names) {
  const title = (layer) => (layers.length > 1 ? plain(layer.name, 24) : layerHolds(layer));
  const columns = [
    { title: "annotator", value: (name) => name, cell: (name) => clipped(name, 30) },
    ...layers.map((layer) => doneColumn(title(layer), (name) => [layer, name])),
  ];
  return { rows: names, columns };
}

function sizeOf(layer) {
  const { coverage, given, counts } = layer;
  return [counted(coverage.total, coverage.unit), given !== null && el("small", {}, counted(given, counts.annotators))];
}

function layerHolds({ coverage, given, counts }) {
  const all = counted(coverage.total, coverage.unit);
  return given === null ? all : `${all}, ${counted(given, counts.annotators)}`;
}

function doneColumn(title, at) {
  const found = (row) => {
    const [layer, name] = at(row);
    return layer.coverage.annotators.find((each) => each.annotator === name);
  };
  return {
    title,
    value: (row) => found(row)?.done ?? 0,
    copied: (row) => count(found(row)?.done ?? 0),
    cell: (row) => doneCell(found(row), at(row)[0].coverage),
  };
}

function doneCell(done, { total, unit }) {
  if (!done) return el("span", { class: "dim" }, "–");
  const all = done.done === total;
  const said = all ? `all ${count(total)}` : `${count(done.done)} of ${count(total)}`;
  return el("span", { class: "done", title: `${said} ${unit}s` }, partsStrip(done.parts), el("small", {}, said));
}

/** Which part of the files was done: dark where all of it was. */
function partsStrip(parts) {
  const wide = STRIP_WIDTH / parts.length;
  const box = (look, x, width, more = {}) =>
    svg("rect", { class: look, x, y: 0, width, height: STRIP_HEIGHT, ...more });
  return svg(
    "svg",
    {
      viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`,
      width: STRIP_WIDTH,
      height: STRIP_HEIGHT,
      class: "strip",
      "shape-rendering": "crispEdges",
      "aria-hidden": "true",
    },
    box("whole", 0, STRIP_WIDTH),
    parts.map(
      (share, index) => share > 0 && box("part", wide * index, wide, { opacity: 0.2 + 0.8 * share }),
    ),
  );
}
