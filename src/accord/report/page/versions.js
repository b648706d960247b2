// The versions of annotators in rows on the same text: marks over tokens, labels, or trees token by token.
import { el } from "./dom.js";
import { plain, shown } from "./text.js";

const AROUND = 6;
const AROUND_CHARACTERS = 40;
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** The text of a case, with the place in question marked. */
export function textOf(found) {
  if (found.kind === "dependencies" || found.kind === "phrases") return el("p", { class: "context", dir: "auto" }, shown(found.text, 2000));
  if (found.tokens) {
    const [start, end] = found.region.map((each) => each - (found.offset ?? 0));
    const part = (from, to) => shown(found.tokens.slice(from, to).join(" "), 2000);
    return el("p", { class: "context", dir: "auto" }, part(0, start), " ", el("mark", {}, part(start, end)), " ", part(end));
  }
  if (found.region && found.text) {
    const letters = [...found.text];
    const [start, end] = found.region.map((each) => each - found.offset);
    const part = (from, to) => shown(letters.slice(from, to).join(""), 4000);
    return el("p", { class: "context", dir: "auto" }, part(0, start), el("mark", {}, part(start, end)), part(end));
  }
  return el("p", { class: "context" }, el("mark", {}, shown(found.region ? `${found.document} ${found.region.join("–")}` : found.text, 400)));
}

/**
 * A table with a row a version. A version is {value, annotators, majority}; `take(index)` is what its button does, `draft`
 * a value that is being edited, shown in a row of its own, and `mine` the value that was decided.
 */
export function versionRows(found, { take, draft = null, mine = undefined }) {
  const rows = found.versions.map((version, index) => ({ value: version.value, head: headOfVersion(found, version, index, take, mine) }));
  if (draft) rows.push({ value: draft, head: el("th", { scope: "row", class: "draft" }, "✎ your version") });
  if (found.kind === "label") return labelRows(rows);
  if (found.kind === "dependencies") return dependencyRows(rows);
  if (found.kind === "phrases") return phraseRows(rows);
  return markRows(found, rows);
}

/** A value in a few words. */
export function inWords(value, kind) {
  if (kind === "label") return value === "" ? "an empty label" : plain(value, 60);
  if (kind === "dependencies" || kind === "phrases") return "a tree";
  return value.length ? value.map(([start, end, type]) => `${plain(type, 30) || "mark"} ${start}–${end}`).join(", ") : "nothing marked";
}

function headOfVersion(found, version, index, take, mine) {
  const same = mine !== undefined && JSON.stringify(mine) === JSON.stringify(version.value);
  const names = version.annotators.map((name) => plain(name, 30)).join(", ");
  return el(
    "th",
    { scope: "row", class: same ? "taken" : null },
    el(
      "button",
      { type: "button", class: "take", onclick: () => take(index), "aria-label": `Take the version of ${names}: ${inWords(version.value, found.kind)}` },
      index < 9 && el("kbd", {}, index + 1),
      " Take",
    ),
    " ",
    el("span", { class: "names" }, names),
    version.majority && el("small", {}, " majority"),
    same && el("small", { class: "was-taken" }, " ✓ taken"),
  );
}

function labelRows(rows) {
  return el(
    "table",
    { class: "versions" },
    el("caption", { class: "unseen" }, "Versions"),
    el("tbody", {}, rows.map(({ head, value }) => el("tr", {}, head, el("td", { class: "label-value" }, value === "" ? el("em", {}, "empty") : shown(value, 200))))),
  );
}

function markRows(found, rows) {
  const columns = columnsOf(found, rows);
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Versions on the text" },
    el(
      "table",
      { class: "versions marks", dir: RIGHT_TO_LEFT.test(columns.map((column) => column.text).join(" ")) ? "rtl" : null },
      el("caption", { class: "unseen" }, "Versions on the text"),
      el("thead", {}, el("tr", {}, el("td", {}), columns.map((column) => el("th", { scope: "col", class: column.inside ? "inside" : null }, shown(column.text, 80))))),
      rows.map(({ head, value }) => el("tbody", {}, lanesOf(value, columns, head))),
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
  if (letters) borders.add(Math.max(found.offset, start - AROUND_CHARACTERS)).add(Math.min(found.offset + letters.length, end + AROUND_CHARACTERS));
  const ordered = [...borders].sort((one, other) => one - other);
  return ordered.slice(1).map((to, index) => ({
    start: ordered[index],
    end: to,
    text: letters ? letters.slice(ordered[index] - found.offset, to - found.offset).join("") : `${ordered[index]}–${to}`,
    inside: inside(ordered[index], to),
  }));
}

function lanesOf(marks, columns, head) {
  const lanes = [];
  for (const mark of [...marks].sort((one, other) => one[0] - other[0] || other[1] - one[1])) {
    const lane = lanes.find((each) => each.at(-1)[1] <= mark[0]);
    if (lane) lane.push(mark);
    else lanes.push([mark]);
  }
  if (!lanes.length) return el("tr", {}, head, el("td", { colspan: columns.length, class: "nothing" }, "nothing marked"));
  head.setAttribute("rowspan", lanes.length);
  return lanes.map((lane, index) => el("tr", {}, index === 0 && head, markCells(lane, columns)));
}

function markCells(lane, columns) {
  const cells = [];
  let at = 0;
  while (at < columns.length) {
    const mark = lane.find(([start]) => start === columns[at].start);
    const width = mark ? columns.filter((column) => column.start >= mark[0] && column.end <= mark[1]).length : 1;
    const name = mark && (mark[2] || "marked");
    cells.push(el("td", { colspan: Math.max(1, width), class: mark ? "mark-cell" : null }, mark && el("span", { class: "mark-label" }, shown(name, 40))));
    at += Math.max(1, width);
  }
  return cells;
}

function dependencyRows(rows) {
  const { words } = rows[0].value;
  const said = (value, index) => (value.heads[index] === undefined ? "" : `${value.heads[index]} ${value.labels[index]}`);
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Trees, token by token" },
    el(
      "table",
      { class: "versions trees-table" },
      el("caption", {}, "Head and label of each token; ≠ where versions differ"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Token"), rows.map(({ head }) => columnHead(head)))),
      el(
        "tbody",
        {},
        words.map((word, index) => {
          const apart = new Set(rows.map(({ value }) => said(value, index))).size > 1;
          return el(
            "tr",
            { class: apart ? "apart" : null },
            el("th", { scope: "row" }, `${index + 1} `, shown(word, 40)),
            rows.map(({ value }) => el("td", {}, apart && el("span", { "aria-label": "differs" }, "≠ "), headWords(value, index))),
          );
        }),
      ),
    ),
  );
}

function columnHead(head) {
  head.setAttribute("scope", "col");
  return head;
}

function headWords(value, index) {
  const head = value.heads[index];
  return [el("span", { class: "relation" }, shown(value.labels[index], 30)), " ← ", head === 0 ? "root" : [`${head} `, shown(value.words[head - 1], 30)]];
}

function phraseRows(rows) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Trees" }, phraseTable(rows));
}

function phraseTable(rows) {
  return el("table", { class: "versions" }, el("caption", { class: "unseen" }, "Versions"), el("tbody", {}, rows.map(({ head, value }) => el("tr", {}, head, el("td", {}, el("pre", { class: "brackets" }, bracketsOf(value)))))));
}

function bracketsOf({ labels, parents, words }) {
  const children = labels.map(() => []);
  parents.forEach((parent, node) => parent >= 0 && children[parent].push(node));
  let leaf = 0;
  const wordOf = labels.map((_, node) => (children[node].length ? null : words[leaf++]));
  const flat = (node) => (wordOf[node] === null ? `(${plain(labels[node], 30)} ${children[node].map(flat).join(" ")})` : wordOf[node] === "\0" ? plain(labels[node], 30) : `(${plain(labels[node], 30)} ${plain(wordOf[node], 30)})`);
  const drawn = (node, depth) => {
    const whole = flat(node);
    if (whole.length + 2 * depth <= 64 || wordOf[node] !== null) return `${"  ".repeat(depth)}${whole}`;
    return `${"  ".repeat(depth)}(${plain(labels[node], 30)}\n${children[node].map((child) => drawn(child, depth + 1)).join("\n")})`;
  };
  return drawn(0, 0);
}
