// The tables of the overview that only one kind of annotation has.
import { countColumn, intervalColumn, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { dataTable } from "./table.js";
import { shown } from "./text.js";

const MEASURED = new Set(["value", "observed", "expected"]); // all else that tables have for numbers are counts

/** The tables that only this kind has, as far as they belong here. */
export function ofItsKind({ agreement, extra = [] }) {
  const tables = extra.map((name) => agreement?.extra?.[name]).filter((table) => table?.rows.length);
  return tables.map(({ title, columns, rows, notes }) =>
    el(
      "div",
      { class: "beside" },
      dataTable({ caption: title, name: "extra", notes, rows, columns: columns.map(columnOf) }),
      notes.map((note) => el("p", { class: "about" }, shown(note, 600))),
    ),
  );
}

function columnOf(title, index) {
  if (index === 0) return textColumn(title, (row) => row[0]);
  if (title === "interval") return intervalColumn((row) => ({ interval: row[index] }));
  if (MEASURED.has(title)) return valueColumn(title, (row) => ({ value: row[index] }));
  return countColumn(title, (row) => row[index]);
}
