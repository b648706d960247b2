// Overview: what to worry about, how much agreement there is, where it breaks and what to do next.
import { addressOf } from "./address.js";
import { chanceNotes, countColumn, intervalColumn, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { layersOf, notMeasured } from "./layers.js";
import { counted, ends, figure } from "./numbers.js";
import { intervalPlot, plotWithTable, room } from "./plot.js";
import { copyButton, saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MARKS = { error: "✕", warning: "!", note: "i" };
const MOST_ALERTS = 8;
const MEASURED = new Set(["value", "observed", "expected"]); // all else that tables have for numbers are counts

export const overviewView = {
  id: "overview",
  title: "Overview",
  has: () => true,
  draw: (context) => [alerts(context), mainPart(context), allLayers(context), allSystems(context)],
};

function mainPart(context) {
  const { layer, payload } = context;
  if (!layer) return ofSystems(context);
  if (!layer.why) return ofLayer(layer);
  return [ofUnmeasured(layer), !payload.layers.length && payload.systems.length > 0 && ofSystems(context)];
}

function ofUnmeasured(layer) {
  const { name, kind, annotators, documents_total: documents } = layer;
  return el(
    "section",
    { "aria-labelledby": "headline-title" },
    el("h2", { id: "headline-title" }, shown(name, 60), " ", el("small", { class: "about" }, kind)),
    notMeasured(layer),
    el("p", {}, `It was read: ${counted(annotators.length, "annotator")}, ${counted(documents, "document")}.`),
  );
}

function alerts({ payload, layer: here }) {
  const found = payload.alerts ?? [];
  if (!found.length) return null;
  const line = (alert) => {
    const layers = layersOf(payload);
    const layer = layers.find((each) => each.id === alert.layer) ?? layers[0];
    return el(
      "li",
      { class: `alert ${alert.severity}` },
      el("span", { class: "mark", "aria-hidden": "true" }, MARKS[alert.severity]),
      el("span", {}, el("strong", {}, `${alert.severity}: `), shown(alert.text, 600)),
      alert.view &&
        (alert.view !== "overview" || layer !== here) &&
        el("a", { href: addressOf(alert.view, layer) }, "show"),
    );
  };
  const rest = found.slice(MOST_ALERTS);
  return el(
    "section",
    { "aria-label": "Alerts", class: "alerts" },
    el("ul", {}, found.slice(0, MOST_ALERTS).map(line)),
    rest.length > 0 && el(
      "details",
      {},
      el("summary", {}, `${counted(rest.length, "more alert")}`),
      el("ul", {}, rest.map(line)),
    ),
  );
}

function ofLayer(layer) {
  const about = `${layer.kind}, by ${plain(layer.unit, 24)}`;
  const { headline: first, words, command } = layer;
  const parts = ["headline", layer.name];
  const plot = layer.plots.headline;
  const more = [beside(layer), ofItsKind(layer)];
  return headline({ name: layer.name, about, first, words, plot, parts, command, more });
}

/** What a page says that has systems alone. */
function ofSystems({ payload: { systems: all, unmeasured = [] } }) {
  const none = "There is no layer that two annotators share, so there is no agreement to measure.";
  const alone = unmeasured.length ? "" : none;
  const systems = all[0];
  if (!systems) return el("p", { class: "lead" }, alone);
  const more = el("p", { class: "lead more" }, `${alone} `, el("a", { href: addressOf("systems") }, "All of Systems"));
  const { headline: first, words, command, reference, plots } = systems;
  if (!first) return more;
  const about = ["against ", shown(reference, 60)];
  const parts = ["headline", "systems"];
  return headline({ name: first.system ?? "Systems", about, first, words, plot: plots.runs, parts, command, more });
}

/** The best system against each of several references. */
function allSystems({ payload, go }) {
  const { systems, layers } = payload;
  if (systems.length < 2 && !(systems.length && layers.length)) return null;
  const rows = systems.filter(({ headline: best }) => best).map((each) => ({ ...each.headline, of: each }));
  return el("section", { "aria-label": "Systems" }, dataTable({
    caption: "The best system against each reference",
    name: "systems",
    rows,
    onpick: (row) => go("systems", { of: row.of.id }),
    columns: [
      textColumn("reference", (row) => row.of.id),
      { title: "scored", value: (row) => row.of.terms.scored },
      textColumn("best", (row) => row.system),
      { title: "measure", value: (row) => row.coefficient },
      valueColumn("value"),
      intervalColumn(),
      countColumn("systems", (row) => row.of.ranks.length),
    ],
  }));
}

function headline({ name, about, first, words = {}, plot, parts, command, more }) {
  const sentences = [["How much", words.how_much], ["Where it breaks", words.where], ["What to do next", words.next]];
  return el(
    "section",
    { class: "headline", "aria-labelledby": "headline-title" },
    el(
      "div",
      { class: "big" },
      el(
        "h2",
        { id: "headline-title" },
        shown(name, 60),
        " ",
        el("span", { class: "kind" }, about),
      ),
      el("p", { class: "value" }, el("span", { class: "coefficient" }, first.coefficient), figure(first)),
      first.interval && el(
        "p",
        { class: "interval" },
        `${ends(first.interval)}`,
        el("small", {}, ` ${Math.round(first.interval.level * 100)} % interval, ${first.interval.method ?? ""}`),
      ),
      plot && savedPlot(plot, parts),
    ),
    el(
      "div",
      { class: "words" },
      sentences.filter(([, said]) => said).map(
        ([title, said]) => el("div", {}, el("h3", {}, title), el("p", {}, shown(said, 1200))),
      ),
    ),
    signature(first.signature, command),
    more,
  );
}

function savedPlot(plot, parts) {
  const drawn = intervalPlot(plot, room(520));
  return [drawn, el("div", { class: "under" }, saveTools(() => drawn, { ...plot, parts }))];
}

function signature(written, command) {
  return el(
    "div",
    { class: "signature" },
    el(
      "p",
      {},
      el("span", { class: "label" }, "Signature"),
      el("code", {}, shown(written, 600)),
      copyButton(() => written, "Copy", "signature"),
    ),
    command && el(
      "p",
      {},
      el("span", { class: "label" }, "To reproduce"),
      el("code", {}, shown(command, 400)),
      copyButton(() => command, "Copy", "command"),
    ),
  );
}

function beside(layer) {
  const results = [
    ...(layer.agreement?.results ?? []).slice(1),
    ...(layer.agreement?.companion_results ?? []),
    ...(layer.beside ?? []).flatMap(
      (each) => each.agreement?.results ?? [
        { coefficient: each.name, value: null, left_out: each.left_out, command: each.command },
      ],
    ),
  ];
  if (!results.length) return null;
  const rows = [{ ...layer.headline }, ...results];
  return el(
    "div",
    { class: "beside" },
    dataTable({
      caption: "Other measures of the same layer",
      name: "measures",
      notes: chanceNotes(rows),
      rows,
      columns: [
        { title: "measure", value: (row) => row.coefficient },
        valueColumn("value"),
        intervalColumn(),
        {
          title: "to compute it again",
          value: again,
          cell: (row) => [
            row.signature && copyButton(() => row.signature, "Copy signature", row.coefficient),
            el("code", { class: row.signature ? "on-paper" : null }, shown(again(row), 600)),
          ],
          sort: false,
        },
      ],
    }),
  );
}

/** The tables that only this kind has, as far as they belong here. */
function ofItsKind({ agreement, extra = [] }) {
  const tables = extra.map((name) => agreement?.extra?.[name]).filter((table) => table?.rows.length);
  return tables.map(({ title, columns, rows, notes }) =>
    el(
      "div",
      { class: "beside" },
      dataTable({ caption: title, name: "extra", notes, rows, columns: columns.map(columnOf) }),
      notes.map((note) => el("p", { class: "about" }, shown(note, 600))),
    ),
  );
}

function columnOf(title, index) {
  if (index === 0) return textColumn(title, (row) => row[0]);
  if (title === "interval") return intervalColumn((row) => ({ interval: row[index] }));
  if (MEASURED.has(title)) return valueColumn(title, (row) => ({ value: row[index] }));
  return countColumn(title, (row) => row[index]);
}

function again(row) {
  return row.signature ?? row.command ?? "";
}

function allLayers({ payload, go }) {
  const { layers } = payload;
  if (layers.length < 2) return null;
  const rows = layers.map((each) => ({ ...each.headline, name: each.name, layer: each }));
  const table = dataTable({
    caption: "All layers",
    title: "Agreement of each layer",
    name: "layers",
    notes: chanceNotes(rows),
    rows,
    onpick: (row) => go("overview", {}, row.layer),
    columns: [
      textColumn("layer", (row) => row.name),
      { title: "kind", value: (row) => row.layer.kind },
      { title: "measure", value: (row) => row.coefficient },
      valueColumn("value"),
      intervalColumn(),
      countColumn("annotators", (row) => row.layer.annotators.length),
      countColumn("documents", (row) => row.layer.documents_total),
    ],
  });
  const plot = payload.plots.layers;
  return el("section", { "aria-label": plot.title }, plotWithTable(plot, { parts: ["layers"], table }));
}
