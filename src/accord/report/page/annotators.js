// Annotators: each against the rest, the rest without them, and whether they drift apart as they go on.
import { el, svg } from "./dom.js";
import { count, decimal, ends, figure } from "./numbers.js";
import { drawing, intervalPlot, room, round } from "./plot.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const HIGH_CHART = 150;

export const annotatorsView = {
  id: "annotators",
  title: "Annotators",
  has: (_, layer) => (layer?.annotators_table?.length ?? 0) > 0,
  draw: ({ layer }) => [el("h2", {}, "How each annotator fits in"), againstRest(layer), drifts(layer)],
};

function againstRest(layer) {
  const rows = layer.annotators_table;
  const coefficient = layer.headline.coefficient;
  const table = dataTable({
    caption: "Each annotator against the rest, and the rest alone",
    name: "annotators",
    rows,
    sorted: [2, false],
    columns: [
      { title: "annotator", value: (row) => row.annotator, cell: (row) => shown(row.annotator, 60) },
      { title: "labels", value: (row) => row.labels, cell: (row) => count(row.labels), number: true },
      {
        title: "against the rest",
        value: (row) => row.against_rest?.value,
        cell: (row) => figure(row.against_rest),
        number: true,
      },
      { title: "the rest alone", value: (row) => row.without?.value, cell: (row) => figure(row.without), number: true },
      {
        title: "slope per 100",
        value: (row) => row.slope?.value,
        cell: (row) => (row.slope ? figure(row.slope) : "–"),
        number: true,
        hint: "how much agreement with the rest changes over 100 items",
      },
      { title: "interval of slope", value: (row) => ends(row.slope?.interval), number: true, sort: false },
    ],
  });
  const drawn = intervalPlot({
    rows: rows.map((row) => ({ name: row.annotator, ...row.against_rest, other: row.without })),
    title: "Each annotator against the rest",
    described: `${rows.length} annotators: a dot for ${coefficient} against the rest, an open square for the agreement of the others without them; chance is at 0.`,
    fine: true,
  });
  return picture({
    drawing: drawn,
    title: `Each annotator against the rest: ${coefficient}`,
    note: "● against the rest   □ what the others agree without this annotator: where the square lies to the right of the dot, the others agree more among themselves",
    name: "annotators",
    table,
  });
}

function drifts(layer) {
  const rows = layer.annotators_table.filter(
    (row) => (row.drift ?? []).filter((each) => each.value !== null).length > 1,
  );
  if (!rows.length) return null;
  const all = rows.flatMap((row) => row.drift.map((each) => each.value)).filter((value) => value !== null);
  const low = Math.min(0.5, Math.floor(Math.min(...all) * 10) / 10);
  return el(
    "section",
    { "aria-labelledby": "drift" },
    el("h3", { id: "drift" }, "Agreement with the rest as the work goes on"),
    el(
      "p",
      { class: "lead" },
      `Observed agreement with the others in windows, in the order of the ${layer.kind === "units" ? "item" : layer.unit}s; the broken line is the slope where there is one.`,
    ),
    el(
      "div",
      { class: "charts" },
      rows.map((row) => driftChart(row, low, layer.kind === "units" ? "item" : layer.unit)),
    ),
  );
}

/** As many charts beside each other as can be read. */
function chartWidth() {
  const all = room(1152);
  const columns = all >= 1000 ? 3 : all >= 660 ? 2 : 1;
  return Math.min(420, (all - 34 * (columns - 1)) / columns);
}

function driftChart(row, low, unit) {
  const wide = chartWidth();
  const last = Math.max(...row.drift.map((each) => each.to));
  const [left, right, top, bottom] = [38, wide - 8, 10, HIGH_CHART - 26];
  const x = (item) => left + (item / last) * (right - left);
  const y = (value) => bottom - ((value - low) / (1 - low)) * (bottom - top);
  const points = row.drift.filter((each) => each.value !== null).map((each) => [(each.from + each.to) / 2, each.value]);
  const path = points.map(
    ([item, value], index) => `${index ? "L" : "M"}${round(x(item))} ${round(y(value))}`,
  ).join("");
  const slope = row.slope && typeof row.slope.value === "number" ? row.slope : null;
  const said = slope ? `slope ${decimal(slope.value, 4)} per 100 ${unit}s${slope.interval ? `, ${decimal(slope.interval.low, 4)} to ${decimal(slope.interval.high, 4)}` : ""}` : row.slope?.undefined ?? "no slope";
  const drawn = drawing(
    wide,
    HIGH_CHART,
    `Drift of ${plain(row.annotator)}`,
    `Agreement with the rest in ${points.length} windows, from ${decimal(points[0][1], 2)} to ${decimal(points.at(-1)[1], 2)}; ${said}.`,
    [low, (low + 1) / 2, 1].map((tick) => [
      svg("path", { class: "grid", d: `M${left} ${round(y(tick))}H${right}` }),
      svg("text", { class: "tick", x: left - 6, y: round(y(tick)) + 4, "text-anchor": "end" }, decimal(tick, 2)),
    ]),
    slope && trend(points, slope.value, x, y, low),
    svg("path", { class: "curve", d: path }),
    points.map(
      ([item, value]) => svg(
        "circle",
        { class: "dot small", cx: round(x(item)), cy: round(y(value)), r: 3 },
        svg("title", {}, decimal(value)),
      ),
    ),
    svg("text", { class: "tick", x: left, y: HIGH_CHART - 8 }, `${unit} 1`),
    svg("text", { class: "tick", x: right, y: HIGH_CHART - 8, "text-anchor": "end" }, count(last)),
  );
  const table = dataTable({
    caption: `Windows of ${plain(row.annotator)}`,
    name: "drift",
    rows: row.drift,
    columns: [
      { title: "from", value: (each) => each.from, number: true },
      { title: "to", value: (each) => each.to, number: true },
      { title: "agreement", value: (each) => each.value, cell: (each) => decimal(each.value), number: true },
      { title: "compared", value: (each) => each.items, number: true },
    ],
  });
  return picture({ drawing: drawn, title: shown(row.annotator, 40), note: said, name: "drift", table });
}

/** The slope through the middle of the windows, as far as the chart goes. */
function trend(points, slope, x, y, low) {
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const at = (item) => Math.max(low, Math.min(1, middle[1] + (slope / 100) * (item - middle[0])));
  const [first, last] = [points[0][0], points.at(-1)[0]];
  return svg(
    "path",
    { class: "trend", d: `M${round(x(first))} ${round(y(at(first)))}L${round(x(last))} ${round(y(at(last)))}` },
  );
}
