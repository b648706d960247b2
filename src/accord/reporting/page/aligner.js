// Aligner: the text, a lane an annotator, a box a unit, and links between units that are aligned.
import { countColumn, numberColumn } from "./columns.js";
import { backAndOn, chooser } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { laneDrawing, positions } from "./lanes.js";
import { count, counted, decimal } from "./numbers.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const LANES =
  "A lane for each annotator and a box for each unit; lines join units that are aligned. " +
  "A box with a broken edge has no counterpart.";

export const alignerView = {
  id: "aligner",
  title: "Aligner",
  has: (_, layer) => (layer?.aligner?.documents?.length ?? 0) > 0,
  draw(context) {
    const { layer, parameters, go, whileShown } = context;
    const { aligner } = layer;
    const index = Math.max(0, aligner.documents.findIndex((each) => each.document === parameters.get("document")));
    const place = el("div", { class: "aligned" });
    const state = { layer, continuum: aligner.documents[index], chosen: 0, place };
    const move = (way) => {
      const next = state.chosen + way;
      const other = aligner.documents[index + way];
      if (next >= 0 && next < state.continuum.alignments.length) choose(state, next);
      else if (other) go("aligner", { document: other.document });
    };
    whileShown({ step: move });
    choose(state, 0, false);
    return [
      el("h2", {}, "Which unit is aligned with which"),
      el(
        "p",
        { class: "lead" },
        LANES,
      ),
      el(
        "p",
        { class: "bar-of-tools" },
        chooser(
          "Document",
          aligner.documents.map((each) => `${plain(each.document)} (disorder ${decimal(each.disorder)})`),
          index,
          (place) => go("aligner", { document: aligner.documents[place].document }),
        ),
        backAndOn(move),
      ),
      place,
      aligner.left_out > 0 && el(
        "p",
        { class: "about" },
        `${counted(aligner.left_out, "document")} of ${count(aligner.total)} not in this page; these are the worst.`,
      ),
    ];
  },
};

function choose(state, chosen, aloud = true) {
  const { continuum, place } = state;
  state.chosen = chosen;
  const alignment = continuum.alignments[chosen];
  fill(place, alignment && chosenOne(state, alignment), pictureOf(state));
  if (aloud && alignment) say(
    `alignment ${chosen + 1} of ${continuum.alignments.length}, disorder ${decimal(alignment.disorder)}`,
  );
}

function chosenOne({ continuum, chosen }, alignment) {
  return el(
    "section",
    { class: "chosen", "aria-label": "Chosen alignment" },
    el(
      "h3",
      {},
      `Alignment ${chosen + 1} of ${continuum.alignments.length}, worst first`,
      el("span", { class: "disorder" }, `disorder ${decimal(alignment.disorder)}`),
    ),
    el(
      "ul",
      { class: "says" },
      continuum.annotators.map((annotator, index) => {
        const unit = continuum.units[alignment.members[index] ?? -1];
        return el(
          "li",
          { class: unit ? null : "apart" },
          el("span", { class: "who" }, shown(annotator, 40)),
          el(
            "span",
            { class: "what" },
            unit ? [
              el("code", {}, shown(unit.category ?? "unit", 40)),
              ` ${positions(unit)} `,
              unit.text && el("q", {}, shown(unit.text, 120)),
            ] : "nothing here",
          ),
        );
      }),
    ),
  );
}

/** How much of a long document is not there: rows, unitary alignments and text. */
function leftOutOf({ layer, continuum }, rows, of) {
  const { alignments_left_out: alignments = 0, text_left_out: text = 0 } = continuum;
  return [
    rows < of && `${counted(rows, "row")} around the chosen alignment of ${count(of)}.`,
    alignments > 0 && `${counted(alignments, "unitary alignment")} of less disorder not in this page.`,
    text > 0 && `The last ${counted(text, layer.aligner.of)} of the text not in this page.`,
  ].filter(Boolean).join(" ");
}

function pictureOf(state) {
  const { continuum, layer } = state;
  const { drawn, rows, of } = laneDrawing(state, (number) => choose(state, number));
  const disorder = `disorder ${decimal(continuum.disorder)}`;
  const left = leftOutOf(state, rows, of);
  return picture({
    drawing: drawn,
    title: [shown(continuum.document, 60), el("span", { class: "disorder" }, disorder)],
    note: left || null,
    saved: {
      parts: ["alignment", layer.name, continuum.document],
      heading: `Alignment of ${continuum.document}, ${disorder}: ${layer.name}`,
      notes: [LANES, left, layer.aligner.signature].filter(Boolean),
    },
    table: alignmentTable(state),
  });
}

function alignmentTable({ continuum }) {
  const unit = (row, index) => continuum.units[row.members[index] ?? -1];
  return dataTable({
    caption: "Alignments, worst first",
    name: "alignments",
    rows: continuum.alignments.map((each, index) => ({ ...each, number: index + 1 })),
    columns: [
      countColumn("alignment", (row) => row.number),
      numberColumn("disorder", (row) => row.disorder),
      ...continuum.annotators.map((annotator, index) => ({
        title: plain(annotator),
        value: (row) => (
          unit(row, index) ? `${unit(row, index).category ?? "unit"} ${positions(unit(row, index))}` : "–"
        ),
        cell: (row) => (
          unit(row, index) ? [
            shown(unit(row, index).category ?? "unit", 40),
            ` ${positions(unit(row, index))} `,
            unit(row, index).text && el("q", {}, shown(unit(row, index).text, 60)),
          ] : "–"
        ),
      })),
    ],
  });
}
