// The versions of annotators in rows on the same text: marks over tokens, labels, or trees.
import { el } from "./dom.js";
import { markRows } from "./mark_rows.js";
import { OWN_CASES } from "./own_cases.js";
import { treeVersions } from "./parses.js";
import { held } from "./record.js";
import { plain, shown } from "./text.js";

export const TEXTS_DIFFER = "Annotators read different texts of this item: they stand below the labels.";

/** Whether trees are adjudicated, of either kind. */
export function isTree(kind) {
  return kind === "dependencies" || kind === "phrases";
}

/**
 * A table with a row a version. A version is {value, annotators, majority}; `take(index)` is what its button does,
 * `draft` a value that is nobody's version, shown in a row of its own, `whose` it is, and `mine` what was decided;
 * `unfold()` shows what all have alike, or folds it, and `isUnfolded` says which.
 */
export function versionRows(found, { take, draft = null, whose, mine = undefined, unfold, isUnfolded }) {
  const rows = found.versions.map((version, index) => versionOf(found, version, index, take, mine));
  const own = draft ? [{ value: draft, names: whose, look: "draft", head: `✎ ${whose}` }] : [];
  const folding = { unfold, isUnfolded };
  if (isTree(found.kind)) return treeVersions([...own, ...rows], folding);
  rows.push(...own);
  if (found.kind === "label") return labelRows(rows);
  if (OWN_CASES[found.kind]) return labelRows(rows.map((row) => ({ ...row, value: inWords(row.value, found) })));
  const isPoint = found.region && found.region[0] === found.region[1]; // where nothing can be drawn
  if (isPoint) return labelRows(rows.map((row) => ({ ...row, value: inWords(row.value, found) })));
  return markRows(found, rows, folding);
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

function labelRows(rows) {
  const words = (value) => (value === "" ? el("em", {}, "empty") : shown(value, 200));
  const cell = ({ value, read }) => el("td", {}, el("span", { class: "label-value" }, words(value)), read);
  return el(
    "table",
    { class: "versions" },
    el("caption", { class: "unseen" }, "Versions"),
    el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row", class: row.look }, row.head), cell(row)))),
  );
}
