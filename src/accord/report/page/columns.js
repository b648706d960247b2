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

/** The interval of such a value. */
export function intervalColumn(measured = (row) => row, title = "interval") {
  return {
    title,
    value: (row) => ends(measured(row)?.interval),
    copied: (row) => fourDigitEnds(measured(row)?.interval),
    number: true,
    sort: false,
  };
}
