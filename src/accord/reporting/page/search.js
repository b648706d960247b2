// Search: layers, annotators, labels, documents and texts of the whole page that hold some words, each as a link.
import { addressOf } from "./address.js";
import { el, fill } from "./dom.js";
import { filterInAddress, keepInAddress } from "./items.js";
import { layersOf } from "./layers.js";
import { count, counted } from "./numbers.js";
import { itemAddress } from "./reading.js";
import { clipped, plain } from "./text.js";

const [MAX_FOUND, AROUND_WORDS, SHORTEST] = [12, 60, 2];

export const searchView = {
  id: "search",
  title: "Search",
  has: ({ layers, unmeasured = [], systems }) => layers.length + unmeasured.length + systems.length > 0,
  draw({ payload, whileShown }) {
    const found = el("div", { class: "found", "aria-live": "polite" });
    const draw = (words) => fill(found, results(payload, words.trim().toLocaleLowerCase()));
    const filter = el("input", {
      type: "search",
      id: "search",
      placeholder: "text, label, annotator, document, layer …",
      value: filterInAddress() || null,
      oninput: (event) => {
        keepInAddress(event.target.value);
        draw(event.target.value);
      },
    });
    whileShown({ filter });
    draw(filterInAddress());
    return [
      el("h2", {}, "Search"),
      el("p", { class: "filter" }, el("label", { for: "search" }, "All layers ", el("kbd", {}, "/")), filter),
      found,
    ];
  },
};

function results(payload, words) {
  if (words.length < SHORTEST) return el("p", { class: "about" }, "Texts are those that this page holds.");
  const groups = [
    ["Layers", layersFound(payload, words)],
    ["Annotators", annotatorsFound(payload, words)],
    ["Labels", labelsFound(payload, words)],
    ["Documents", documentsFound(payload, words)],
    ["Texts", textsFound(payload, words)],
  ].filter(([, found]) => found.length);
  if (!groups.length) return el("p", { class: "about" }, "Nothing here holds that.");
  return groups.map(([title, found]) => groupOf(title, found));
}

function groupOf(title, found) {
  const line = ({ address, name, where }) =>
    el("li", {}, el("a", { href: address }, name), where && el("small", {}, " ", where));
  const left = found.length - MAX_FOUND;
  return el(
    "section",
    { "aria-label": title },
    el("h3", {}, title, " ", el("small", { class: "about" }, count(found.length))),
    el("ul", { class: "found-list" }, found.slice(0, MAX_FOUND).map(line)),
    left > 0 && el("p", { class: "about" }, `${counted(left, "more")}: say more words.`.replace("mores", "more")),
  );
}

function holds(text, words) {
  return String(text ?? "").toLocaleLowerCase().includes(words);
}

function layersFound(payload, words) {
  return layersOf(payload)
    .filter((layer) => holds(layer.name, words) || layer.paths.some((path) => holds(path, words)))
    .map((layer) => ({ address: addressOf("overview", layer), name: clipped(layer.name), where: layer.kind }));
}

function annotatorsFound({ layers }, words) {
  return layers.flatMap((layer) =>
    layer.annotators.filter((name) => holds(name, words)).map((annotator) => ({
      address: addressOf("annotators", layer, { annotator }),
      name: clipped(annotator),
      where: `in ${plain(layer.name)}`,
    })),
  );
}

function labelsFound({ layers }, words) {
  return layers.flatMap((layer) =>
    (layer.labels_view?.label_names ?? []).filter((label) => holds(label, words)).map((label) => ({
      address: addressOf("labels", layer),
      name: clipped(label),
      where: `in ${plain(layer.name)}`,
    })),
  );
}

function documentsFound({ layers }, words) {
  return layers.flatMap((layer) =>
    layer.documents.filter((row) => holds(row.document, words)).map(({ document: name }) => ({
      address: addressOf("documents", layer, { document: name }),
      name: clipped(name),
      where: `in ${plain(layer.name)}`,
    })),
  );
}

/** Items that annotators differ on, then what else of the texts the page holds. */
function textsFound({ layers }, words) {
  return layers.flatMap((layer) => {
    const items = layer.items.shown.filter((item) => holds(wholeText(item), words));
    const known = new Set(items.map((item) => item.id));
    const parts = (layer.texts ?? []).flatMap(({ document: name, parts: all }) =>
      all.filter((part) => !known.has(part.id)).map((part) => [name, part.tokens.join(" ")]),
    );
    const at = (address, text, name) => ({
      address,
      name: around(text, words),
      where: `${plain(name)}, ${plain(layer.name)}`,
    });
    return [
      ...items.map((item) => at(itemAddress(item, layer), wholeText(item), item.document)),
      ...parts
        .filter(([, text]) => holds(text, words))
        .map(([name, text]) => at(addressOf("documents", layer, { document: name }), text, name)),
    ];
  });
}

function wholeText({ before, text, after, item }) {
  return [before, text ?? item, after].filter(Boolean).join(" ");
}

/** A text with what was looked for, and some words around it. */
function around(text, words) {
  const place = Math.max(0, text.toLocaleLowerCase().indexOf(words));
  const start = place > AROUND_WORDS ? text.indexOf(" ", place - AROUND_WORDS) + 1 : 0;
  const end = place + words.length + AROUND_WORDS;
  const last = end < text.length ? text.lastIndexOf(" ", end) : text.length;
  const cut = text.slice(start, last > place ? last : end);
  return [start > 0 && "… ", clipped(cut, 400), last < text.length && " …"];
}
