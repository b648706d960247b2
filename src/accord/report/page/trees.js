// Trees: two versions over the same words; what both have is grey, what only one has is coloured and broken.
import { el, fill, svg } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { drawing, round } from "./plot.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const [STEP, WORD_GAP, SIDE, LETTER_WORD, LETTER_LABEL] = [28, 18, 22, 8.2, 6.8];
const LONGEST_WORD = 40;

export const treesView = {
  id: "trees",
  title: "Trees",
  has: (_, layer) => (layer?.trees_view?.sentences?.length ?? 0) > 0,
  draw({ layer, parameters, go, whileShown }) {
    const { sentences, total, left_out: left, kind } = layer.trees_view;
    const index = Math.max(0, sentences.findIndex((each) => each.sentence === parameters.get("sentence")));
    const sentence = sentences[index];
    const names = Object.keys(sentence.versions);
    const wanted = [parameters.get("first"), parameters.get("second")];
    const [first, second] = wanted.every((name) => names.includes(name)) ? wanted : mostApart(sentence, names);
    const to = (changes) => go("trees", { sentence: sentence.sentence, first, second, ...changes });
    const move = (way) => sentences[index + way] && to({ sentence: sentences[index + way].sentence });
    whileShown({ step: move });
    return [
      el("h2", {}, "Where the trees part"),
      el(
        "p",
        { class: "lead" },
        "Above the words: in grey what both have, and with long dashes what only the first has. Below them, dotted: what only the second has.",
      ),
      el(
        "p",
        { class: "bar-of-tools" },
        chooser(
          "Sentence",
          sentences.map((each) => `${plain(each.sentence)} (distance ${decimal(each.distance, 1)})`),
          index,
          (at) => to({ sentence: sentences[at].sentence }),
        ),
        chooser("First", names.map((name) => plain(name)), names.indexOf(first), (at) => to({ first: names[at] })),
        chooser("Second", names.map((name) => plain(name)), names.indexOf(second), (at) => to({ second: names[at] })),
        el(
          "button",
          { type: "button", onclick: () => move(-1), disabled: index === 0 },
          "← Previous ",
          el("kbd", { "aria-hidden": "true" }, "k"),
        ),
        el(
          "button",
          { type: "button", onclick: () => move(1), disabled: index === sentences.length - 1 },
          "Next ",
          el("kbd", { "aria-hidden": "true" }, "j"),
          " →",
        ),
      ),
      names.length < 2 ? el("p", {}, "Only one annotator has this sentence.") : overlaid(sentence, kind, first, second),
      left > 0 && el(
        "p",
        { class: "about" },
        `${counted(left, "sentence")} of ${count(total)} not in this page; these are the worst.`,
      ),
    ];
  },
};

function chooser(title, options, chosen, onpick) {
  return el(
    "label",
    { class: "chooser" },
    el("span", {}, title),
    el(
      "select",
      { onchange: (event) => onpick(Number(event.target.value)) },
      options.map((option, index) => el("option", { value: index, selected: index === chosen }, option)),
    ),
  );
}

function mostApart(sentence, names) {
  let [best, most] = [[names[0], names[1] ?? names[0]], -1];
  names.forEach((one, i) =>
    names.slice(i + 1).forEach((other) => {
      const apart = edgesOf(sentence, one).filter((edge) => !keysOf(sentence, other).has(edge.key)).length;
      if (apart > most) [best, most] = [[one, other], apart];
    }),
  );
  return best;
}

/** What a version draws: arcs {from, to, label} between words, or brackets over words; `key` says when two are equal. */
function edgesOf(sentence, name) {
  const version = sentence.versions[name];
  if (version.heads) {
    return version.heads.map(
      (head, token) => ({ from: head - 1, to: token, label: version.labels[token], key: JSON.stringify([
        head,
        token,
        version.labels[token],
      ]) }),
    );
  }
  const seen = new Map();
  return version.brackets.map(({ label, start, end }) => {
    const plainKey = JSON.stringify([label, start, end]);
    seen.set(plainKey, (seen.get(plainKey) ?? 0) + 1);
    return { from: start, to: end - 1, label, key: `${plainKey} ${seen.get(plainKey)}` };
  });
}

function keysOf(sentence, name) {
  return new Set(edgesOf(sentence, name).map((edge) => edge.key));
}

function overlaid(sentence, kind, first, second) {
  const [ours, theirs] = [keysOf(sentence, first), keysOf(sentence, second)];
  const above = edgesOf(sentence, first).map((edge) => ({ ...edge, look: theirs.has(edge.key) ? "both" : "first" }));
  const below = edgesOf(sentence, second).filter((edge) => !ours.has(edge.key)).map(
    (edge) => ({ ...edge, look: "second" }),
  );
  const arcs = kind === "dependencies";
  const apart = above.filter((edge) => edge.look === "first").length;
  const words = sentence.tokens.map((token) => plain(token, LONGEST_WORD));
  const title = `${plain(sentence.sentence)}: ${plain(first)} and ${plain(second)} differ in ${counted(Math.max(apart, below.length), arcs ? "edge" : "bracket")}`;
  const described = `Above the words what ${plain(first)} has, in grey where ${plain(second)} has it too; below them what only ${plain(second)} has. The table below says the same.`;
  return [
    picture({
      drawing: treeDrawing(words, above, below, arcs, [first, second], title, described),
      title,
      name: "trees",
      table: edgeTable(sentence, above, below, [first, second], arcs),
    }),
    el(
      "ul",
      { class: "key" },
      [["both", "both"], ["first", `only ${plain(first)}`], ["second", `only ${plain(second)}`]].map(([look, said]) =>
        el("li", {}, drawingOfLine(look, said), said),
      ),
    ),
    el(
      "p",
      { class: "place" },
      [first, second].map(
        (name) => [
          shown(name, 40),
          " ",
          sentence.versions[name].file && el(
            "code",
            {},
            shown(`${sentence.versions[name].file}:${sentence.versions[name].line}`, 80),
          ),
          " ",
        ],
      ),
    ),
  ];
}

function drawingOfLine(look, said) {
  return svg(
    "svg",
    { viewBox: "0 0 34 10", width: 34, height: 10, "aria-hidden": "true", class: "drawing" },
    svg("path", { class: `edge ${look}`, d: "M0 5H34" }),
  );
}

function treeDrawing(words, above, below, arcs, names, title, described) {
  const middles = placesOf(words, [...above, ...below], arcs);
  leveled(above, arcs);
  leveled(below, arcs);
  const high = (edges) => STEP * (
    Math.max(0, ...edges.map((edge) => edge.level)) + (arcs && edges.every((edge) => edge.from >= 0) ? 0 : 0.8)
  );
  const line = 26 + high(above);
  const height = line + (below.length ? 28 + high(below) : 14);
  const draw = (edges, way, y) => edges.sort(
    (one, other) => (one.look === "both" ? 0 : 1) - (other.look === "both" ? 0 : 1),
  ).map((edge) => (arcs ? arc(edge, middles, way, y, high(edges)) : bracket(edge, middles, way, y)));
  return drawing(
    middles.width,
    height,
    title,
    described,
    words.map(
      (word, index) => svg(
        "text",
        { class: "letters word", x: round(middles[index]), y: line + 5, "text-anchor": "middle" },
        word,
      ),
    ),
    draw(above, -1, line - 14),
    draw(below, 1, line + 14),
  );
}

function placesOf(words, edges, arcs) {
  const labels = words.map(() => 0);
  if (arcs) for (const { from, to, label } of edges) labels[to] = Math.max(
    labels[to],
    Math.abs(to - from) === 1 || from < 0 ? plain(label, 24).length : 0,
  );
  else for (const { from, to, label } of edges) if (from === to) labels[to] = Math.max(
    labels[to],
    plain(label, 24).length + 2,
  );
  let right = SIDE;
  const middles = words.map((word, index) => {
    const space = Math.max(LETTER_WORD * word.length, LETTER_LABEL * labels[index] + 6);
    const middle = right + space / 2;
    right += space + WORD_GAP;
    return middle;
  });
  return Object.assign(
    middles,
    { width: right - WORD_GAP + SIDE, halves: words.map((word) => (LETTER_WORD * word.length) / 2) },
  );
}

/** How high each edge is drawn: above all that it spans; roots of arcs stand upright on level 0. */
function leveled(edges, arcs) {
  const placed = [];
  const span = (edge) => [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)];
  const size = (edge) => span(edge)[1] - span(edge)[0];
  const bySize = [...edges].reverse().sort(
    (one, other) => size(one) - size(other),
  ); // of equal brackets the outer comes first
  for (const edge of bySize) {
    edge.level = 0;
    if (arcs && edge.from < 0) continue;
    const [low, high] = span(edge);
    const under = placed.filter(
      (each) => (arcs ? span(each)[0] < high && span(each)[1] > low : span(each)[0] <= high && span(each)[1] >= low),
    );
    edge.level = Math.max(arcs ? 1 : 0, ...under.map((each) => each.level + 1));
    placed.push(edge);
  }
}

function arc({ from, to, label, level, look }, middles, way, y, highest) {
  const end = middles[to];
  const root = from < 0;
  const top = y + way * (root ? highest : STEP * level);
  const start = root ? end : middles[from] + (to > from ? 5 : -5);
  const tall = (top - y) * (4 / 3);
  const path = root ? `M${round(end)} ${round(top)}V${round(y)}` : `M${round(start)} ${round(y)}C${round(start)} ${round(y + tall)} ${round(end)} ${round(y + tall)} ${round(end)} ${round(y)}`;
  const tip = `${round(end)},${round(y)} ${round(end - 3.5)},${round(y + 7 * way)} ${round(end + 3.5)},${round(y + 7 * way)}`;
  return svg(
    "g",
    {},
    svg("path", { class: `edge ${look}`, d: path }),
    svg("polygon", { class: `tip ${look}`, points: tip }),
    labelAt(label, root ? end : (start + end) / 2, top, look),
  );
}

function bracket({ from, to, label, level, look }, middles, way, y) {
  const height = y + way * (8 + STEP * level);
  const least = (LETTER_LABEL * plain(label, 24).length) / 2 + 9;
  const middle = (middles[from] - middles.halves[from] + middles[to] + middles.halves[to]) / 2;
  const half = Math.max(least, (middles[to] + middles.halves[to] - middles[from] + middles.halves[from]) / 2);
  const [left, right] = [middle - half, middle + half];
  return svg(
    "g",
    {},
    svg(
      "path",
      {
        class: `edge ${look}`,
        d: `M${round(left)} ${round(height - way * 7)}V${round(height)}H${round(right)}V${round(height - way * 7)}`,
      },
    ),
    labelAt(label, (left + right) / 2, height, look),
  );
}

function labelAt(label, x, y, look) {
  const text = plain(label, 24);
  const space = LETTER_LABEL * text.length + 6;
  return [
    svg("rect", { class: "back", x: round(x - space / 2), y: round(y - 8), width: round(space), height: 16 }),
    svg("text", { class: `edge-label ${look}`, x: round(x), y: round(y + 4), "text-anchor": "middle" }, text),
  ];
}

function edgeTable(sentence, above, below, [first, second], arcs) {
  const who = { both: "both", first: plain(first), second: plain(second) };
  const word = (index) => (index < 0 ? "root" : sentence.tokens[index]);
  const rows = [
    ...above.filter((edge) => edge.look !== "both"),
    ...below,
    ...above.filter((edge) => edge.look === "both"),
  ];
  return dataTable({
    caption: arcs ? "Edges, those that differ first" : "Brackets, those that differ first",
    name: "edges",
    rows,
    columns: [
      {
        title: arcs ? "token" : "from",
        value: (edge) => word(arcs ? edge.to : edge.from),
        cell: (edge) => shown(word(arcs ? edge.to : edge.from), 40),
      },
      {
        title: arcs ? "head" : "to",
        value: (edge) => word(arcs ? edge.from : edge.to),
        cell: (edge) => shown(word(arcs ? edge.from : edge.to), 40),
      },
      { title: "label", value: (edge) => edge.label, cell: (edge) => shown(edge.label, 40) },
      { title: "who", value: (edge) => who[edge.look] },
    ],
  });
}
