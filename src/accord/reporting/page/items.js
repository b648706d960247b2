// Items that annotators differ on, in their context, one label per annotator.
import { addressOf } from "./address.js";
import { stepping } from "./controls.js";
import { el, fill } from "./dom.js";
import { count, counted } from "./numbers.js";
import { itemAddress } from "./reading.js";
import { held } from "./record.js";
import { copyButton } from "./save.js";
import { commonest, saysOf } from "./says.js";
import { directionOf, plain, shown } from "./text.js";

const ITEMS = 20;
const PLACE = 60;
const [LONGEST_SIDE, LONGEST_TEXT] = [1000, 600];

/**
 * A list of items of a layer with a field that filters it. `among` are the annotators to show, all if null;
 * `chosen` is the id of one that stands first, `first` says in which order they stand, `left` how many items the page
 * does not hold.
 */
export function itemList({ layer, items, among = null, first = null, chosen = null, left = 0, whileShown = () => {} }) {
  const unit = layer.counts.items;
  const state = { most: ITEMS, words: filterInAddress().toLocaleLowerCase() };
  const list = el("ol", { class: "items" });
  const about = el("p", { class: "about", "aria-live": "polite" });
  const filter = el("input", {
    type: "search",
    id: "filter",
    placeholder: "text, label, annotator, item, file …",
    value: filterInAddress() || null,
    oninput: (event) => {
      keepInAddress(event.target.value);
      Object.assign(state, { words: event.target.value.toLocaleLowerCase(), most: ITEMS });
      draw();
    },
  });

  const isChosen = (item) => item.id === chosen;
  const ordered = [...items.filter(isChosen), ...items.filter((item) => !isChosen(item))];
  const listed = (item) => {
    const look = { tabindex: -1, class: isChosen(item) ? "chosen-item" : null };
    return el("li", look, itemOf(item, layer, among));
  };
  const known = new Map();
  const searched = (item) => {
    if (!known.has(item)) known.set(item, wordsOf(item, layer, among));
    return known.get(item);
  };

  function found() {
    return state.words ? ordered.filter((item) => searched(item).includes(state.words)) : ordered;
  }

  function draw() {
    const all = found();
    fill(list, all.slice(0, state.most).map(listed));
    const cut = all.length > state.most ? ` of ${count(all.length)}` : "";
    const [more, are] = [counted(left, unit), left === 1 ? "is" : "are"];
    const order = first ?? (among ? "hardest for all annotators first" : "hardest first");
    fill(
      about,
      `${counted(Math.min(state.most, all.length), unit)} shown${cut}, ${order}.`,
      left > 0 && ` ${more} more on which annotators differ ${are} not in this page.`,
      " ",
      all.length > state.most && el(
        "button",
        { type: "button", onclick: () => ((state.most += 5 * ITEMS), draw()) },
        "Show more",
      ),
    );
  }

  draw();
  whileShown({ step: stepping(() => list.children), filter });
  return el(
    "div",
    { class: "item-list" },
    el(
      "p",
      { class: "filter" },
      el("label", { for: "filter" }, "Filter ", el("kbd", { "aria-hidden": "true" }, "/")),
      filter,
    ),
    list,
    about,
  );
}

/** What the address says is looked for. */
export function filterInAddress() {
  return new URLSearchParams(location.hash.split("?")[1]).get("find") ?? "";
}

/** Writes it there, so that a link holds it; nothing is redrawn, which would take the field away. */
export function keepInAddress(words) {
  const [place, query] = location.hash.split("?");
  const parameters = new URLSearchParams(query);
  if (words) parameters.set("find", words);
  else parameters.delete("find");
  const kept = parameters.size ? `${place}?${parameters}` : place;
  if (place && location.protocol !== "about:") history.replaceState(null, "", kept);
}

/** One item: its context, who said what, and where it stands. */
export function itemOf(item, layer, among = null) {
  return el(
    "article",
    { class: "item" },
    el(
      "p",
      { class: "context", dir: directionOf([item.before, item.text, item.after].filter(Boolean).join(" ")) },
      item.before && [shown(item.before, LONGEST_SIDE), " "],
      el(item.before || item.after ? "mark" : "strong", {}, shown(item.text || item.id, LONGEST_TEXT)),
      item.after && [" ", shown(item.after, LONGEST_SIDE)],
    ),
    saysOf(labelsOf(item, among), layer),
    el(
      "p",
      { class: "place" },
      shown(item.text ? item.id : item.document, 60),
      item.text_from && [", text from ", shown(item.text_from, 60)],
      standsAt(item, layer, among).map((place) => [
        " · ",
        el("span", { title: plain(place, 4000) }, plain(endOf(place), PLACE)),
        " ",
        copyButton(() => place, "Copy place", plain(place)),
      ]),
      " · ",
      el("a", { href: itemAddress(item, layer) }, "Link to this"),
      pictureLink(item, layer, among),
    ),
  );
}

function labelsOf({ labels }, among) {
  return Object.entries(labels).filter(([annotator]) => !among || among.includes(annotator));
}

/** The way to where the trees or units of an item are drawn, if the page draws them. */
function pictureLink({ id, document: name }, layer, among) {
  const [first, second] = among ?? [];
  const link = (view, changes) => [" · ", el("a", { href: addressOf(view, layer, changes) }, `show ${view}`)];
  if (layer.trees_view?.sentences.some((each) => each.id === id)) return link("trees", { sentence: id, first, second });
  return layer.aligner?.documents.some((each) => each.document === name) && link("aligner", { document: name });
}

/** A path without what is too long at its beginning, for the file and the line stand at its end. */
function endOf(place) {
  const characters = [...place];
  return characters.length > PLACE ? `…${characters.slice(1 - PLACE).join("")}` : place;
}

/** Where an item stands: the first place of it, or that of each of some annotators who have it. */
function standsAt({ file, line, elsewhere, labels }, { traits }, among) {
  const first = file && (line === null ? file : `${file}:${line}`);
  const isMarked = (label) => label !== "" || traits.empty_is_given;
  const having = among?.filter((annotator) => held(labels, annotator) !== null);
  const place = (annotator) => held(elsewhere, annotator) ?? (isMarked(held(labels, annotator)) ? first : null);
  return [...new Set(having ? having.map(place) : [first])].filter(Boolean);
}

/** All that a reader may look for in an item. */
function wordsOf(item, layer, among) {
  const { id, item: name, document: where, before, after, labels } = item;
  const said = labelsOf(item, among).map(([, label]) => label);
  const places = standsAt(item, layer, among ?? Object.keys(labels));
  const most = commonest(said);
  const apart = labelsOf(item, among).filter(([, label]) => label !== most).map(([annotator]) => annotator);
  return [id, name, where, item.text, before, after, ...places, ...said, ...apart].join("\n").toLocaleLowerCase();
}
