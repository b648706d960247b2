// Overview: the campaign, then one layer: how much agreement there is, where it breaks and what to do next.
import { addressOf } from "./address.js";
import { campaign } from "./campaign.js";
import { chanceNotes, countColumn, intervalColumns, numberColumn, valueColumn } from "./columns.js";
import { coverageTable } from "./coverage.js";
import { el } from "./dom.js";
import { itemOf } from "./items.js";
import { ofItsKind } from "./kind_tables.js";
import { measureOf, notMeasured } from "./layers.js";
import { counted, ends, figure } from "./numbers.js";
import { intervalPlot, plotWithTable, room } from "./plot.js";
import { progressPicture } from "./progress.js";
import { copyButton, saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

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

function ofLayer(layer, { layers }) {
  const about = `${layer.kind}, by ${plain(layer.unit, 24)}`;
  const { headline: first, words, command } = layer;
  const parts = ["headline", layer.name];
  const plot = layer.plots.headline;
  const more = [rounds(layer), divided(layer), beside(layer), ofItsKind(layer)];
  const measure = measureOf(layer);
  const lowest = layers.length > 1 && layer === layers[0] && first.value !== null;
  const why = lowest && `Look here first: the lowest of ${counted(layers.length, "layer")}`;
  const telling = examples(layer);
  return headline({ why, name: layer.name, about, first, words, plot, parts, command, telling, more, measure });
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

function headline({
  why = null, name, about, first, words = {}, plot, parts, command, telling = null, more, measure = first.coefficient,
}) {
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
      el("p", { class: "value" }, figure(first), el("span", { class: "coefficient" }, measure)),
      intervals(first),
      words.intervals && el("p", { class: "about asked" }, shown(words.intervals, 600)),
      plot && savedPlot(plot, parts),
    ),
    el(
      "div",
      { class: "words" },
      sentences.filter(([, said]) => said).map(
        ([title, said]) => el("div", {}, el("h3", {}, title), el("p", {}, shown(said, 1200))),
      ),
    ),
    telling,
    signature(first.signature, command),
    more,
  );
}

/** For whom a value would lie where: these annotators, and others like them. */
function intervals({ interval, other_annotators: others }) {
  if (!interval) return null;
  const line = (each, said) =>
    el("p", { class: "interval" }, ends(each), el("small", { title: each.method ?? "" }, ` ${said}`));
  if (others) return [line(interval, "these annotators"), line(others, "annotators like these")];
  return line(interval, `${Math.round(interval.level * 100)} % interval, ${interval.method ?? ""}`);
}

/** What shows what is to be done next, in its context. */
function examples(layer) {
  const items = (layer.words.examples ?? []).map((id) => layer.items.shown.find((item) => item.id === id));
  const shownItems = items.filter(Boolean);
  if (!shownItems.length) return null;
  return el(
    "div",
    { class: "beside examples" },
    el("h3", {}, ["One that shows it", "Two that show it", "Three that show it"][shownItems.length - 1]),
    el("ul", { class: "items" }, shownItems.map((item) => el("li", {}, itemOf(item, layer)))),
  );
}

/** How agreement goes from round to round. */
function rounds({ name, progress, plots }) {
  if (!progress) return null;
  const late = `Rounds are not measured: ${plain(progress.left_out ?? "", 200)}.`;
  const drawn = plots.progress && progressPicture(progress, plots.progress, { parts: ["progress", name] });
  return el("div", { class: "beside" }, drawn ?? el("p", { class: "about" }, late));
}

/** How what annotators differ on divides. */
function divided({ name, differences, plots }) {
  if (!plots.differences) return null;
  const table = dataTable({
    caption: `Every two annotators, each time: ${plain(name)}`,
    unseen: true,
    name: "differences",
    rows: differences.parts,
    columns: [
      { title: "how", value: (row) => row.title },
      countColumn("pairs", (row) => row.pairs),
      numberColumn("share", (row) => row.share),
    ],
  });
  return el("div", { class: "beside" }, plotWithTable(plots.differences, { parts: ["differences", name], table }));
}

function savedPlot(plot, parts) {
  const drawn = intervalPlot(plot, besideWords());
  return [drawn, el("div", { class: "under" }, saveTools(() => drawn, { ...plot, parts }))];
}

/** How wide a picture is beside the sentences, or above them where there is no room (as in style.css). */
function besideWords() {
  const [whole, between] = [room(1152), 48];
  return Math.min(520, innerWidth > 1000 ? ((whole - between) * 5) / 11 : whole);
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
        { title: "measure", value: (row) => measureOf(layer, row.coefficient) },
        valueColumn("value"),
        ...intervalColumns(rows),
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

function again(row) {
  return row.signature ?? row.command ?? "";
}
