// Trees: two versions over the same words; what both have is grey, what only one has is coloured and broken.
import { treeDrawing } from "./arcs.js";
import { textColumn } from "./columns.js";
import { backAndOn, chooser } from "./controls.js";
import { el } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const LONGEST_WORD = 40;
const NO_WORD_KNOWN = "·";

export const treesView = {
  id: "trees",
  title: "Trees",
  has: (_, layer) => (layer?.trees_view?.sentences?.length ?? 0) > 0,
  draw({ layer, parameters, go, whileShown }) {
    const { sentences, total, left_out: left, kind } = layer.trees_view;
    const asked = sentences.findIndex((each) => keyOf(each) === parameters.get("sentence"));
    const index = asked >= 0 ? asked : Math.max(0, sentences.findIndex(canOverlie));
    const sentence = sentences[index];
    const names = Object.keys(sentence.versions);
    const wanted = wantedPair(parameters, layer);
    const missing = wanted?.filter((name) => !names.includes(name)) ?? [];
    const [first, second] = wanted && !missing.length ? wanted : mostApart(sentence, names);
    const to = (at, [one, other] = wanted ?? []) =>
      go("trees", { sentence: keyOf(sentences[at]), first: one, second: other });
    const stops = sentences.flatMap((each, at) => (!wanted || parts(each, ...wanted) ? [at] : []));
    const next = (way) => (way > 0 ? stops.find((at) => at > index) : stops.findLast((at) => at < index));
    const move = (way) => next(way) !== undefined && to(next(way));
    const choice = names.map((name) => plain(name));
    const chosen = (one, other) => to(index, one === other ? [second, first] : [one, other]);
    whileShown({ step: move });
    return [
      el("h2", {}, "Where the trees part"),
      el(
        "p",
        { class: "lead" },
        "Above the words: in grey what both have, and with long dashes what only the first has. ",
        "Below them, dotted: what only the second has.",
      ),
      el(
        "p",
        { class: "bar-of-tools" },
        chooser(
          "Sentence",
          sentences.map((each) => `${plain(each.sentence)} (distance ${decimal(each.distance, 1)})`),
          index,
          (at) => to(at),
        ),
        chooser("First", choice, names.indexOf(first), (at) => chosen(names[at], second)),
        chooser("Second", choice, names.indexOf(second), (at) => chosen(first, names[at])),
        backAndOn(move, { isFirst: next(-1) === undefined, isLast: next(1) === undefined }),
      ),
      names.length < 2 ? el("p", {}, "Only one annotator has this sentence.") : [
        layer.annotators.length > 2 &&
          el("p", { class: "about pair-shown" }, whoIsShown(wanted, missing, stops, () => to(index, []))),
        overlaid(layer, sentence, first, second),
      ],
      left > 0 && el(
        "p",
        { class: "about" },
        `${counted(left, "sentence")} of ${count(total)} not in this page; these are the worst.`,
      ),
    ];
  },
};

/** Whether the two trees that are shown first lie over the same words. */
function canOverlie(sentence) {
  const names = Object.keys(sentence.versions);
  return names.length > 1 && overlie(sentence, ...mostApart(sentence, names));
}

function overlie(sentence, first, second) {
  return JSON.stringify(wordsOfTree(sentence, first)) === JSON.stringify(wordsOfTree(sentence, second));
}

/** The two that the reader chose, or null. */
function wantedPair(parameters, { annotators }) {
  const wanted = [parameters.get("first"), parameters.get("second")];
  return wanted.every((name) => annotators.includes(name)) && wanted[0] !== wanted[1] ? wanted : null;
}

/** Whether two drew a sentence, and not the same tree. */
function parts({ versions }, first, second) {
  const drawn = [first, second].filter((name) => Object.hasOwn(versions, name));
  const edges = (name) => JSON.stringify(edgesOf({ versions }, name).map(({ key }) => key).sort());
  return drawn.length === 2 && edges(first) !== edges(second);
}

/** Why these two are shown, and between which sentences the keys go. */
function whoIsShown(wanted, missing, stops, release) {
  if (!wanted) return "These are the two furthest apart in this sentence; choose others to keep them.";
  const [one, other] = wanted.map((name) => plain(name));
  const lost = missing.map((name) => plain(name)).join(" and ");
  return [
    missing.length > 0 && `${lost} did not draw this sentence: shown are the two furthest apart in it. `,
    `Previous and next go to the ${counted(stops.length, "sentence")} in which ${one} and ${other} differ. `,
    el("button", { type: "button", onclick: release }, "Go through all sentences"),
  ];
}

/** What no other sentence is called; sentences of different documents may share their names. */
function keyOf({ id, sentence }) {
  return id ?? sentence;
}

function mostApart(sentence, names) {
  let [best, most] = [[names[0], names[1] ?? names[0]], -1];
  names.forEach((one, i) =>
    names.slice(i + 1).forEach((other) => {
      const apart = onlyIn(sentence, one, other).length + onlyIn(sentence, other, one).length;
      if (apart > most) [best, most] = [[one, other], apart];
    }),
  );
  return best;
}

/** What a version draws: arcs {from, to, label} between words, or brackets over words; equal ones have equal keys. */
function edgesOf(sentence, name) {
  const version = sentence.versions[name];
  if (version.heads) {
    return version.heads.map((head, token) => {
      const label = version.labels[token];
      return { from: head - 1, to: token, label, key: JSON.stringify([head, token, label]) };
    });
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

/** The edges of one version that another has not. */
function onlyIn(sentence, name, other) {
  const theirs = keysOf(sentence, other);
  return edgesOf(sentence, name).filter((edge) => !theirs.has(edge.key));
}

function overlaid(layer, sentence, first, second) {
  const words = wordsOfTree(sentence, first);
  if (!overlie(sentence, first, second)) return apartFromEachOther(layer, sentence, [first, second]);
  const [ours, theirs] = [keysOf(sentence, first), keysOf(sentence, second)];
  const above = edgesOf(sentence, first).map((edge) => ({ ...edge, look: theirs.has(edge.key) ? "both" : "first" }));
  const below = edgesOf(sentence, second)
    .filter((edge) => !ours.has(edge.key))
    .map((edge) => ({ ...edge, look: "second" }));
  const arcs = layer.trees_view.kind === "dependencies";
  const apart = above.filter((edge) => edge.look === "first").length;
  const [one, other] = [plain(first), plain(second)];
  const much = Math.max(apart, below.length);
  const said = much ? `differ in ${counted(much, arcs ? "edge" : "bracket")}` : "have the same tree";
  const title = `${plain(sentence.sentence)}: ${one} and ${other} ${said}`;
  const key = [["both", "both"], ["first", `only ${one}`], ["second", `only ${other}`]];
  const described =
    `Above the words what ${one} has, in grey where ${other} has it too; below them what only ${other} has. ` +
    "The table below says the same.";
  const drawing = treeDrawing({ words, above, below, arcs, title, described, key });
  requestAnimationFrame(() => showDifference(drawing));
  return [
    picture({
      drawing,
      title,
      saved: savedTrees(layer, sentence, [first, second], `${one} and ${other} ${said}`),
      table: edgeTable(sentence, above, below, [first, second], arcs),
    }),
    placesOfTrees(sentence, [first, second]),
  ];
}

function savedTrees({ name, headline }, { sentence }, names, said) {
  const heading = `${said} on ${sentence}: ${name}`;
  return { parts: ["trees", name, sentence, ...names], heading, notes: [headline.signature] };
}

/** Moves a wide picture so that the first difference in it is seen. */
function showDifference(drawing) {
  const labels = [...drawing.querySelectorAll(".edge-label:not(.both)")].map((each) => each.getBoundingClientRect());
  const [frame, { right }] = [drawing.parentElement, drawing.parentElement.getBoundingClientRect()];
  const first = labels.reduce((one, other) => (other.left < one.left ? other : one), labels[0]);
  if (first && first.right > right) frame.scrollLeft += first.left - right + frame.clientWidth / 2;
}

/** The trees of two who do not have the same words, below each other. */
function apartFromEachOther(layer, sentence, names) {
  const of = (name) => {
    const title = `${plain(sentence.sentence)}: ${plain(name)}`;
    const above = edgesOf(sentence, name).map((edge) => ({ ...edge, look: "both" }));
    const described = `The tree of ${plain(name)}.`;
    const arcs = layer.trees_view.kind === "dependencies";
    const tree = { words: wordsOfTree(sentence, name), above, below: [], arcs };
    const saved = savedTrees(layer, sentence, [name], plain(name));
    return picture({ drawing: treeDrawing({ ...tree, title, described }), title, saved });
  };
  return [
    el("p", {}, `${whyApart(sentence, names)}, so that their trees cannot lie over each other.`),
    names.map(of),
    placesOfTrees(sentence, names),
  ];
}

function whyApart(sentence, names) {
  const both = names.map((name) => plain(name)).join(" and ");
  const leaves = names.map((name) => wordsOfTree(sentence, name));
  if (leaves.flat().some((word) => word !== NO_WORD_KNOWN)) return `${both} do not have the same words here`;
  return `${both} have trees without words, over ${leaves.map(({ length }) => count(length)).join(" and ")} leaves`;
}

function wordsOfTree({ tokens, versions }, name) {
  return (versions[name].tokens ?? tokens).map((token) => plain(token, LONGEST_WORD) || NO_WORD_KNOWN);
}

function placesOfTrees({ versions }, names) {
  const place = ({ file, line }) => file && el("code", {}, shown(`${file}:${line}`, 80));
  return el("p", { class: "place" }, names.map((name) => [shown(name, 40), " ", place(versions[name]), " "]));
}

function edgeTable(sentence, above, below, [first, second], arcs) {
  const who = { both: "both", first: plain(first), second: plain(second) };
  const words = sentence.versions[first].tokens ?? sentence.tokens;
  const word = (index) => (index < 0 ? "root" : words[index]);
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
      textColumn(arcs ? "token" : "from", (edge) => word(arcs ? edge.to : edge.from), { most: 40 }),
      textColumn(arcs ? "head" : "to", (edge) => word(arcs ? edge.from : edge.to), { most: 40 }),
      textColumn("label", (edge) => edge.label, { most: 40 }),
      { title: "who", value: (edge) => who[edge.look] },
    ],
  });
}
