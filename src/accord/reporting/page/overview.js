// Overview: the campaign, then one layer: how much agreement there is, where it breaks and what to do next.
import { addressOf } from "./address.js";
import { alerts } from "./alerts.js";
import { chanceNotes, countColumn, intervalColumn, textColumn, valueColumn } from "./columns.js";
import { coverageTable } from "./coverage.js";
import { el } from "./dom.js";
import { layersOf, notMeasured } from "./layers.js";
import { counted, ends, figure } from "./numbers.js";
import { intervalPlot, plotWithTable, room } from "./plot.js";
import { copyButton, saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MEASURED = new Set(["value", "observed", "expected"]); // all else that tables have for numbers are counts
const [WIDEST_HALF, NARROWEST_HALF] = [620, 300];

export const overviewView = {
  id: "overview",
  title: "Overview",
  has: () => true,
  draw: (context) => {
    const who = coverageTable(context.payload);
    const first = context.payload.layers.length > 1; // of one layer it is less than what the layer comes to
    return [campaign(context, first && who), mainPart(context), !first && who];
  },
};

function mainPart(context) {
  const { layer, payload } = context;
  if (!layer) return ofSystems(context);
  if (!layer.why) return ofLayer(layer, payload);
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

/** What there is: how much of it, what to worry about, every layer and system on one scale, and who did what. */
function campaign(context, who) {
  const { payload } = context;
  const several = payload.layers.length > 1;
  const pictures = [several && allLayers(context), allSystems(context)].filter(Boolean);
  return el(
    "section",
    { class: "campaign", "aria-label": "Campaign" },
    el("p", { class: "facts" }, factsOf(payload).map((fact) => el("span", {}, fact))),
    alerts(context),
    el(
      "div",
      { class: pictures.length ? "columns" : null },
      pictures.length > 0 && el("div", {}, pictures),
      who,
    ),
  );
}

function factsOf({ layers, unmeasured = [], systems }) {
  const all = layersOf({ layers, unmeasured });
  const annotators = new Set(all.flatMap((layer) => layer.annotators));
  const ranked = systems.reduce((sum, each) => sum + each.ranks.length, 0);
  const [only] = layers;
  return [
    all.length > 1 && counted(all.length, "layer"),
    annotators.size > 0 && counted(annotators.size, "annotator"),
    all.length === 1 && counted(all[0].documents_total, "document"),
    all.length === 1 && only?.coverage && only.coverage.unit !== "document" &&
      counted(only.coverage.total, only.coverage.unit),
    all.length === 1 && only && only.given !== null && counted(only.given, only.counts.annotators),
    ranked > 0 && counted(ranked, "system"),
  ].filter(Boolean);
}

function ofLayer(layer, { layers }) {
  const about = `${layer.kind}, by ${plain(layer.unit, 24)}`;
  const { headline: first, words, command } = layer;
  const parts = ["headline", layer.name];
  const plot = layer.plots.headline;
  const more = [beside(layer), ofItsKind(layer)];
  const lowest = layers.length > 1 && layer === layers[0] && first.value !== null;
  const why = lowest && `Look here first: the lowest of ${counted(layers.length, "layer")}`;
  return headline({ why, name: layer.name, about, first, words, plot, parts, command, more });
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

/** Each system, or the best one against each of several references. */
function allSystems({ payload }) {
  const { systems, plots } = payload;
  const plot = plots.systems;
  if (!plot || (systems.length === 1 && !payload.layers.length)) return null;
  const best = systems.filter(({ headline: first }) => first).map((each) => ({ ...each.headline, of: each }));
  const rows = systems.length > 1 ? best : systems[0].ranks.map((rank) => ({ ...rank, of: systems[0] }));
  const table = dataTable({
    caption: plot.title,
    name: "systems",
    rows,
    columns: [
      textColumn("system", (row) => row.system),
      textColumn("reference", (row) => row.of.id),
      { title: "scored", value: (row) => row.of.terms.scored },
      { title: "measure", value: (row) => row.coefficient ?? row.measure },
      valueColumn("value"),
      intervalColumn(),
    ],
  });
  const links = rows.map((row) => addressOf("systems", null, { of: row.of.id }));
  return plotWithTable(plot, { parts: ["systems"], table, links, width: half() });
}

/** How wide a picture is beside a table, or above it where there is no room. */
function half() {
  const wide = room(1200);
  return Math.min(WIDEST_HALF, wide > 940 ? Math.max(NARROWEST_HALF, wide * 0.52) : wide);
}

function headline({ why = null, name, about, first, words = {}, plot, parts, command, more }) {
  const sentences = [["How much", words.how_much], ["Where it breaks", words.where], ["What to do next", words.next]];
  return el(
    "section",
    { class: "headline", "aria-labelledby": "headline-title" },
    el(
      "div",
      { class: "big" },
      why && el("p", { class: "eyebrow" }, why),
      el(
        "h2",
        { id: "headline-title", tabindex: -1, class: "arrival" },
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
  const links = layers.map((layer) => addressOf("overview", layer));
  return plotWithTable(payload.plots.layers, { parts: ["layers"], table, links, width: half() });
}
