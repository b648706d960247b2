// Progress: a value for each round, batch or month, in their order.
import { countColumn, intervalColumn, textColumn, valueColumn } from "./columns.js";
import { plotWithTable } from "./plot.js";
import { dataTable } from "./table.js";

/** How much more each round has than the one before, for these annotators and for others, where that is known. */
function changeColumns({ of, rows }) {
  const changes = rows.some((row) => row.change);
  const others = rows.some((row) => row.change_others);
  return [
    changes && valueColumn(`change from the ${of} before`, (row) => row.change),
    changes && intervalColumn((row) => row.change, "its interval"),
    others && intervalColumn((row) => ({ interval: row.change_others }), "for annotators like these"),
  ].filter(Boolean);
}

/** The rounds of a layer, or layers that are rounds, as a picture with its table. */
export function progressPicture(view, plot, { parts, links = [], width }) {
  const dated = view.rows.some((row) => row.first_day);
  const table = dataTable({
    caption: plot.title,
    unseen: true,
    name: "progress",
    notes: plot.notes,
    rows: view.rows,
    columns: [
      textColumn(view.of, (row) => row.name),
      valueColumn("value"),
      intervalColumn(),
      ...changeColumns(view),
      countColumn(`${view.unit}s`, (row) => row.used),
      countColumn("annotators", (row) => row.annotators),
      dated && { title: "from", value: (row) => row.first_day },
      dated && { title: "to", value: (row) => row.last_day },
    ].filter(Boolean),
  });
  return plotWithTable(plot, { parts, table, links, width });
}
