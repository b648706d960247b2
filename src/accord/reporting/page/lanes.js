// Lanes: the rows of a continuum with a box for each unit and links between those that are aligned.
import { categoryLook } from "./colour.js";
import { inLines, laidOut } from "./continuum.js";
import { svg } from "./dom.js";
import { swatches } from "./key.js";
import { fittedApart, textWidth } from "./letters.js";
import { count, counted, decimal } from "./numbers.js";
import { drawing, room, round, ticks } from "./plot.js";
import { plain } from "./text.js";

const [BOX, GAP, LANE_GAP, TEXT_LINE, ROW_GAP, NAMES] = [22, 5, 30, 26, 36, 92];
const [NAME_SIZE, WIDE] = [13, 700];
const ROWS_SHOWN = 12;
const EXITS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.04, 0.96];

/** The rows around the chosen alignment: {drawn, rows, of}; a click on a unit calls onpick. */
export function laneDrawing(state, onpick) {
  const { continuum } = state;
  const width = room(1120) - 8;
  const most = width > WIDE ? 2 * NAMES : NAMES;
  const whose = fittedApart(continuum.annotators.map((name) => plain(name, 80)), most, NAME_SIZE);
  const names = 12 + Math.max(...whose.map((name) => textWidth(name, NAME_SIZE)));
  const layout = laidOut(continuum, width - names - 8);
  const units = continuum.units.map((unit, index) => ({ ...unit, index, pieces: piecesOf(unit, layout) }));
  const numbers = numbersOf(continuum);
  const lanes = continuum.annotators.map((annotator) => stacked(units.filter((unit) => unit.annotator === annotator)));
  const focus = rowOfChosen(state, units);
  const first = Math.max(0, Math.min(focus - 2, layout.rows.length - ROWS_SHOWN));
  const numbered = layout.rows.map((row, number) => ({ ...row, number }));
  const shownRows = numbered.slice(first, first + ROWS_SHOWN);
  const placed = placeRows(shownRows, lanes, layout.timed);
  const title = `${continuum.document}: ${counted(units.length, "unit")} of ${counted(lanes.length, "annotator")}`;
  const categories = categoriesOf(state.layer);
  const scene = { state, onpick, layout, units, numbers, names, whose, width, placed, categories };
  const looks = categories.map((each, number) => [categoryLook(number), each ?? "unit"]);
  const key = swatches(looks, names, placed.height, width);
  const drawn = drawing(
    width,
    placed.height + key.height,
    title,
    "A lane for each annotator, a box for each unit and lines between units that are aligned; " +
      `disorder ${decimal(continuum.disorder)}. The table below says the same.`,
    touched(scene),
    [...placed.rows.values()].map((row) => frame(row, scene)),
    links(scene),
    units.map((unit) => unit.pieces.map((piece, index) => box(unit, piece, index, scene))),
    key.drawn,
  );
  return { drawn, rows: shownRows.length, of: layout.rows.length };
}

/** Where a unit begins and ends. */
export function positions({ start, end }) {
  const number = (value) => (Number.isInteger(value) ? count(value) : String(Number(value.toFixed(3))));
  return `${number(start)}–${number(end)}`;
}

function piecesOf(unit, layout) {
  const from = layout.find(unit.start);
  const to = layout.find(unit.end, unit.end > unit.start);
  return Array.from({ length: to.row - from.row + 1 }, (_, index) => {
    const row = from.row + index;
    const x = index === 0 ? from.x : 0;
    const right = row === to.row ? to.x : layout.rows[row].used;
    const width = Math.max(3, right - x - (row === to.row ? layout.gap : 0));
    return { row, x, width, opens: index === 0, closes: row === to.row };
  });
}

/** Units of one annotator, each with the line of its lane on which nothing else lies; and how many lines there are. */
function stacked(units) {
  const lines = inLines(units);
  lines.forEach((line, number) => line.forEach((unit) => (unit.line = number)));
  return Math.max(1, lines.length);
}

function numbersOf({ alignments, units }) {
  const numbers = units.map(() => []);
  alignments.forEach(
    (alignment, number) => alignment.members.forEach((member) => member !== null && numbers[member]?.push(number)),
  );
  return numbers;
}

function rowOfChosen({ continuum, chosen }, units) {
  const members = (continuum.alignments[chosen]?.members ?? []).filter((member) => member !== null);
  return members.length ? Math.min(...members.map((member) => units[member].pieces[0].row)) : 0;
}

function placeRows(rows, lanes, timed) {
  const placed = new Map();
  let y = 6;
  for (const row of rows) {
    const text = timed ? null : y + 16;
    let top = y + (timed ? 4 : TEXT_LINE + 8);
    const tops = lanes.map((lines) => {
      const here = top;
      top += lines * (BOX + GAP) - GAP + LANE_GAP;
      return here;
    });
    placed.set(
      row.number,
      { ...row, text, tops, bottom: top - LANE_GAP + 6, heights: lanes.map((lines) => lines * (BOX + GAP) - GAP) },
    );
    y = top - LANE_GAP + ROW_GAP + (timed ? 12 : 0);
  }
  return { rows: placed, height: y - ROW_GAP + 24 };
}

function frame(row, { layout, names, whose, width }) {
  const span = [row.from, row.to];
  return svg(
    "g",
    { class: "row" },
    whose.map((name, index) => [
      svg(
        "rect",
        {
          class: "lane",
          x: names,
          y: row.tops[index] - 4,
          width: width - names,
          height: row.heights[index] + 8,
          rx: 4,
        },
      ),
      svg(
        "text",
        { class: "name", x: names - 8, y: row.tops[index] + row.heights[index] / 2 + 4, "text-anchor": "end" },
        name,
      ),
    ]),
    layout.timed
      ? [
          svg("path", { class: "axis", d: `M${names} ${row.bottom}H${width}` }),
          ticks(span[0], span[1], 8).map((tick) => {
            const x = names + ((tick - span[0]) / (span[1] - span[0] || 1)) * row.used;
            const look = { class: "tick", x: round(x), y: row.bottom + 16, "text-anchor": "middle" };
            return [
              svg("path", { class: "grid", d: `M${round(x)} ${row.tops[0] - 4}V${row.bottom + 4}` }),
              svg("text", look, String(tick)),
            ];
          }),
        ]
      : row.cells.map((cell) =>
          svg(
            "text",
            {
              class: "letters",
              x: round(across(cell.x + (layout.rightToLeft ? cell.width : 0), row, layout, names)),
              y: row.text,
              textLength: cell.text.trimEnd().length > 1 ? round(cell.ink) : null,
              lengthAdjust: "spacingAndGlyphs",
            },
            plain(cell.text.trimEnd(), 60),
          ),
        ),
  );
}

/** What the chosen alignment is about, marked in the text. */
function touched({ state, layout, units, names, placed }) {
  if (layout.timed) return null;
  const members = (state.continuum.alignments[state.chosen]?.members ?? []).filter((member) => member !== null);
  return members.flatMap((member) => units[member].pieces).map((piece) => {
    const row = placed.rows.get(piece.row);
    const x = row && Math.min(across(piece.x, row, layout, names), across(piece.x + piece.width, row, layout, names));
    return row && svg(
      "rect",
      { class: "touched", x: round(x) - 1, y: row.text - 15, width: round(piece.width) + 2, height: 21, rx: 3 },
    );
  });
}

/** Where a place of a row is drawn: from the right where the text runs so. */
function across(x, row, layout, names) {
  return layout.rightToLeft ? names + row.used - x : names + x;
}

function edges(unit, piece, scene) {
  const row = scene.placed.rows.get(piece.row);
  if (!row) return null;
  const lane = scene.state.continuum.annotators.indexOf(unit.annotator);
  const x = Math.min(
    across(piece.x, row, scene.layout, scene.names),
    across(piece.x + piece.width, row, scene.layout, scene.names),
  );
  return { x, y: row.tops[lane] + unit.line * (BOX + GAP), width: piece.width };
}

function box(unit, piece, part, scene) {
  const at = edges(unit, piece, scene);
  if (!at) return null;
  const { state, numbers, categories } = scene;
  const mine = numbers[unit.index];
  const alone = mine.every(
    (number) => state.continuum.alignments[number].members.filter((member) => member !== null).length < 2,
  );
  const colours = categoryLook(categories.indexOf(unit.category ?? null));
  const letters = Math.floor((at.width - 8) / 7);
  const initial = at.width >= 12 ? plain(unit.category ?? "").slice(0, 1) : "";
  const label = letters >= 2 ? plain(unit.category ?? "", letters) : initial;
  const what = [unit.category ?? "unit", unit.text].filter(Boolean).join(": ");
  const where = alone ? "nobody else has it" : `alignment ${mine.map((number) => number + 1).join(", ")}`;
  const said = `${unit.annotator}, ${positions(unit)}, ${what}; ${where}`;
  return svg(
    "g",
    {
      class: `unit ${colours}${alone ? " alone" : ""}${mine.includes(state.chosen) ? " focused" : ""}`,
      onclick: () => mine.length && scene.onpick(mine[0]),
    },
    svg("title", {}, plain(said, 300)),
    svg("path", { class: "box", d: outline(at, piece) }),
    part === 0 && label && svg("text", { class: "category", x: round(at.x + 5), y: at.y + 15 }, label),
    part === 0 && at.width > 44 + 7 * label.length && mine.length > 0 && svg(
      "text",
      { class: "tick", x: round(at.x + at.width - 4), y: at.y + 14, "text-anchor": "end" },
      mine.map((number) => number + 1).join(" "),
    ),
  );
}

/** The outline of a box; it has no side where the unit goes on in another row. */
function outline({ x, y, width }, { opens, closes }) {
  const [left, right] = [round(x), round(x + width)];
  const low = y + BOX;
  if (opens && closes) return `M${left} ${y}H${right}V${low}H${left}Z`;
  if (opens) return `M${right} ${y}H${left}V${low}H${right}`;
  if (closes) return `M${left} ${y}H${right}V${low}H${left}`;
  return `M${left} ${y}H${right}M${left} ${low}H${right}`;
}

function links(scene) {
  const { continuum, chosen } = scene.state;
  const order = continuum.alignments.map((_, number) => number).filter((number) => number !== chosen);
  return [...order, chosen].map((number) => {
    const alignment = continuum.alignments[number];
    const members = (alignment?.members ?? []).filter((member) => member !== null).map((member) => scene.units[member]);
    return members.slice(1).map((unit, index) => link(members[index], unit, number, scene));
  });
}

function link(upper, lower, number, scene) {
  const [from, to] = [edges(upper, upper.pieces[0], scene), edges(lower, lower.pieces[0], scene)];
  const look = { class: `link${number === scene.state.chosen ? " focused" : ""}` };
  const name = svg("title", {}, `alignment ${number + 1}`);
  if (!from && !to) return null;
  if (!from || !to || upper.pieces[0].row !== lower.pieces[0].row) return stubs(from, to, number, look);
  const row = scene.placed.rows.get(upper.pieces[0].row);
  const lane = scene.state.continuum.annotators.indexOf(lower.annotator);
  const [leave, enter] = [row.tops[lane - 1] + row.heights[lane - 1] + 3, row.tops[lane] - 3];
  const [x1, x2] = [
    wayOut(upper, from, (line) => line > upper.line, scene),
    wayOut(lower, to, (line) => line < lower.line, scene),
  ].map(round);
  const middle = (leave + enter) / 2;
  return svg(
    "path",
    { ...look, d: `M${x1} ${from.y + BOX}V${leave}C${x1} ${middle} ${x2} ${middle} ${x2} ${enter}V${to.y}` },
    name,
  );
}

/** Where a line leaves a box so that no other box of its lane hides it, as near to the middle as there is room. */
function wayOut(unit, { x, width }, isBetween, scene) {
  const hiding = scene.units
    .filter((other) => other.annotator === unit.annotator && isBetween(other.line))
    .flatMap(
      (other) => other.pieces.filter(
        (piece) => piece.row === unit.pieces[0].row,
      ).map((piece) => edges(other, piece, scene)),
    );
  const places = EXITS.map((share) => x + share * width);
  return places.find((place) => hiding.every((box) => place < box.x - 2 || place > box.x + box.width + 2)) ?? places[0];
}

/** Where two units are not in the same row, each points out of it with the number of their alignment. */
function stubs(from, to, number, look) {
  return [
    from && svg("path", { ...look, d: `M${round(from.x + from.width / 2)} ${from.y + BOX}v8` }),
    from && svg(
      "text",
      { class: "tick", x: round(from.x + from.width / 2 + 4), y: from.y + BOX + 11 },
      `${number + 1} ↓`,
    ),
    to && svg("path", { ...look, d: `M${round(to.x + to.width / 2)} ${to.y}v-8` }),
    to && svg("text", { class: "tick", x: round(to.x + to.width / 2 + 4), y: to.y - 5 }, `${number + 1} ↑`),
  ];
}

function categoriesOf(layer) {
  const all = new Set(layer.aligner.documents.flatMap((each) => each.units.map((unit) => unit.category ?? null)));
  return [...all].sort();
}
