// The marks of each version in rows on the same text or continuum, wrapped into as many lines as there is room for.
import { inLines } from "./continuum.js";
import { el } from "./dom.js";
import { textWidth } from "./letters.js";
import { foldButton } from "./fold_button.js";
import { count } from "./numbers.js";
import { roomInCase } from "./room.js";
import { isRightToLeft, plain, shown } from "./text.js";

const [AROUND, AROUND_CHARACTERS] = [6, 40];
const [LONG_RUN, LEFT_OF_IT] = [20, 5]; // tokens; of characters so many times that
const PER_TOKEN = 6;
const YOURS = "your version";
const PIECE = 24; // characters; longer ones are broken between words
const [TEXT_SIZE, MARK_SIZE, CELL, LEAST_COLUMN, TAKE_ROOM, STACKED] = [15.2, 13.8, 12, 26, 110, 240];

/** Tables with a row a version, one below the other; see versionRows(). */
export function markRows(found, rows, { unfold, isUnfolded }) {
  const all = columnsOf(found, rows);
  const folded = foldedColumns(found, rows, all);
  const columns = isUnfolded ? all : folded;
  const head = Math.max(...rows.map(({ names, look }) => textWidth(look === "draft" ? YOURS : names, TEXT_SIZE)));
  const width = roomInCase();
  const beside = Math.min(head + TAKE_ROOM, width - STACKED);
  const needs = needsOf(columns, rows);
  const isStacked = beside < TAKE_ROOM || Math.max(...needs) > width - beside; // each name stands above its marks
  const rooms = isStacked ? [width, width] : [width - beside, width - beside + TAKE_ROOM - CELL];
  const lines = worthwhile(wrapped(columns, needs, rooms), rows);
  const way = isRightToLeft(all.map(({ text }) => text).join(" ")) ? "rtl" : null;
  const canFold = folded.length < all.length;
  return el(
    "div",
    { class: "mark-lines" },
    lines.map((line, index) => tableOf(line, rows, { way, isStacked, index, lines: lines.length })),
    canFold && foldButton(unfold, isUnfolded),
  );
}

function tableOf(columns, rows, { way, isStacked, index, lines }) {
  const part = lines > 1 ? `, line ${index + 1} of ${lines}` : "";
  const title = (column) => {
    const { inside, fold, start, end } = column;
    const look = [inside && "inside", fold && "fold"].filter(Boolean).join(" ") || null;
    const place = { "data-start": start, "data-end": end };
    return el("th", { scope: "col", class: look, ...place }, fold ? titleOf(column) : shown(column.text, 80));
  };
  const body = (row) => {
    const head = index === 0 ? row.head : el("span", { class: "names" }, row.look === "draft" ? "✎" : row.names);
    const cell = { scope: "row", class: row.look };
    const named = isStacked ? el("th", { ...cell, colspan: columns.length }, head) : el("th", cell, head);
    return el("tbody", { class: row.look === "draft" ? "own" : null }, lanesOf(row.value, columns, named, isStacked));
  };
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `Versions on the text${part}` },
    el(
      "table",
      { class: "versions marks", dir: way },
      el("caption", { class: "unseen" }, `Versions on the text${part}`),
      el("thead", {}, el("tr", {}, !isStacked && el("td", {}), columns.map(title))),
      rows.filter((row) => index === 0 || marksIn(row.value, columns).length).map(body),
    ),
  );
}

/** The lines in which somebody marked something; what is only around the marks stands above them anyway. */
function worthwhile(lines, rows) {
  const marked = lines.filter((line) => rows.some(({ value }) => marksIn(value, line).length));
  return marked.length ? marked : lines.slice(0, 1);
}

function titleOf({ text, fold }) {
  return fold ? `… ${fold} …` : text;
}

// --- columns ---------------------------------------------------------------------------------------------------------

/** The stretches between all borders: {start, end, text, inside}; of tokens each one. */
function columnsOf(found, rows) {
  const marks = rows.flatMap((row) => row.value);
  const start = Math.min(found.region[0], ...marks.map(([from]) => from));
  const end = Math.max(found.region[1], ...marks.map(([, to]) => to));
  const inside = (from, to) => from >= found.region[0] && to <= found.region[1];
  const column = (from, to, text) => ({ start: from, end: to, text, inside: inside(from, to) });
  if (found.tokens) {
    const first = Math.max(found.offset, start - AROUND);
    const last = Math.min(found.offset + found.tokens.length, end + AROUND);
    const places = Array.from({ length: last - first }, (_, index) => first + index);
    return places.map((at) => column(at, at + 1, found.tokens[at - found.offset]));
  }
  const borders = new Set([start, end, ...marks.flatMap(([from, to]) => [from, to])]);
  const letters = found.text ? [...found.text] : null;
  if (letters) {
    const isWithin = (at) => [at - 1, at].every((each) => /\S/u.test(letters[each - found.offset] ?? " "));
    let [before, after] = [start - AROUND_CHARACTERS, end + AROUND_CHARACTERS];
    while (before < start && isWithin(before)) before += 1;
    while (after > end && isWithin(after)) after -= 1;
    borders.add(Math.max(found.offset, before));
    borders.add(Math.min(found.offset + letters.length, after));
  }
  const ordered = [...borders].sort((one, other) => one - other);
  return ordered.slice(1).flatMap((to, index) => {
    const from = ordered[index];
    if (!letters) return [column(from, to, `${from}–${to}`)];
    return pieces(letters.slice(from - found.offset, to - found.offset)).map(([at, piece]) =>
      column(from + at, from + at + piece.length, piece.join("")),
    );
  });
}

/** Letters in pieces that end with a word, as [place, letters]. */
function pieces(letters) {
  const found = [];
  let from = 0;
  letters.forEach((letter, at) => {
    const isLong = at + 1 - from >= PIECE && (/\s/u.test(letter) || at + 1 - from >= 2 * PIECE);
    if (!isLong && at + 1 < letters.length) return;
    found.push([from, letters.slice(from, at + 1)]);
    from = at + 1;
  });
  return found;
}

/** The columns with the middle of a long stretch without any border as one. */
function foldedColumns(found, rows, columns) {
  if (!found.tokens && !found.text) return columns;
  const borders = new Set(rows.flatMap(({ value }) => value.flatMap(([from, to]) => [from, to])));
  const scale = found.tokens ? 1 : PER_TOKEN;
  const runs = [];
  for (const column of columns) {
    if (!runs.length || borders.has(column.start)) runs.push([]);
    runs.at(-1).push(column);
  }
  return runs.flatMap((run) => {
    const [start, end] = [run[0].start, run.at(-1).end];
    if (end - start <= LONG_RUN * scale) return run;
    const isAhead = ({ end: to }) => to <= start + LEFT_OF_IT * scale;
    const isBehind = ({ start: from }) => from >= end - LEFT_OF_IT * scale;
    const middle = run.filter((each) => !isAhead(each) && !isBehind(each));
    if (middle.length < 2) return run;
    const [from, to] = [middle[0].start, middle.at(-1).end];
    const fold = found.tokens ? `${count(to - from)} words` : `${count(to - from)} characters`;
    return [...run.filter(isAhead), { ...middle[0], end: to, text: fold, fold }, ...run.filter(isBehind)];
  });
}

/** How wide each column has to be for its text and the labels over it. */
function needsOf(columns, rows) {
  const width = (text, size, weight) => textWidth(plain(text, 80), size, weight);
  const needs = columns.map((column) => Math.max(LEAST_COLUMN, width(titleOf(column), TEXT_SIZE, 600) + CELL));
  for (const [start, end, type] of rows.flatMap(({ value }) => value)) {
    const over = columns.flatMap((each, index) => (each.start >= start && each.end <= end ? [index] : []));
    const wanted = width(type || "marked", MARK_SIZE, 600) + 2 * CELL;
    const lack = wanted - over.reduce((sum, index) => sum + needs[index], 0);
    if (over.length && lack > 0) needs[over.at(-1)] += lack;
  }
  return needs;
}

/** The columns in lines that there is room for: in the first one, beside the buttons, and in the others. */
function wrapped(columns, needs, [room, further]) {
  const lines = [[]];
  let used = 0;
  columns.forEach((column, index) => {
    if (lines.at(-1).length && used + needs[index] > (lines.length > 1 ? further : room)) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1).push(column);
    used += needs[index];
  });
  return lines;
}

// --- marks -----------------------------------------------------------------------------------------------------------

function lanesOf(marks, columns, head, isStacked) {
  const lines = inLines(marksIn(marks, columns));
  const lanes = lines.length ? lines.map((line) => markCells(line, columns)) : [nothingIn(marks, columns)];
  if (isStacked) return [el("tr", {}, head), lanes.map((lane) => el("tr", {}, lane))];
  head.setAttribute("rowspan", lanes.length);
  return lanes.map((lane, index) => el("tr", {}, index === 0 && head, lane));
}

/** The marks of which something lies in a line. */
function marksIn(marks, columns) {
  const [first, last] = [columns[0].start, columns.at(-1).end];
  const all = marks.map(([start, end, type], index) => ({ start, end, type, index }));
  return all.filter(({ start, end }) => start < last && end > first);
}

function nothingIn(marks, columns) {
  return el("td", { colspan: columns.length, class: "nothing" }, marks.length ? "" : "nothing marked");
}

function markCells(line, columns) {
  const cells = [];
  const [first, last] = [columns[0].start, columns.at(-1).end];
  let at = 0;
  while (at < columns.length) {
    const { start } = columns[at];
    const mark = line.find((each) => Math.max(each.start, first) === start);
    const covered = columns.filter((column) => mark && column.start >= start && column.end <= mark.end);
    const width = Math.max(1, covered.length);
    cells.push(el("td", { colspan: width, class: mark ? "mark-cell" : null }, mark && markDrawn(mark, first, last)));
    at += width;
  }
  return cells;
}

/** A mark, open to the side on which it goes on in another line; its ends can be taken hold of. */
function markDrawn({ start, end, type, index }, first, last) {
  const [comes, goes] = [start < first, end > last];
  const look = ["mark-label", comes && "comes", goes && "goes"].filter(Boolean).join(" ");
  const grip = (side) => el("span", { class: `grip ${side}`, "data-entry": index, "data-side": side });
  return el("span", { class: look }, !comes && grip("start"), shown(type || "marked", 40), !goes && grip("end"));
}
