// The versions of a tree, each drawn over its words, then side by side: token by token, or in brackets.
import { treeDrawing } from "./arcs.js";
import { bracketsOf } from "./brackets.js";
import { el } from "./dom.js";
import { count } from "./numbers.js";
import { plain, shown } from "./text.js";

const MOST_DRAWN = 400; // words; beyond that only what differs is listed

/** Rows {value, names, look, head} of trees: what all of them have is grey, and what not is dashed. */
export function treeVersions(rows) {
  const drawn = rows.map(({ value }) => (value.heads ? arcsOf(value) : bracketsOver(value)));
  const keys = drawn.map(({ edges }) => new Set(edges.map((edge) => edge.key)));
  const isShared = ({ key }) => keys.every((known) => known.has(key));
  const looking = (edge) => ({ ...edge, look: isShared(edge) ? "both" : "first" });
  const draw = ({ names }, { words, edges }) =>
    treeDrawing({
      words,
      above: edges.map(looking).filter((edge) => edge.look === "first" || !edge.isOverWord),
      below: [],
      arcs: Boolean(rows[0].value.heads),
      title: `Tree of ${names}`,
      described: "In grey what all versions have, dashed what not all have. What is below says the same.",
    });
  const version = (row, index) =>
    el(
      "li",
      { class: row.look },
      el("p", {}, row.head),
      drawn[index].words.length > MOST_DRAWN
        ? undrawn(drawn[index], isShared)
        : el(
            "div",
            { class: "scroll", tabindex: 0, role: "region", "aria-label": `Tree of ${row.names}, picture` },
            draw(row, drawn[index]),
          ),
    );
  return [
    el("ul", { class: "tree-versions" }, rows.map(version)),
    rows[0].value.heads ? tokenTable(rows) : rows.map(inBrackets),
  ];
}

/** What a version of very many words has that not all have, in words. */
function undrawn({ words, edges }, isShared) {
  const own = edges.filter((edge) => !isShared(edge)).map(({ from, to, label }) => `${label} ${from + 1}–${to + 1}`);
  const many = `${count(words.length)} words are too many to draw. `;
  const nothing = "All versions have all of it.";
  return el("p", { class: "about" }, many, own.length ? ["Not all have ", shown(own.join(", "), 400), "."] : nothing);
}

function arcsOf({ words, heads, labels }) {
  return {
    words: words.map((word) => plain(word, 40)),
    edges: words.flatMap((_, to) => {
      const [head, label] = [heads[to], labels[to] ?? ""];
      const isThere = Number.isInteger(head) && head >= 0 && head <= words.length;
      return isThere ? [{ from: head - 1, to, label, key: JSON.stringify([to, head, label]) }] : [];
    }),
  };
}

/** Each phrase and each label of a word over the words it holds; for a word not known stands the label of its leaf. */
function bracketsOver({ labels, parents, words }) {
  const isLeaf = leavesOf(labels, parents);
  const spans = labels.map(() => []);
  const said = [];
  let leaf = 0;
  labels.forEach((_, node) => {
    if (!isLeaf[node]) return;
    const word = words[leaf++];
    const isKnown = word !== "\0";
    for (let above = isKnown ? node : parents[node]; above >= 0; above = parents[above]) spans[above].push(said.length);
    said.push(plain(isKnown ? word : labels[node], 40));
  });
  const edges = labels.flatMap((label, node) => {
    const [from, to] = [spans[node][0], spans[node].at(-1)];
    const key = JSON.stringify([label, from, to, isLeaf[node]]);
    return spans[node].length ? [{ from, to, label, key, isOverWord: isLeaf[node] }] : [];
  });
  return { words: said, edges };
}

function leavesOf(labels, parents) {
  const inner = new Set(parents);
  return labels.map((_, node) => !inner.has(node));
}

function tokenTable(rows) {
  const { words } = rows[0].value;
  const said = ({ heads, labels }, index) => (heads[index] === undefined ? "" : `${heads[index]} ${labels[index]}`);
  const differs = () => el("span", { role: "img", "aria-label": "differs" }, "≠ ");
  const isApart = words.map((_, index) => new Set(rows.map(({ value }) => said(value, index))).size > 1);
  const isListed = (index) => words.length <= MOST_DRAWN || isApart[index];
  const alike = words.length - words.filter((_, index) => isListed(index)).length;
  const rest = alike && `; ${count(alike)} that are the same in all versions are not listed`;
  const row = (word, index) =>
    el(
      "tr",
      { class: isApart[index] ? "apart" : null },
      el("th", { scope: "row" }, `${index + 1} `, shown(word, 40)),
      rows.map(({ value }) => el("td", {}, isApart[index] && differs(), headWords(value, index))),
    );
  const titles = ["Token", ...rows.map(({ names }) => names)];
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Trees, token by token" },
    el(
      "table",
      { class: "versions trees-table" },
      el("caption", {}, "Head and label of each token; ≠ where versions differ", rest || null),
      el("thead", {}, el("tr", {}, titles.map((title) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, words.map((word, index) => isListed(index) && row(word, index))),
    ),
  );
}

function headWords(value, index) {
  const head = value.heads[index];
  const relation = el("span", { class: "relation" }, shown(value.labels[index], 30));
  return [relation, " ← ", head === 0 ? "root" : [`${head} `, shown(value.words[head - 1], 30)]];
}

function inBrackets({ names, value }) {
  const written = el("pre", { class: "brackets", tabindex: 0 }, bracketsOf(value, (name) => plain(name, 30)));
  return el("details", {}, el("summary", {}, `In brackets: ${names}`), written);
}
