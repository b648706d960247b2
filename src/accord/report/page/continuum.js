// A text or a stretch of time laid out in rows: where each position stands.

const LETTER_WIDE = 8;
const LONGEST_TOKEN = 40;
const PARTS = 24;
const UNITS_PER_ROW = 9;

/**
 * Lays out a continuum: rows of cells {from, to, x, width, text}, and find(position, ending) -> {row, x}. Text is laid
 * out word by word, tokens token by token, time in equal parts.
 */
export function laidOut(continuum, of, width) {
  const cells = cellsOf(continuum, of, width);
  const rows = [];
  for (const cell of cells) {
    const row = rows.at(-1);
    if (!row || row.used + cell.width > width) rows.push({
      from: cell.from,
      to: cell.to,
      used: cell.width,
      cells: [{ ...cell, x: 0 }],
    });
    else {
      row.cells.push({ ...cell, x: row.used });
      row.used += cell.width;
      row.to = cell.to;
    }
  }
  return { rows, find: (position, ending = false) => found(rows, position, ending), timed: isTimed(continuum, of), rightToLeft: isRightToLeft(continuum.text), gap: of === "token" ? LETTER_WIDE - 2 : 0 };
}

function isTimed({ text }, of) {
  return text === null || text === undefined || !["character", "token"].includes(of);
}

function isRightToLeft(text) {
  const found = /[A-Za-z\u00c0-\u024f\u0370-\u04ff]|[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.exec(text ?? "");
  return Boolean(found) && /[\u0590-\u08ff\ufb1d-\ufefc]/u.test(found[0]);
}

function cellsOf(continuum, of, width) {
  if (isTimed(continuum, of)) return timeCells(continuum, width);
  const parts = of === "token" ? continuum.text.split(" ").map(
    (token, index) => [token, index, index + 1],
  ) : words(continuum.text);
  const gap = of === "token" ? LETTER_WIDE : 0;
  return parts.map(([whole, from, to]) => {
    const text = whole.slice(0, LONGEST_TOKEN);
    return { from, to, text, ink: LETTER_WIDE * letters(text.trimEnd()), width: LETTER_WIDE * letters(text) + gap };
  });
}

/** Words with the spaces behind them; offsets count characters as Python does, not halves of pairs. */
function words(text) {
  let at = 0;
  return (text.match(/\s*\S{1,40}\s*|\s+/gu) ?? []).map((word) => {
    const from = at;
    at += letters(word);
    return [word, from, at];
  });
}

function letters(text) {
  return /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
}

function timeCells({ units, length }, width) {
  const start = Math.min(0, ...units.map((unit) => unit.start));
  const end = Math.max(length ?? 0, ...units.map((unit) => unit.end));
  const mean = units.reduce((sum, unit) => sum + unit.end - unit.start, 0) / Math.max(1, units.length);
  const rows = Math.max(
    1,
    Math.min(40, Math.ceil((end - start) / Math.max(mean * UNITS_PER_ROW * (width / 800), 1e-9))),
  );
  const parts = rows * PARTS;
  const step = (end - start) / parts || 1;
  return Array.from(
    { length: parts },
    (_, index) => ({ from: start + index * step, to: start + (index + 1) * step, text: "", width: width / PARTS - 1e-6 }),
  );
}

function found(rows, position, ending) {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ending ? rows[middle].to >= position : rows[middle].to > position) high = middle;
    else low = middle + 1;
  }
  const row = rows[low];
  if (!row) return { row: 0, x: 0 };
  const cell = row.cells.find((each) => (ending ? each.to >= position : each.to > position)) ?? row.cells.at(-1);
  const share = Math.max(0, Math.min(1, (position - cell.from) / (cell.to - cell.from || 1)));
  return { row: low, x: cell.x + share * cell.width };
}
