// Annotators: each against the rest, the rest without them, and whether they drift apart as they go on.
import { addressOf } from "./address.js";
import { annotatorSection, outstanding, useSaid } from "./annotator.js";
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { el, fill, svg } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { drawing, plotWithTable, room, round } from "./plot.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const HIGH_CHART = 150;
const CHARTS = 9;

export const annotatorsView = {
  id: "annotators",
  title: "Annotators",
  has: (_, layer) => (layer?.annotators_table?.length ?? 0) > 0,
  draw(context) {
    const { layer, parameters } = context;
    const chosen = layer.annotators_table.find((row) => row.annotator === parameters.get("annotator"));
    return [
      el("h2", {}, "How each annotator fits in"),
      layer.pairs_left_out && el("p", { class: "lead" }, `There is no view of pairs: ${layer.pairs_left_out}.`),
      chosen && annotatorSection(chosen, context),
      againstRest(context),
      drifts(layer),
    ];
  },
};

function againstRest({ layer, go }) {
  const rows = layer.annotators_table;
  const timed = (layer.coverage?.annotators ?? []).filter((each) => each.seconds !== null);
  const seconds = new Map(timed.map((each) => [each.annotator, each.seconds]));
  const table = dataTable({
    caption: "Each annotator against the rest, and the rest alone",
    title: `Each annotator against the rest: ${layer.name}`,
    notes: [layer.headline.signature],
    name: "annotators",
    rows,
    sorted: [seconds.size ? 3 : 2, false],
    onpick: (row) => go("annotators", { annotator: row.annotator }),
    columns: [
      textColumn("annotator", (row) => row.annotator),
      countColumn("labels", (row) => row.labels),
      seconds.size > 0 && numberColumn("seconds", (row) => seconds.get(row.annotator) ?? null, {
        hint: "half of their labels took so long or less",
      }),
      valueColumn("against the rest", (row) => row.against_rest),
      intervalColumn((row) => row.against_rest),
      valueColumn("the rest alone", (row) => row.without),
      valueColumn("slope per 100", (row) => row.slope, {
        hint: `how much agreement with the rest changes over 100 ${layer.counts.drift}s`,
      }),
      intervalColumn((row) => row.slope, "interval of slope"),
      rows.some((row) => outstanding(row).length) && {
        title: "uses",
        value: (row) => outstanding(row).map((use) => useSaid(use, layer)).join("; ") || null,
      },
    ].filter(Boolean),
  });
  const note = "Where the square lies to the right of the dot, the others agree more among themselves.";
  const links = layer.plots.annotators.rows.map((row) => addressOf("annotators", layer, { annotator: row.name }));
  const more = `${note} Choose somebody to see what they say otherwise than the rest.`;
  return plotWithTable(layer.plots.annotators, { parts: ["annotators", layer.name], table, note: more, links });
}

function drifts({ name: layer, plots: { drift: plot }, annotators_table: annotators }) {
  if (!plot) return null;
  const windows = new Map(annotators.map((row) => [row.annotator, row.drift]));
  const charts = el("div", { class: "charts" });
  const rest = el("p", { class: "more-rows" });
  const showMore = () => {
    const from = charts.children.length;
    charts.append(
      ...plot.rows.slice(from, from + CHARTS).map((chart) => driftChart(layer, chart, plot, windows.get(chart.name))),
    );
    const left = plot.rows.length - charts.children.length;
    const more = () => (showMore(), charts.children[from + CHARTS].querySelector("[tabindex]").focus());
    fill(rest, left > 0 && el("button", { type: "button", onclick: more }, `Show more of ${counted(left, "chart")}`));
  };
  showMore();
  return el(
    "section",
    { "aria-labelledby": "drift" },
    el("h3", { id: "drift" }, plot.title),
    el(
      "p",
      { class: "lead" },
      "Observed agreement with the others in windows; the broken line is the slope where there is one.",
      plot.left_out > 0 &&
        ` ${counted(plot.left_out, "annotator")} whose slope is less sure are not drawn; the table above has all.`,
    ),
    charts,
    rest,
  );
}

/** As many charts beside each other as can be read. */
function chartWidth() {
  const all = room(1152);
  const columns = all >= 1000 ? 3 : all >= 660 ? 2 : 1;
  return Math.min(420, (all - 34 * (columns - 1)) / columns);
}

function driftChart(layer, { name, points, last, trend, said }, { low, unit, notes }, windows) {
  const wide = chartWidth();
  const [left, right, top, bottom] = [38, wide - 8, 10, HIGH_CHART - 26];
  const x = (item) => left + (item / last) * (right - left);
  const y = (value) => bottom - ((value - low) / (1 - low)) * (bottom - top);
  const line = (places) => `M${places.map(([item, value]) => `${round(x(item))} ${round(y(value))}`).join("L")}`;
  const [start, end] = [points[0][1], points.at(-1)[1]].map((value) => decimal(value, 2));
  const drawn = drawing(
    wide,
    HIGH_CHART,
    `Drift of ${name}`,
    `Agreement with the rest in ${points.length} windows, from ${start} to ${end}; ${said}.`,
    [low, (low + 1) / 2, 1].map((tick) => [
      svg("path", { class: "grid", d: `M${left} ${round(y(tick))}H${right}` }),
      svg("text", { class: "tick", x: left - 6, y: round(y(tick)) + 4, "text-anchor": "end" }, decimal(tick, 2)),
    ]),
    trend && svg("path", { class: "trend", d: line(trend) }),
    svg("path", { class: "curve", d: line(points) }),
    points.map(([item, value]) => {
      const dot = { class: "dot small", cx: round(x(item)), cy: round(y(value)), r: 3 };
      return svg("circle", dot, svg("title", {}, decimal(value)));
    }),
    svg("text", { class: "tick", x: left, y: HIGH_CHART - 8 }, `${unit} 1`),
    svg("text", { class: "tick", x: right, y: HIGH_CHART - 8, "text-anchor": "end" }, count(last)),
  );
  const table = dataTable({
    caption: `Windows of ${plain(name)}`,
    name: "drift",
    rows: windows,
    columns: [
      countColumn("from", (each) => each.from),
      countColumn("to", (each) => each.to),
      numberColumn("agreement", (each) => each.value),
      countColumn("compared", (each) => each.items),
    ],
  });
  const heading = `Agreement of ${name} with the rest, in the order of the ${unit}s: ${layer}`;
  const saved = { parts: ["drift", layer, name], heading, notes: [said, ...notes] };
  return picture({ drawing: drawn, title: shown(name, 40), note: said, saved, table });
}
