// The versions of annotators in rows on the same text: marks over tokens, labels, or trees.
import { inLines } from "./continuum.js";
import { el } from "./dom.js";
import { OWN_CASES } from "./own_cases.js";
import { treeVersions } from "./parses.js";
import { held } from "./record.js";
import { isRightToLeft, plain, shown } from "./text.js";

const AROUND = 6;
const AROUND_CHARACTERS = 40;
export const TEXTS_DIFFER = "Annotators read different texts of this item: they stand below the labels.";

/** Whether trees are adjudicated, of either kind. */
export function isTree(kind) {
  return kind === "dependencies" || kind === "phrases";
}

/**
 * A table with a row a version. A version is {value, annotators, majority}; `take(index)` is what its button does,
 * `draft` a value that is nobody's version, shown in a row of its own, `whose` it is, and `mine` what was decided.
 */
export function versionRows(found, { take, draft = null, whose, mine = undefined }) {
  const rows = found.versions.map((version, index) => versionOf(found, version, index, take, mine));
  const own = draft ? [{ value: draft, names: whose, look: "draft", head: `✎ ${whose}` }] : [];
  if (isTree(found.kind)) return treeVersions([...own, ...rows]);
  rows.push(...own);
  if (found.kind === "label") return labelRows(rows);
  if (OWN_CASES[found.kind]) return labelRows(rows.map((row) => ({ ...row, value: inWords(row.value, found) })));
  const isPoint = found.region && found.region[0] === found.region[1]; // where nothing can be drawn
  if (isPoint) return labelRows(rows.map((row) => ({ ...row, value: inWords(row.value, found) })));
  return markRows(found, rows);
}

/** A value of a case in a few words. */
export function inWords(value, found) {
  const { kind } = found;
  if (OWN_CASES[kind]) return OWN_CASES[kind].inWords(value, found);
  if (kind === "label") return value === "" ? "an empty label" : plain(value, 60);
  if (isTree(kind)) return "a tree";
  const marks = value.map(([start, end, type]) => `${plain(type, 30) || "mark"} ${start}–${end}`);
  return marks.join(", ") || "nothing marked";
}

/** A row {value, names, look, head} with a button that takes it. */
function versionOf(found, version, index, take, mine) {
  const same = mine !== undefined && JSON.stringify(mine) === JSON.stringify(version.value);
  const names = version.annotators.map((name) => plain(name, 30)).join(", ");
  const said = `Take the version of ${names}: ${inWords(version.value, found)}`;
  const head = [
    el(
      "button",
      { type: "button", class: "take", onclick: () => take(index), "aria-label": said },
      index < 9 && el("kbd", {}, index + 1),
      " Take",
    ),
    " ",
    el("span", { class: "names" }, names),
    version.majority && el("small", {}, " majority"),
    same && el("small", { class: "was-taken" }, " ✓ taken"),
  ];
  const read = found.texts ? readBy(version.annotators, found.texts) : null;
  return { value: version.value, names, look: same ? "taken" : null, head, read };
}

/** What each annotator of a version read, those who read the same together. */
function readBy(annotators, texts) {
  const readers = Map.groupBy(annotators, (name) => held(texts, name));
  const spaces = differInSpaces(texts);
  return [...readers].map(([text, names]) =>
    el(
      "p",
      { class: "read" },
      el("span", { class: "names" }, names.map((name) => plain(name, 30)).join(", "), ": "),
      text === null ? el("em", {}, "no text") : shown(text, 1000, { spaces }),
    ),
  );
}

/** Whether two of the texts are the same but for their white space, which must then be seen. */
function differInSpaces(texts) {
  const different = new Set(Object.values(texts));
  return new Set([...different].map((text) => text.replace(/\s+/gu, ""))).size < different.size;
}

function headCell({ look, head }) {
  return el("th", { scope: "row", class: look }, head);
}

function labelRows(rows) {
  const words = (value) => (value === "" ? el("em", {}, "empty") : shown(value, 200));
  const cell = ({ value, read }) => el("td", {}, el("span", { class: "label-value" }, words(value)), read);
  return el(
    "table",
    { class: "versions" },
    el("caption", { class: "unseen" }, "Versions"),
    el("tbody", {}, rows.map((row) => el("tr", {}, headCell(row), cell(row)))),
  );
}

function markRows(found, rows) {
  const columns = columnsOf(found, rows);
  const way = isRightToLeft(columns.map((column) => column.text).join(" ")) ? "rtl" : null;
  const title = ({ inside, text }) => el("th", { scope: "col", class: inside ? "inside" : null }, shown(text, 80));
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Versions on the text" },
    el(
      "table",
      { class: "versions marks", dir: way },
      el("caption", { class: "unseen" }, "Versions on the text"),
      el("thead", {}, el("tr", {}, el("td", {}), columns.map(title))),
      rows.map((row) => el("tbody", {}, lanesOf(row.value, columns, headCell(row)))),
    ),
  );
}

function columnsOf(found, rows) {
  const marks = rows.flatMap((row) => row.value);
  const start = Math.min(found.region[0], ...marks.map(([from]) => from));
  const end = Math.max(found.region[1], ...marks.map(([, to]) => to));
  const inside = (from, to) => from >= found.region[0] && to <= found.region[1];
  if (found.tokens) {
    const first = Math.max(found.offset, start - AROUND);
    const last = Math.min(found.offset + found.tokens.length, end + AROUND);
    return Array.from({ length: last - first }, (_, index) => first + index).map((at) => ({
      start: at,
      end: at + 1,
      text: found.tokens[at - found.offset],
      inside: inside(at, at + 1),
    }));
  }
  const borders = new Set([start, end, ...marks.flatMap(([from, to]) => [from, to])]);
  const letters = found.text ? [...found.text] : null;
  if (letters) {
    borders.add(Math.max(found.offset, start - AROUND_CHARACTERS));
    borders.add(Math.min(found.offset + letters.length, end + AROUND_CHARACTERS));
  }
  const between = (from, to) => letters?.slice(from - found.offset, to - found.offset).join("") ?? `${from}–${to}`;
  const ordered = [...borders].sort((one, other) => one - other);
  return ordered.slice(1).map((to, index) => ({
    start: ordered[index],
    end: to,
    text: between(ordered[index], to),
    inside: inside(ordered[index], to),
  }));
}

function lanesOf(marks, columns, head) {
  const lines = inLines(marks.map(([start, end, type]) => ({ start, end, type })));
  const nothing = () => el("td", { colspan: columns.length, class: "nothing" }, "nothing marked");
  if (!lines.length) return el("tr", {}, head, nothing());
  head.setAttribute("rowspan", lines.length);
  return lines.map((line, index) => el("tr", {}, index === 0 && head, markCells(line, columns)));
}

function markCells(line, columns) {
  const cells = [];
  let at = 0;
  while (at < columns.length) {
    const mark = line.find(({ start }) => start === columns[at].start);
    const covered = columns.filter((column) => mark && column.start >= mark.start && column.end <= mark.end);
    const width = Math.max(1, covered.length);
    const label = mark && el("span", { class: "mark-label" }, shown(mark.type || "marked", 40));
    cells.push(el("td", { colspan: width, class: mark ? "mark-cell" : null }, label));
    at += width;
  }
  return cells;
}
