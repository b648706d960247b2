// The campaign: how much there is, what to worry about, every layer and system on one scale, and who did what.
import { addressOf } from "./address.js";
import { alerts } from "./alerts.js";
import { chanceNotes, countColumn, intervalColumn, intervalColumns, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { layersOf, measureOf } from "./layers.js";
import { counted } from "./numbers.js";
import { plotWithTable, room } from "./plot.js";
import { progressPicture } from "./progress.js";
import { dataTable } from "./table.js";

const [WIDEST_HALF, NARROWEST_HALF] = [620, 300];

/** All of it at a glance; `who` is the table of who did what. */
export function campaign(context, who) {
  const { payload } = context;
  const several = payload.layers.length > 1;
  const pictures = [several && allLayers(context), overRounds(context), allSystems(context)].filter(Boolean);
  return el(
    "section",
    { class: "campaign", "aria-labelledby": "campaign-title" },
    el("h2", { id: "campaign-title", class: "unseen" }, "Campaign"),
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
    daysOf(layers),
    all.length === 1 && only && only.given !== null && counted(only.given, only.counts.annotators),
    ranked > 0 && counted(ranked, "system"),
  ].filter(Boolean);
}

/** When the labels were given, as far as files say so. */
function daysOf(layers) {
  const days = layers.flatMap(({ coverage }) => [coverage?.first_day, coverage?.last_day]).filter(Boolean).sort();
  return days.length > 0 && (days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`);
}

/** Layers that are rounds of the same. */
function overRounds({ payload }) {
  const { progress, plots } = payload;
  if (!progress || !plots.progress) return null;
  const links = progress.rows.map((row) => addressOf("overview", payload.layers.find(({ id }) => id === row.layer)));
  return progressPicture(progress, plots.progress, { parts: ["progress"], links, width: half() });
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
      { title: "measure", value: ({ layer }) => measureOf(layer) },
      valueColumn("value"),
      ...intervalColumns(rows),
      countColumn("annotators", (row) => row.layer.annotators.length),
      countColumn("documents", (row) => row.layer.documents_total),
    ],
  });
  const links = layers.map((layer) => addressOf("overview", layer));
  return plotWithTable(payload.plots.layers, { parts: ["layers"], table, links, width: half() });
}
