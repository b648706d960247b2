// Arcs and brackets: the edges of two trees above and below the same words.
import { svg } from "./dom.js";
import { textWidth } from "./letters.js";
import { drawing, round } from "./plot.js";
import { plain } from "./text.js";

const [STEP, WORD_GAP, SIDE, SAMPLE] = [28, 18, 22, 34];
const SCREEN = 700; // a bracket that is wider says its label again
const [WORD_SIZE, LABEL_SIZE, KEY_SIZE, BOLD] = [15, 12, 11.5, 600];

/**
 * Edges {from, to, label, look} above and below words: arcs from word to word, or brackets over words; the key has what
 * each look means. `numbers` are kept with the words, so that it can be said which one is pointed at.
 */
export function treeDrawing({ words, above, below, arcs, title, described, key = [], numbers = [] }) {
  const middles = placesOf(words, [...above, ...below], arcs);
  leveled(above, arcs);
  leveled(below, arcs);
  const high = (edges) => {
    const roots = arcs && edges.every((edge) => edge.from >= 0) ? 0 : 0.8;
    return STEP * (Math.max(0, ...edges.map((edge) => edge.level)) + roots);
  };
  const line = 26 + high(above);
  const height = line + (below.length ? 28 + high(below) : 14);
  const inFront = (edge) => (edge.look === "both" ? 0 : 1);
  const laid = (edges, way, y) =>
    edges
      .sort((one, other) => inFront(one) - inFront(other))
      .map((edge) => (arcs ? arc(edge, middles, way, y, high(edges)) : bracket(edge, middles, way, y)));
  const drawn = [...laid(above, -1, line - 14), ...laid(below, 1, line + 14)];
  const left = Math.min(0, ...drawn.map(({ middle, half }) => middle - half - 4));
  const right = Math.max(middles.width, ...drawn.map(({ middle, half }) => middle + half + 4));
  const explained = keyAt(key, height + 8);
  return drawing(
    Math.max(right - left, explained.width),
    height + explained.height,
    title,
    described,
    explained.drawn,
    svg(
      "g",
      { transform: left < 0 ? `translate(${round(-left)} 0)` : null },
      words.map((word, index) =>
        svg(
          "text",
          {
            class: "letters word",
            x: round(middles[index]),
            y: line + 5,
            "text-anchor": "middle",
            "data-word": numbers[index],
          },
          word,
        ),
      ),
      drawn.map(({ line: path }) => path),
      drawn.map(({ label }) => label), // above all lines, so that none runs through a label
    ),
  );
}

/** What each look means, in a line below the trees. */
function keyAt(key, y) {
  let x = 4;
  const drawn = key.map(([look, words]) => {
    const from = x;
    x += SAMPLE + textWidth(words, KEY_SIZE) + 30;
    return [
      svg("path", { class: `edge ${look}`, d: `M${round(from)} ${y + 8}h${SAMPLE}` }),
      svg("text", { class: "tick", x: round(from + SAMPLE + 6), y: y + 12 }, words),
    ];
  });
  return { drawn, width: x, height: key.length ? 24 : 0 };
}

function placesOf(words, edges, arcs) {
  const labels = words.map(() => 0);
  const sizes = words.map((word) => textWidth(word, WORD_SIZE));
  for (const { from, to, label } of edges) {
    const narrow = arcs ? Math.abs(to - from) === 1 || from < 0 : from === to;
    if (narrow) labels[to] = Math.max(labels[to], labelSpace(label) + (arcs ? 0 : 12));
  }
  let right = SIDE;
  const middles = sizes.map((size, index) => {
    const space = Math.max(size, labels[index]);
    const middle = right + space / 2;
    right += space + WORD_GAP;
    return middle;
  });
  return Object.assign(middles, { width: right - WORD_GAP + SIDE, halves: sizes.map((size) => size / 2) });
}

/** How high each edge is drawn: above all that it spans; roots of arcs stand upright on level 0. */
function leveled(edges, arcs) {
  const placed = [];
  const span = (edge) => [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)];
  const size = (edge) => span(edge)[1] - span(edge)[0];
  // of equal brackets the outer comes first
  const bySize = [...edges].reverse().sort((one, other) => size(one) - size(other));
  for (const edge of bySize) {
    edge.level = 0;
    if (arcs && edge.from < 0) continue;
    const [low, high] = span(edge);
    const under = placed.filter((each) => {
      const [from, to] = span(each);
      return arcs ? from < high && to > low : from <= high && to >= low;
    });
    edge.level = Math.max(arcs ? 1 : 0, ...under.map((each) => each.level + 1));
    placed.push(edge);
  }
}

/** An edge {line, label, middle, half}: what is drawn, and how far it reaches to both sides of its middle. */
function arc({ from, to, label, level, look }, middles, way, y, highest) {
  const end = middles[to];
  const root = from < 0;
  const top = y + way * (root ? highest : STEP * level);
  const start = root ? end : middles[from] + (to > from ? 5 : -5);
  const tall = (top - y) * (4 / 3);
  const at = (...numbers) => numbers.map(round).join(" ");
  const curve = `M${at(start, y)}C${at(start, y + tall, end, y + tall, end, y)}`;
  const path = root ? `M${at(end, top)}V${round(y)}` : curve;
  const tip = at(end, y, end - 3.5, y + 7 * way, end + 3.5, y + 7 * way);
  const middle = root ? end : (start + end) / 2;
  return {
    line: [
      svg("path", { class: `edge ${look}`, d: path }),
      svg("polygon", { class: `tip ${look}`, points: tip }),
    ],
    label: labelAt(label, middle, top, look),
    middle,
    half: labelSpace(label) / 2,
  };
}

function bracket({ from, to, label, level, look }, middles, way, y) {
  const height = y + way * (8 + STEP * level);
  const least = labelSpace(label) / 2 + 6;
  const middle = (middles[from] - middles.halves[from] + middles[to] + middles.halves[to]) / 2;
  const half = Math.max(least, (middles[to] + middles.halves[to] - middles[from] + middles.halves[from]) / 2);
  const [left, right] = [middle - half, middle + half];
  const foot = round(height - way * 7);
  const path = `M${round(left)} ${foot}V${round(height)}H${round(right)}V${foot}`;
  const line = svg("path", { class: `edge ${look}`, d: path });
  const times = Math.ceil((2 * half) / SCREEN);
  const places = Array.from({ length: times }, (_, index) => left + (2 * half * (index + 0.5)) / times);
  return { line, label: places.map((x) => labelAt(label, x, height, look)), middle, half };
}

function labelSpace(label) {
  return textWidth(plain(label, 24), LABEL_SIZE, BOLD) + 6;
}

function labelAt(label, x, y, look) {
  const text = plain(label, 24);
  const space = labelSpace(label);
  return [
    svg("rect", { class: "back", x: round(x - space / 2), y: round(y - 8), width: round(space), height: 16 }),
    svg("text", { class: `edge-label ${look}`, x: round(x), y: round(y + 4), "text-anchor": "middle" }, text),
  ];
}
