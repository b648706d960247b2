// Columns of tables: {title, value, cell, copied, number, sort, hint}, as dataTable() takes them.
import { el } from "./dom.js";
import { count, decimal, ends, figure, fourDigits, fourDigitEnds } from "./numbers.js";
import { shown } from "./text.js";

/** Text from the data. */
export function textColumn(title, value, { most = 60, ...more } = {}) {
  return { title, value, cell: (row) => el("span", { class: "named" }, shown(value(row) ?? "", most)), ...more };
}

/** A count. */
export function countColumn(title, value, more = {}) {
  const cell = (row) => count(value(row));
  return { title, value, cell, copied: cell, number: true, ...more };
}

/** A number that is not a count, and may be missing. */
export function numberColumn(title, value, more = {}) {
  return {
    title,
    value,
    cell: (row) => decimal(value(row)),
    copied: (row) => fourDigits(value(row)),
    number: true,
    ...more,
  };
}

/** A value {value, undefined} with the reason where there is none. */
export function valueColumn(title, measured = (row) => row, more = {}) {
  return numberColumn(title, (row) => measured(row)?.value, { cell: (row) => figure(measured(row)), ...more });
}

const CHANCE_ONLY =
  "intervals of one document are those of samples of chance: they say how well chance is known, not how another text " +
  "would do";

/** What goes with a copy of such rows, where an interval of theirs says only how well chance is known. */
export function chanceNotes(rows) {
  return rows.some((row) => ofChance(row.interval)) ? [CHANCE_ONLY] : [];
}

function ofChance(interval) {
  return interval?.method === "sampling of chance";
}

function intervalCell(interval) {
  return [ends(interval), ofChance(interval) && el("small", { title: CHANCE_ONLY }, " of samples of chance")];
}

/** The interval of such a value. */
export function intervalColumn(measured = (row) => row, title = "interval") {
  return {
    title,
    value: (row) => ends(measured(row)?.interval),
    cell: (row) => intervalCell(measured(row)?.interval),
    copied: (row) => fourDigitEnds(measured(row)?.interval),
    number: true,
    sort: false,
  };
}

/** The interval of such values, and where one has it that for other annotators like these. */
export function intervalColumns(rows) {
  if (!rows.some((row) => row.other_annotators)) return [intervalColumn()];
  const others = (row) => ({ interval: row.other_annotators });
  return [intervalColumn(), intervalColumn(others, "interval of annotators like these")];
}
