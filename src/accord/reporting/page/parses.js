// The versions of a tree, each drawn over its words, then side by side: token by token, or in brackets.
import { treeDrawing } from "./arcs.js";
import { bracketsOf } from "./brackets.js";
import { el } from "./dom.js";
import { foldButton } from "./fold_button.js";
import { foldedTrees } from "./folded_trees.js";
import { textWidth } from "./letters.js";
import { count } from "./numbers.js";
import { roomInCase } from "./room.js";
import { plain, shown } from "./text.js";

const MAX_DRAWN = 400; // words; beyond that only what differs is listed
const [LETTERS, WORD_SPACE] = [15, 20]; // as trees are drawn
const [IN_SIGHT, AHEAD] = [0.8, 60];
const SMALLEST = 0.75; // letters of 11 pixels can still be read

/**
 * Rows {value, names, look, head} of trees: what all of them have is grey, and what not is dashed. Where they are wider
 * than the page, words on which all say the same are folded, unless that `isUnfolded`; `unfold()` does it.
 */
export function treeVersions(rows, { unfold, isUnfolded }) {
  const whole = rows.map(({ value }) => (value.heads ? arcsOf(value) : bracketsOver(value)));
  const arcs = Boolean(rows[0].value.heads);
  const keys = whole.map(({ edges }) => new Set(edges.map((edge) => edge.key)));
  const isShared = ({ key }) => keys.every((known) => known.has(key));
  const isWide = whole.some(({ words }) => widthOf(words) > roomInCase());
  const folded = isWide ? foldedTrees(whole, isShared, { arcs }) : null;
  const drawn = folded && !isUnfolded ? folded : whole;
  const boxes = rows.map((row, index) => treeOf(row, drawn[index], { arcs, isShared }));
  scrollTogether(boxes.filter(({ box }) => box).map(({ box }) => box));
  return [
    folded && foldButton(unfold, isUnfolded),
    el("ul", { class: "tree-versions" }, rows.map((row, index) => el("li", { class: row.look }, boxes[index].parts))),
    arcs ? tokenTable(rows, drawn === folded) : rows.map(inBrackets),
  ];
}

function treeOf(row, tree, { arcs, isShared }) {
  const head = el("p", {}, row.head);
  if (tree.words.length > MAX_DRAWN) return { parts: [head, undrawn(tree, isShared)], box: null };
  const looking = (edge) => ({ ...edge, look: isShared(edge) ? "both" : "first" });
  const drawing = treeDrawing({
    words: tree.words,
    numbers: row.look === "draft" && arcs ? (tree.numbers ?? tree.words.map((_, index) => index)) : [],
    above: tree.edges.map(looking).filter((edge) => edge.look === "first" || !edge.isOverWord),
    below: [],
    arcs,
    title: `Tree of ${row.names}`,
    described: "In grey what all versions have, dashed what not all have. What is below says the same.",
  });
  const label = `Tree of ${row.names}, picture`;
  if (Number(drawing.getAttribute("width")) * SMALLEST <= roomInCase()) drawing.classList.add("fitted");
  const box = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, drawing);
  return { parts: [head, box], box };
}

/** About how wide a tree over some words is. */
function widthOf(words) {
  return words.reduce((sum, word) => sum + textWidth(word, LETTERS) + WORD_SPACE, 2 * WORD_SPACE);
}

/** Scrolls the pictures of all versions together, at first to where they differ. */
function scrollTogether(boxes) {
  for (const box of boxes) {
    box.onscroll = () => {
      for (const other of boxes) if (other.scrollLeft !== box.scrollLeft) other.scrollLeft = box.scrollLeft;
    };
  }
  requestAnimationFrame(() => {
    const left = (node) => node.getBoundingClientRect().left;
    const [box] = boxes;
    const apart = boxes.flatMap((each) => [...each.querySelectorAll(".edge-label.first")]);
    const first = Math.min(...apart.map(left)) - (box ? left(box) : 0);
    if (apart.length && first > IN_SIGHT * box.clientWidth) box.scrollLeft = first - AHEAD;
  });
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

function tokenTable(rows, isFolded) {
  const { words } = rows[0].value;
  const said = ({ heads, labels }, index) => (heads[index] === undefined ? "" : `${heads[index]} ${labels[index]}`);
  const differs = () => el("span", { role: "img", "aria-label": "differs" }, "≠ ");
  const isApart = words.map((_, index) => new Set(rows.map(({ value }) => said(value, index))).size > 1);
  const isListed = (index) => (words.length <= MAX_DRAWN && !isFolded) || isApart[index];
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
