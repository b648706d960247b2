// Documents: where along each text annotators agree, and which texts are hard.
import { chanceNotes, countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { el, svg } from "./dom.js";
import { itemList } from "./items.js";
import { measureOf } from "./layers.js";
import { textWidth } from "./letters.js";
import { count, counted, decimal, figure } from "./numbers.js";
import { shade } from "./colour.js";
import { drawing, round } from "./plot.js";
import { saveTools } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";
import { readingOf } from "./reading.js";
import { viewsOfDocument } from "./views_of_document.js";

const LONGEST_STRIP = 240;
const HIGH = 26;
const MEAN = "the mean disagreement of its items";
const MAX_STRIPS = 100;

export const documentsView = {
  id: "documents",
  title: "Documents",
  has: (_, layer) => (layer?.documents?.length ?? 0) > 0,
  draw({ layer, parameters, go, whileShown }) {
    const rows = layer.documents;
    const opened = parameters.get("document");
    const inside = opened === null ? null : layer.items.shown.filter((item) => item.document === opened);
    const difficult = rows.some((row) => typeof row.difficulty === "number");
    const cut = layer.documents_total > rows.length;
    const strips = rows.some((row) => row.strip?.length);
    return [
      el("h2", {}, "Where the texts are hard"),
      el(
        "p",
        { class: "lead" },
        "Each text with its agreement",
        strips &&
          " and a strip along it: a high bar where all agree, a low and dark one where they do not, " +
            "nothing where there is nothing to compare",
        ". Choose one to read it with all versions, and to see what annotators differ on in it.",
        difficult && ` Difficulty is ${layer.documents_difficulty_is ?? MEAN}.`,
      ),
      inside &&
        el(
          "section",
          { class: "opened", "aria-labelledby": "document-title" },
          el("h3", { id: "document-title", tabindex: -1, class: "arrival" }, shown(opened, 60)),
          el("p", {}, el("button", { type: "button", onclick: () => go("documents") }, "Close")),
          layer.items.left_out > 0 && el("p", { class: "about" }, heldHere(layer, inside.length)),
          viewsOfDocument(layer, opened),
          inside.length > 0 && el("h4", {}, "What annotators differ on"),
          inside.length > 0 && itemList({ layer, items: inside, chosen: parameters.get("item"), whileShown }),
          readingOf(layer, opened),
        ),
      dataTable({
        caption: `${counted(rows.length, "document")}${cut ? ` of ${count(layer.documents_total)}` : ""}`,
        title: `Agreement of documents: ${layer.name}`,
        notes: [layer.headline.signature, ...chanceNotes(rows)],
        name: "documents",
        rows,
        sorted: [1, false],
        onpick: (row) => go("documents", { document: row.document }),
        columns: [
          textColumn("document", (row) => row.document),
          valueColumn(measureOf(layer), undefined, {
            cell: (row) => el("span", shaded(row), figure(row)),
          }),
          intervalColumn(),
          countColumn(`${layer.counts.documents}s`, (row) => row.items),
          difficult &&
            numberColumn("difficulty", (row) => row.difficulty, { hint: layer.documents_difficulty_is ?? MEAN }),
          strips && { title: "along the text", value: (row) => lowest(row.strip), cell: strip, copied: false },
        ].filter(Boolean),
      }),
      strips && saveTools(() => drawnStrips(layer), {
        parts: ["documents", layer.name],
        heading: `Agreement along each document: ${layer.name}`,
        notes: [
          `A strip a document, a high bar where all agree; at the right its ${measureOf(layer)}.`,
          layer.headline.signature,
        ],
      }),
    ];
  },
};

/** How much of what annotators differ on is in the page, and how much of that in one document. */
function heldHere({ items: { total, shown: held }, counts }, inside) {
  const all = `${counted(total, counts.items)} on which annotators differ`;
  const here = inside ? `${count(inside)} of them ${inside === 1 ? "is" : "are"}` : "none of them is";
  return `Of ${all} in all documents this page holds ${count(held.length)}; ${here} in this document.`;
}

function shaded(row) {
  const { class: look, style } = shade(row.value);
  return { class: `${look} pill`, style: style ?? {} };
}

function lowest(cells) {
  const known = (cells ?? []).filter((each) => each !== null);
  return known.length ? Math.min(...known) : null;
}

function strip(row) {
  const cells = row.strip ?? [];
  if (!cells.length) return "–";
  const known = cells.filter((each) => each !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)].map((each) => decimal(each, 2));
  const observed = `observed agreement in ${cells.length} parts, from ${low} to ${high}`;
  const said = known.length ? observed : "nothing to compare";
  return drawing(cells.length * cellWidth(cells), HIGH, `Agreement along ${row.document}`, said, bars(cells));
}

/** The strips of all documents below each other, as a picture of their own. */
function drawnStrips(layer) {
  const rows = layer.documents.filter((row) => row.strip?.length).slice(0, MAX_STRIPS);
  const names = 20 + Math.max(...rows.map((row) => textWidth(plain(row.document, 30))));
  const high = HIGH + 10;
  const line = (row, index) => [
    svg("text", { x: round(names - 10), y: index * high + 24, "text-anchor": "end" }, plain(row.document, 30)),
    svg("g", { transform: `translate(${round(names)} ${index * high + 6})` }, bars(row.strip)),
    svg("text", { class: "value", x: round(names + LONGEST_STRIP + 12), y: index * high + 24 }, decimal(row.value)),
  ];
  return drawing(
    names + LONGEST_STRIP + 76,
    rows.length * high + 8,
    `Agreement along each document: ${layer.name}`,
    `A strip a document, high where all agree, and its ${measureOf(layer)}.`,
    rows.map(line),
  );
}

function cellWidth(cells) {
  return Math.max(4, Math.min(16, LONGEST_STRIP / cells.length));
}

function bars(cells) {
  const cell = cellWidth(cells);
  return [
    svg("path", { class: "grid", d: `M0 ${HIGH - 0.5}H${cells.length * cell}` }),
    cells.map((value, index) => {
      if (value === null) return null;
      const high = Math.max(2, (HIGH - 2) * value);
      return svg(
        "rect",
        {
          class: value < 0.5 ? "cell poor" : value < 0.8 ? "cell fair" : "cell good",
          x: round(index * cell),
          y: HIGH - 1 - high,
          width: round(cell - 0.7),
          height: high,
        },
      );
    }),
  ];
}
