// Tables that sort by any column, show their first rows, and give themselves away as CSV, Markdown and LaTeX.
import { el, fill, say } from "./dom.js";
import { count } from "./numbers.js";
import { copyTools } from "./save.js";
import { clipped, shown } from "./text.js";

const ROWS = 100;

/**
 * A table of rows. A column is {title, value(row), cell(row), copied(row), number, sort, hint}: `value` is what it
 * sorts by, `cell` what is shown and `copied` what is copied, else the value; nothing of it where it is false. `sorted`
 * is [column, descending]; `head` is the column that names its row; `title` and `notes` go with a copy.
 */
export function dataTable({
  caption,
  title = caption,
  notes = [],
  columns,
  rows,
  sorted = null,
  head = 0,
  most = ROWS,
  name = "table",
  unseen = false,
  onpick = null,
}) {
  const state = { sorted, most };
  const body = el("tbody");
  const more = el("p", { class: "more-rows" });
  const heads = columns.map((column, index) => headOf(column, index, state, draw));
  const ordered = () => (state.sorted ? inOrder(rows, columns[state.sorted[0]], state.sorted[1]) : rows);

  function draw() {
    heads.forEach((cell, index) => markSorted(cell, state.sorted?.[0] === index ? state.sorted[1] : null));
    fill(body, ordered().slice(0, state.most).map((row) => rowOf(row, columns, head, onpick)));
    const left = rows.length - state.most;
    fill(
      more,
      left > 0 && [
        `${count(state.most)} of ${count(rows.length)} rows `,
        el(
          "button",
          { type: "button", onclick: () => ((state.most += ROWS * 2), draw()) },
          `Show ${count(Math.min(left, ROWS * 2))} more`,
        ),
      ],
    );
  }

  draw();
  const taken = columns.filter((column) => column.copied !== false);
  const copied = () => ({
    title,
    notes,
    columns: taken.map((column) => column.title),
    rows: ordered().map((row) => taken.map((column) => column.copied?.(row) ?? cellText(column.value(row)))),
  });
  return el(
    "div",
    { class: "table" },
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      el(
        "table",
        {},
        el("caption", { class: unseen ? "unseen" : null }, caption),
        el("thead", {}, el("tr", {}, heads)),
        body,
      ),
    ),
    el("div", { class: "under" }, more, copyTools(copied, name)),
  );
}

function headOf(column, index, state, draw) {
  if (column.sort === false) return el("th", { scope: "col", class: column.number ? "num" : null }, column.title);
  const press = () => {
    const descending = state.sorted?.[0] === index ? !state.sorted[1] : Boolean(column.number);
    state.sorted = [index, descending];
    draw();
    say(`sorted by ${column.title}, ${descending ? "largest" : "smallest"} first`);
  };
  return el(
    "th",
    { scope: "col", class: column.number ? "num" : null, title: column.hint ?? null },
    el(
      "button",
      { type: "button", class: "sort", onclick: press },
      column.title,
      el("span", { class: "arrow", "aria-hidden": "true" }),
    ),
  );
}

function markSorted(cell, descending) {
  if (descending === null) cell.removeAttribute("aria-sort");
  else cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

function rowOf(row, columns, head, onpick) {
  return el(
    "tr",
    {},
    columns.map((column, index) => {
      const text = () => cellText(column.value(row));
      const pick = () => el("button", { type: "button", class: "link", onclick: () => onpick(row) }, clipped(text()));
      const shownCell = () => (column.cell ? column.cell(row) : shown(text(), 80));
      const inside = onpick && index === head ? pick() : shownCell();
      return el(
        index === head ? "th" : "td",
        { scope: index === head ? "row" : null, class: column.number ? "num" : null },
        inside,
      );
    }),
  );
}

function cellText(value) {
  if (value === null || value === undefined) return "–";
  return typeof value === "number" ? String(Number(value.toFixed(4))) : String(value);
}

function inOrder(rows, column, descending) {
  const keyed = rows.map((row, index) => [column.value(row), index, row]);
  const way = descending ? -1 : 1;
  return keyed
    .sort(([a, i], [b, j]) => {
      const missing = (a ?? null) === null ? 1 : 0;
      const other = (b ?? null) === null ? 1 : 0;
      if (missing || other) return missing - other || i - j;
      const apart =
        typeof a === "number" && typeof b === "number"
          ? a - b
          : String(a).localeCompare(String(b), "en", { numeric: true });
      return way * apart || i - j;
    })
    .map(([, , row]) => row);
}
