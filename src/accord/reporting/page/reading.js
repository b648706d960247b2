// A document to be read, with what everybody said of it: where all agree once, else a line for each version.
import { addressOf } from "./address.js";
import { categoryLook } from "./colour.js";
import { el, fill } from "./dom.js";
import { count, counted } from "./numbers.js";
import { saysOf } from "./says.js";
import { directionOf, plain, shown } from "./text.js";

const PARTS_AT_ONCE = 40;
const SENTENCE_ENDS = /^[.!?\u2026\u3002]+$/u;
const LONGEST_PART = 60; // tokens of a text without sentences

/** A document with all versions, or nothing where the page does not hold its text. */
export function readingOf(layer, name) {
  const text = layer.texts?.find((each) => each.document === name);
  const aligned = layer.aligner?.documents.find((each) => each.document === name);
  const parts = text ? text.parts.map((part) => labelledPart(part, layer)) : aligned ? markedParts(aligned, layer) : [];
  if (!parts.length) return null;
  const list = el("ol", { class: "reading" });
  const rest = el("p", { class: "more-rows" });
  const showMore = (most) => {
    list.append(...parts.slice(list.children.length, list.children.length + most).map((part) => part()));
    const left = parts.length - list.children.length;
    const more = () => showMore(5 * PARTS_AT_ONCE);
    fill(rest, left > 0 && el("button", { type: "button", onclick: more }, `Show more of ${count(left)}`));
  };
  showMore(PARTS_AT_ONCE);
  const cut = text?.left_out ?? aligned?.text_left_out ?? 0;
  return el(
    "section",
    { class: "text-read", "aria-label": `The text of ${plain(name)}` },
    el("h4", {}, "The text, with all versions"),
    el("p", { class: "about" }, "What all agree on stands once; else a line for each version, with who gave it."),
    list,
    rest,
    cut > 0 && el("p", { class: "about" }, `${counted(cut, "part")} of the text not in this page.`),
  );
}

function labelledPart({ id, tokens, labels }, layer) {
  const said = Object.entries(labels);
  const given = (at) => said.map(([, each]) => each[at]).filter((label) => label !== null);
  const differ = tokens.map((_, at) => new Set(given(at)).size > 1);
  return () => {
    if (tokens.length === 1 && id !== null) return itemPart(id, tokens[0], said, layer, differ[0]);
    const dir = directionOf(tokens.join(" "));
    return el(
      "li",
      { class: differ.includes(true) ? "differs" : null },
      el("p", { class: "glossed", dir }, tokens.map((token, at) => glossed(token, said, at, differ[at]))),
    );
  };
}

function itemPart(id, text, said, layer, differs) {
  const known = layer.items.shown.find((item) => item.id === id);
  const drawn = layer.trees_view?.sentences.some((each) => each.id === id);
  return el(
    "li",
    { class: differs ? "differs" : null },
    el("p", { dir: directionOf(text) }, shown(text, 600)),
    drawn
      ? el("p", { class: "place" }, el("a", { href: addressOf("trees", layer, { sentence: id }) }, "show trees"))
      : saysOf(said.map(([name, [label]]) => [name, label]), layer),
    known && !drawn && el("p", { class: "place" }, el("a", { href: itemAddress(known, layer) }, "Link to this")),
  );
}

/** The address of an item: its document, opened at it. */
export function itemAddress({ id, document: name }, layer) {
  return addressOf("documents", layer, { document: name, item: id });
}

/** A token with the label that all gave it, or with those of everybody. */
function glossed(token, said, at, differs) {
  const given = said.filter(([, labels]) => labels[at] !== null);
  if (!given.length) return [shown(token, 80), " "];
  const line = ([name, labels]) =>
    el("small", { class: "gloss" }, el("span", { class: "who" }, shown(name, 20)), ` ${plain(labels[at], 30)}`);
  const lines = differs ? given.map(line) : el("small", { class: "gloss dim" }, plain(given[0][1][at], 20));
  return [el("span", { class: differs ? "token apart" : "token" }, el("span", {}, shown(token, 80)), lines), " "];
}

/** Sentences of a text with marks: {from, to, words}, each as what draws it. */
function markedParts({ text, tokens, units, annotators }, layer) {
  const pieces = tokens ?? (text === null ? [] : [...text]);
  const all = layer.aligner.documents.flatMap((each) => each.units.map((unit) => unit.category));
  const categories = [...new Set(all)].sort();
  const space = tokens ? " " : "";
  const bounds = tokens ? sentencesOfTokens(tokens, units) : stretchesOf(pieces, units);
  return bounds.map(([from, to]) => () => {
    const here = annotators.map((name) => [
      name,
      units.filter((unit) => unit.annotator === name && unit.start < to && unit.end > from),
    ]);
    const versions = [...Map.groupBy(here, ([, marks]) => marks.map(markSaid).sort().join("|"))];
    const dir = directionOf(pieces.slice(from, to).join(space));
    const line = (marks) => marked(pieces, space, from, to, marks, categories);
    if (versions.length === 1) return el("li", {}, el("p", { dir }, line(here[0][1])));
    return el(
      "li",
      { class: "differs" },
      versions.map(([, who]) => {
        const names = who.map(([name]) => plain(name, 20)).join(", ");
        return el("p", { dir }, el("span", { class: "who" }, names), " ", line(who[0][1]));
      }),
    );
  });
}

function markSaid({ start, end, category }) {
  return `${start} ${end} ${category}`;
}

function sentencesOfTokens(tokens, units) {
  const ends = tokens.flatMap((token, at) => (SENTENCE_ENDS.test(token) ? [at + 1] : []));
  return cutBetween(ends, tokens.length, units);
}

function stretchesOf(letters, units) {
  const ends = letters.flatMap((letter, at) => {
    const next = letters[at + 1];
    return letter === "\n" || (/[.!?]/u.test(letter) && next === " ") ? [at + 1] : [];
  });
  return cutBetween(ends, letters.length, units, 8 * LONGEST_PART);
}

/** Parts that end at these places, but not within a mark, and not too soon. */
function cutBetween(ends, length, units, most = LONGEST_PART) {
  const inside = (place) => units.some((unit) => unit.start < place && place < unit.end);
  const free = [...new Set([...ends, length])].filter((place) => place === length || !inside(place));
  const bounds = [];
  let from = 0;
  for (const to of free) {
    if (to > from && (to - from >= most / 8 || to === length)) {
      bounds.push([from, to]);
      from = to;
    }
  }
  return bounds;
}

function marked(pieces, space, from, to, marks, categories) {
  const drawn = [];
  let at = from;
  const words = (start, end) => shown(pieces.slice(start, end).join(space), 4000);
  for (const { start, end, category } of [...marks].sort((one, other) => one.start - other.start)) {
    if (start < at) continue; // what overlaps is in the aligner
    if (start > at) drawn.push(words(at, start), space);
    const look = `mark ${categoryLook(categories.indexOf(category))}`;
    const name = category && el("small", {}, ` ${plain(category, 20)}`);
    drawn.push(el("span", { class: look }, words(start, Math.min(end, to)), name), space);
    at = Math.min(end, to);
  }
  if (at < to) drawn.push(words(at, to));
  return drawn;
}
