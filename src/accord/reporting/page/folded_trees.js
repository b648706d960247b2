// Trees too wide for the page: words on which all versions say the same become one place in all of them.
import { count } from "./numbers.js";

const FEWEST_FOLDED = 3; // words; fewer take no more room than what would stand for them

/**
 * Drawn trees {words, edges} over the same words, as many places as can be seen in one, or null where nothing can be
 * folded. An edge is {from, to, label, key}; `isShared(edge)` says whether all versions have it.
 */
export function foldedTrees(drawn, isShared, { arcs }) {
  const [{ words }] = drawn;
  if (drawn.some((each) => each.words.length !== words.length)) return null;
  const isKept = arcs ? endsOfDifferences(drawn, isShared) : null;
  const parts = arcs ? runsBetween(words, isKept) : runsOfPhrases(drawn, isShared);
  if (parts.every(([start, end]) => end - start === 1)) return null;
  const placeOf = parts.flatMap(([start, end], place) => Array(end - start).fill(place));
  const isFolded = (place) => parts[place][1] - parts[place][0] > 1;
  const numbers = parts.map(([start], place) => (isFolded(place) ? null : start));
  return drawn.map((tree) => ({
    words: parts.map(([start, end]) => inOne(tree.words.slice(start, end), arcs)),
    numbers,
    edges: tree.edges.flatMap((edge) => {
      const [from, to] = [edge.from < 0 ? edge.from : placeOf[edge.from], placeOf[edge.to]];
      const isWhole = !arcs && from === to && isFolded(from) && isWholePart(edge, parts[from]);
      const isInside = isFolded(to) && (arcs || (from === to && !isWhole));
      return isInside && isShared(edge) ? [] : [{ ...edge, from, to, isOverWord: edge.isOverWord && !isFolded(to) }];
    }),
  }));
}

function inOne(words, arcs) {
  if (words.length === 1) return words[0];
  return arcs ? `… ${count(words.length)} words …` : `${words[0]} … ${words.at(-1)}`;
}

function isWholePart({ from, to }, [start, end]) {
  return from === start && to === end - 1;
}

/** Which words differ, or are heads of words that do. */
function endsOfDifferences(drawn, isShared) {
  const kept = new Set();
  for (const { edges } of drawn) {
    for (const edge of edges) if (!isShared(edge)) kept.add(edge.from).add(edge.to);
  }
  drawn[0].words.forEach((word, index) => drawn.some((each) => each.words[index] !== word) && kept.add(index));
  return kept;
}

/** The words as [start, end]: runs of those that are not kept in one. */
function runsBetween(words, kept) {
  const borders = words.flatMap((_, index) => (kept.has(index) ? [index, index + 1] : []));
  return partsOfRuns([0, ...borders, words.length]);
}

/** The same of phrases: runs at whose inner words no phrase begins or ends that not all have. */
function runsOfPhrases(drawn, isShared) {
  const apart = drawn.flatMap(({ edges }) => edges.filter((edge) => !isShared(edge)));
  const { words } = drawn[0];
  const other = words.flatMap((word, index) => (drawn.some((each) => each.words[index] !== word) ? [index] : []));
  const borders = [...apart.flatMap(({ from, to }) => [from, to + 1]), ...other.flatMap((at) => [at, at + 1])];
  return partsOfRuns([0, ...borders, words.length]);
}

function partsOfRuns(borders) {
  const ordered = [...new Set(borders)].sort((one, other) => one - other);
  return ordered.slice(1).flatMap((end, index) => {
    const start = ordered[index];
    if (end - start >= FEWEST_FOLDED) return [[start, end]];
    return Array.from({ length: end - start }, (_, at) => [start + at, start + at + 1]);
  });
}
