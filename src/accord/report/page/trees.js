// Trees: two versions over the same words; what both have is grey, what only one has is coloured and broken.
import { edgeSample, treeDrawing } from "./arcs.js";
import { textColumn } from "./columns.js";
import { backAndOn, chooser } from "./controls.js";
import { el } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const LONGEST_WORD = 40;

export const treesView = {
  id: "trees",
  title: "Trees",
  has: (_, layer) => (layer?.trees_view?.sentences?.length ?? 0) > 0,
  draw({ layer, parameters, go, whileShown }) {
    const { sentences, total, left_out: left, kind } = layer.trees_view;
    const index = Math.max(0, sentences.findIndex((each) => keyOf(each) === parameters.get("sentence")));
    const sentence = sentences[index];
    const names = Object.keys(sentence.versions);
    const wanted = [parameters.get("first"), parameters.get("second")];
    const [first, second] = wanted.every((name) => names.includes(name)) ? wanted : mostApart(sentence, names);
    const to = (changes) => go("trees", { sentence: keyOf(sentence), first, second, ...changes });
    const move = (way) => sentences[index + way] && to({ sentence: keyOf(sentences[index + way]) });
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
          (at) => to({ sentence: keyOf(sentences[at]) }),
        ),
        chooser("First", names.map((name) => plain(name)), names.indexOf(first), (at) => to({ first: names[at] })),
        chooser("Second", names.map((name) => plain(name)), names.indexOf(second), (at) => to({ second: names[at] })),
        backAndOn(move, { isFirst: index === 0, isLast: index === sentences.length - 1 }),
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

/** What no other sentence is called; sentences of different documents may share their names. */
function keyOf({ id, sentence }) {
  return id ?? sentence;
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

function overlaid(sentence, kind, first, second) {
  const [ours, theirs] = [keysOf(sentence, first), keysOf(sentence, second)];
  const above = edgesOf(sentence, first).map((edge) => ({ ...edge, look: theirs.has(edge.key) ? "both" : "first" }));
  const below = edgesOf(sentence, second)
    .filter((edge) => !ours.has(edge.key))
    .map((edge) => ({ ...edge, look: "second" }));
  const arcs = kind === "dependencies";
  const apart = above.filter((edge) => edge.look === "first").length;
  const words = sentence.tokens.map((token) => plain(token, LONGEST_WORD));
  const [one, other] = [plain(first), plain(second)];
  const much = counted(Math.max(apart, below.length), arcs ? "edge" : "bracket");
  const title = `${plain(sentence.sentence)}: ${one} and ${other} differ in ${much}`;
  const described =
    `Above the words what ${one} has, in grey where ${other} has it too; below them what only ${other} has. ` +
    "The table below says the same.";
  return [
    picture({
      drawing: treeDrawing({ words, above, below, arcs, title, described }),
      title,
      name: "trees",
      table: edgeTable(sentence, above, below, [first, second], arcs),
    }),
    el(
      "ul",
      { class: "key" },
      [["both", "both"], ["first", `only ${one}`], ["second", `only ${other}`]].map(([look, said]) =>
        el("li", {}, edgeSample(look), said),
      ),
    ),
    el(
      "p",
      { class: "place" },
      [first, second].map((name) => {
        const { file, line } = sentence.versions[name];
        return [shown(name, 40), " ", file && el("code", {}, shown(`${file}:${line}`, 80)), " "];
      }),
    ),
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
      textColumn(arcs ? "token" : "from", (edge) => word(arcs ? edge.to : edge.from), { most: 40 }),
      textColumn(arcs ? "head" : "to", (edge) => word(arcs ? edge.from : edge.to), { most: 40 }),
      textColumn("label", (edge) => edge.label, { most: 40 }),
      { title: "who", value: (edge) => who[edge.look] },
    ],
  });
}
