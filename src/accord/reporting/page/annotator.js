// One annotator: labels used more or less than by the rest, and what is said where the rest says otherwise.
import { countColumn, numberColumn } from "./columns.js";
import { el, svg } from "./dom.js";
import { itemList } from "./items.js";
import { textWidth } from "./letters.js";
import { count, counted, decimal, figure } from "./numbers.js";
import { drawing, room, round } from "./plot.js";
import { held } from "./record.js";
import { picture } from "./save.js";
import { commonest } from "./says.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const CERTAIN = 0.05;
const [USE_ROW, USE_BAR, WIDEST_USES] = [34, 9, 640];

/** The labels that are used so much more or less than by the rest that chance would hardly do it. */
export function outstanding(row) {
  return (row.uses ?? []).filter((use) => use.p !== null && use.p < CERTAIN);
}

/** One of them in a few words. */
export function useSaid({ label, own, rest }, { traits }) {
  const name = label === "" ? traits.nothing : plain(label, 30);
  return `${own > rest ? "more" : "less"} ${name} (${tenth(own)}, the rest ${tenth(rest)})`;
}

/** What stands out of one annotator, with what they and the others differ on. */
export function annotatorSection(row, { layer, go, whileShown }) {
  const name = row.annotator;
  const apart = layer.items.shown.filter((item) => standsApart(item, name));
  const alone = new Set(apart.filter((item) => againstMost(item, name)));
  const items = [...alone, ...apart.filter((item) => !alone.has(item))];
  const seconds = layer.coverage?.annotators.find((each) => each.annotator === name)?.seconds ?? null;
  return el(
    "section",
    { class: "opened", "aria-labelledby": "annotator-title" },
    el("h3", { id: "annotator-title", tabindex: -1, class: "arrival" }, shown(name, 60), " and the rest"),
    el(
      "p",
      {},
      `${counted(row.labels, layer.counts.annotators)}; agreement with the rest `,
      figure(row.against_rest),
      ", of the rest alone ",
      figure(row.without),
      seconds !== null && `; half of them took ${decimal(seconds, 0)} seconds or less`,
      ".",
    ),
    el("p", {}, el("button", { type: "button", onclick: () => go("annotators") }, "Close")),
    uses(row, layer),
    saidOtherwise(row, layer),
    el("h4", {}, "Where they stand apart"),
    items.length
      ? itemList({ layer, items, first: "those first in which most others agree", whileShown })
      : el("p", { class: "about" }, "Nothing that they differ on is in this page."),
  );
}

/** Whether an annotator gave an item another label than some other. */
function standsApart({ labels }, name) {
  const own = held(labels, name);
  return own !== null && Object.values(labels).some((label) => label !== null && label !== own);
}

/** Whether most others gave it the same label, and the annotator did not. */
function againstMost({ labels }, name) {
  const most = commonest(Object.values(labels));
  return most !== undefined && held(labels, name) !== most;
}

function uses(row, layer) {
  const rows = row.uses ?? [];
  if (!rows.length) return null;
  const name = plain(row.annotator, 30);
  const labelled = ({ label }) => (label === "" ? layer.traits.nothing : label);
  const table = dataTable({
    caption: `Labels of ${name} and of the rest`,
    unseen: true,
    name: "uses",
    rows,
    columns: [
      { title: "label", value: labelled },
      countColumn(name, (use) => use.own),
      countColumn("the rest", (use) => use.rest),
      numberColumn("p", (use) => use.p, { hint: "corrected by how many labels and annotators are looked at" }),
    ],
  });
  const title = "Labels used more or less than by the rest";
  const notes = ["The rest: how often one of them gives the label there, on average.", layer.headline.signature];
  return picture({
    drawing: usesDrawn(rows, name, layer),
    title,
    note: "How often, where others looked too; in bold what chance would hardly do.",
    saved: { parts: ["uses", layer.name, row.annotator], heading: `${title}: ${name}, ${plain(layer.name)}`, notes },
    table,
  });
}

function usesDrawn(rows, name, layer) {
  const labelled = rows.map(({ label }) => plain(label === "" ? layer.traits.nothing : label, 24));
  const width = room(WIDEST_USES) - 48;
  const left = 16 + Math.max(...labelled.map((label) => textWidth(label, 13, 700)));
  const most = Math.max(...rows.flatMap((use) => [use.own, use.rest]), 1);
  const high = rows.length * USE_ROW + 26;
  const along = (value) => ((width - left - 60) * value) / most;
  const bar = (look, value, y) => [
    svg("rect", { class: look, x: round(left), y, width: round(Math.max(1, along(value))), height: USE_BAR }),
    svg("text", { class: "tick", x: round(left + along(value) + 6), y: y + 9 }, tenth(value)),
  ];
  const second = left + 44 + textWidth(name);
  const swatch = (look, x, said) => [
    svg("rect", { class: look, x: round(x), y: high - 14, width: 18, height: USE_BAR }),
    svg("text", { class: "tick", x: round(x + 24), y: high - 5 }, said),
  ];
  return drawing(
    width,
    high,
    `Labels of ${name} and of the rest`,
    rows.map((use) => useSaid(use, layer)).join("; "),
    rows.map((use, index) => {
      const y = index * USE_ROW + 4;
      const sure = use.p !== null && use.p < CERTAIN;
      const place = { x: round(left - 8), y: y + 15, "text-anchor": "end" };
      return [
        svg("text", { class: sure ? "value" : null, ...place }, labelled[index]),
        bar("bar-own", use.own, y),
        bar("bar-rest", use.rest, y + USE_BAR + 3),
      ];
    }),
    swatch("bar-own", left, name),
    swatch("bar-rest", second, "the rest"),
  );
}

function saidOtherwise(row, layer) {
  const found = row.confused ?? [];
  if (!found.length) return null;
  const label = (each) => (each === "" ? el("em", {}, layer.traits.nothing) : el("code", {}, shown(each, 40)));
  const times = (each) => ` ${tenth(each)} ${each === 1 ? "time" : "times"}`;
  const line = ({ own, rest, count: often }) => [label(own), " where another says ", label(rest), times(often)];
  return el(
    "div",
    {},
    el("h4", {}, "What they say where the rest says otherwise"),
    el("ul", { class: "otherwise" }, found.map((each) => el("li", {}, line(each)))),
  );
}

function tenth(number) {
  return count(Math.round(number * 10) / 10);
}
