// A text or a stretch of time laid out in rows: where each position stands.
import { isRightToLeft } from "./text.js";

const LETTER_WIDE = 8;
const LONGEST_TOKEN = 40;
const PARTS = 24;
const UNITS_PER_ROW = 9;

/**
 * Lays out a continuum: rows of cells {from, to, x, width, text}, and find(position, ending) -> {row, x}. Text is laid
 * out word by word, tokens token by token, time in equal parts.
 */
export function laidOut(continuum, width) {
  const { text, tokens } = continuum;
  const timed = !tokens && (text ?? null) === null;
  const cells = timed ? timeCells(continuum, width) : tokens ? tokenCells(tokens) : wordCells(text);
  const rows = [];
  for (const cell of cells) {
    const row = rows.at(-1);
    if (row && row.used + cell.width <= width) {
      row.cells.push({ ...cell, x: row.used });
      row.used += cell.width;
      row.to = cell.to;
    } else rows.push({ from: cell.from, to: cell.to, used: cell.width, cells: [{ ...cell, x: 0 }] });
  }
  return {
    rows,
    timed,
    find: (position, ending = false) => spotIn(rows, position, ending),
    rightToLeft: isRightToLeft(tokens ? tokens.join(" ") : text),
    gap: tokens ? LETTER_WIDE - 2 : 0,
  };
}

/** Units {start, end} in as few lines as they can lie in side by side, those that begin first above. */
export function inLines(units) {
  const lines = [];
  for (const unit of [...units].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const free = lines.find((line) => line.at(-1).end <= unit.start && line.at(-1).start < unit.start);
    if (free) free.push(unit);
    else lines.push([unit]);
  }
  return lines;
}

function tokenCells(tokens) {
  return tokens.map((token, index) => {
    const cell = cellOf(token, index, index + 1);
    return { ...cell, width: cell.width + LETTER_WIDE };
  });
}

/** Words with the spaces after them; offsets count characters as Python does, not halves of pairs. */
function wordCells(text) {
  let at = 0;
  return (text.match(/\s*\S{1,40}\s*|\s+/gu) ?? []).map((word) => {
    const from = at;
    at += letters(word);
    return cellOf(word, from, at);
  });
}

function cellOf(whole, from, to) {
  const long = letters(whole.trimEnd()) > LONGEST_TOKEN;
  const text = long ? `${[...whole].slice(0, LONGEST_TOKEN - 1).join("")}…` : whole.slice(0, LONGEST_TOKEN + 1);
  return { from, to, text, ink: LETTER_WIDE * letters(text.trimEnd()), width: LETTER_WIDE * letters(text) };
}

function letters(text) {
  return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
}

function timeCells({ units, length }, width) {
  const start = Math.min(0, ...units.map((unit) => unit.start));
  const end = Math.max(length ?? 0, ...units.map((unit) => unit.end));
  const mean = units.reduce((sum, unit) => sum + unit.end - unit.start, 0) / Math.max(1, units.length);
  const perRow = Math.max(mean * UNITS_PER_ROW * (width / 800), 1e-9);
  const parts = PARTS * Math.max(1, Math.min(40, Math.ceil((end - start) / perRow)));
  const step = (end - start) / parts || 1;
  return Array.from({ length: parts }, (_, index) => ({
    from: start + index * step,
    to: start + (index + 1) * step,
    text: "",
    width: width / PARTS - 1e-6,
  }));
}

function spotIn(rows, position, ending) {
  const reaches = (part) => (ending ? part.to >= position : part.to > position);
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reaches(rows[middle])) high = middle;
    else low = middle + 1;
  }
  const row = rows[low];
  if (!row) return { row: 0, x: 0 };
  const cell = row.cells.find(reaches) ?? row.cells.at(-1);
  const share = Math.max(0, Math.min(1, (position - cell.from) / (cell.to - cell.from || 1)));
  return { row: low, x: cell.x + share * cell.width };
}
