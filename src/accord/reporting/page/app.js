// The frame around the views: which layer and which view, in the address, so that links and the back button work.
import { addressOf } from "./address.js";
import { chooser } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { alignerView } from "./aligner.js";
import { annotatorsView } from "./annotators.js";
import { documentsView } from "./documents.js";
import { findingsView } from "./findings.js";
import { labelsView } from "./labels.js";
import { layerInWords, layersOf } from "./layers.js";
import { overviewView } from "./overview.js";
import { pairsView } from "./pairs.js";
import { searchView } from "./search.js";
import { systemsView } from "./systems.js";
import { plain, shown } from "./text.js";
import { treesView } from "./trees.js";

const VIEWS = [
  overviewView,
  pairsView,
  labelsView,
  alignerView,
  treesView,
  documentsView,
  annotatorsView,
  systemsView,
  findingsView,
  searchView,
];
const ROOM_FOR_MORE = 24;
const KEYS = [
  ["1 – 9", "go to a view"],
  ["j / k", "next, previous"],
  ["/", "filter what is listed, else search the page"],
  ["l", "choose the layer"],
  ["?", "this help"],
  ["Esc", "close"],
];

/**
 * Shows a payload, and again when it is called with another. A view is {id, title, has(payload, layer), draw(context)};
 * a live page brings more of them. A context has payload, layer, parameters, go(view, parameters, layer), which changes
 * the address, and whileShown({step, filter, press}): what the keys j and k do, to which field "/" goes, and what other
 * keys do: press(event) says whether it took one. On paper all views of the layer stand below each other.
 */
export function openPage(payload, { more = [] } = {}) {
  const page = { payload, views: [...VIEWS, ...more], keys: {} };
  fill(document.getElementById("footer"), footer(payload));
  document.getElementById("skip").onclick = (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  };
  document.onclick = followed;
  window.onhashchange = () => drawPage(page, true);
  window.onresize = () => {
    if (Math.abs(innerWidth - page.width) > ROOM_FOR_MORE) drawPage(page, false);
  };
  document.onkeydown = (event) => pressed(page, event);
  window.onbeforeprint = () => drawPaper(page);
  window.onafterprint = () => drawPage(page, false);
  drawPage(page, false);
}

/** A link within a page that stands in a frame of a notebook, where the browser would open the notebook instead. */
function followed(event) {
  const address = event.target.closest?.('a[href^="#/"]')?.getAttribute("href");
  if (!address || location.protocol !== "about:") return;
  event.preventDefault();
  location.hash = address;
}

/** All views of the layer at once, with what they hide until it is asked for. */
function drawPaper(page) {
  const { view: chosen, layer, parameters } = placeIn(page);
  const nothing = new URLSearchParams();
  const context = { payload: page.payload, layer, go: page.go, whileShown: () => {} };
  const views = VIEWS.filter((view) => view !== searchView && view.has(page.payload, layer));
  const main = document.getElementById("main");
  fill(
    main,
    views.map((view) => {
      const opened = { ...context, parameters: view === chosen ? parameters : nothing };
      return el("div", { class: `view view-${view.id}` }, view.draw(opened));
    }),
  );
  for (const folded of document.querySelectorAll(".main details:not(.as-table), .footer details")) folded.open = true;
}

function placeIn(page) {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [wanted, ...parts] = path.split("/");
  const name = decoded(parts.join("/"));
  const layers = layersOf(page.payload);
  const layer = layers.find((each) => each.id.toWellFormed() === name) ?? layers[0] ?? null;
  const open = page.views.filter((view) => view.has(page.payload, layer));
  const view = open.find((each) => each.id === wanted) ?? open[0];
  const missing = name && layer?.id.toWellFormed() !== name ? name : null;
  return { view, layer, open, missing, parameters: new URLSearchParams(query) };
}

function notThere(name, layer) {
  const instead = layer ? ["; this is ", shown(layer.name, 60)] : null;
  return el("p", { class: "not-there", role: "status" }, "There is no layer ", shown(name, 60), " here", instead, ".");
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function drawPage(page, moved) {
  const { view, layer, open, missing, parameters } = placeIn(page);
  const { payload } = page;
  const changed = page.shown !== view.id;
  const elsewhere = page.layer !== layer?.id;
  page.shown = view.id;
  page.layer = layer?.id;
  page.width = innerWidth;
  page.keys = {};
  page.open = open;
  page.go = (to, changes = {}, into = layer) => {
    location.hash = addressOf(to, into, changes);
  };
  const context = { payload, layer, parameters, go: page.go, whileShown: (keys) => Object.assign(page.keys, keys) };
  fill(document.getElementById("header"), header(page, view, layer));
  fill(document.getElementById("views"), tabs(page, open, view, layer));
  showTab();
  const main = document.getElementById("main");
  fill(main, missing && notThere(missing, layer), el("div", { class: `view view-${view.id}` }, view.draw(context)));
  main.dataset.place = location.hash;
  document.title = `${view.title} · ${plain(payload.title)} · accord`;
  if (moved && changed) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
    say(`${view.title}, ${layer ? plain(layer.name) : ""}`);
  } else if (moved && elsewhere) {
    main.querySelector(".arrival")?.focus();
  }
}

function header(page, view, layer) {
  const { title } = page.payload;
  const layers = layersOf(page.payload);
  return [
    el("div", { class: "brand" }, el("p", { class: "word" }, "accord"), el("h1", {}, shown(title, 80))),
    el(
      "div",
      { class: "tools" },
      layers.length > 1 &&
        chooser(
          "Layer",
          layers.map(layerInWords),
          layers.indexOf(layer),
          (index) => page.go(view.id, {}, layers[index]),
          { id: "layer" },
        ),
      el(
        "button",
        { type: "button", class: "quiet", onclick: () => help(page.keys.help), "aria-haspopup": "dialog" },
        "Keys ",
        el("kbd", {}, "?"),
      ),
    ),
  ];
}

function tabs(page, open, view, layer) {
  return el(
    "ul",
    {},
    open.map((each) =>
      el(
        "li",
        {},
        el(
          "a",
          { href: addressOf(each.id, layer), "aria-current": each === view ? "page" : null },
          each.title,
          numberOf(page, each) < 10 && el("kbd", { "aria-hidden": "true" }, numberOf(page, each)),
        ),
      ),
    ),
  );
}

/** The key of a view, the same whatever the layer has. */
function numberOf(page, view) {
  return page.views.indexOf(view) + 1;
}

/** Scrolls the tabs to the one that is open; a browser that is asked to show it would go on from there with Tab. */
function showTab() {
  const list = document.querySelector(".views ul");
  const { left, right } = list.querySelector("[aria-current]").getBoundingClientRect();
  const seen = list.getBoundingClientRect();
  list.scrollLeft += Math.min(0, left - seen.left) + Math.max(0, right - seen.right);
}

function footer(payload) {
  const { settings, assumptions = [], left_out: left = [] } = payload;
  const list = (title, remarks) =>
    remarks.length > 0 && el(
      "details",
      {},
      el("summary", {}, title),
      el("ul", {}, remarks.map((remark) => el("li", {}, shown(remark.text, 600)))),
    );
  const told =
    settings &&
    ` · seed ${settings.seed} · intervals at ${Math.round(settings.level * 100)} % · ${
      settings.budget === null ? "all measures, however long they take" : `budget ${settings.budget} s`
    }`;
  return [
    list("How the files were read", assumptions),
    list("What this page leaves out", left),
    el("p", {}, `accord ${plain(payload.accord)}`, told),
  ];
}

/** Opens the search, ready to write in. */
function searchFrom(page) {
  page.go("search");
  setTimeout(() => document.getElementById("search")?.focus());
}

/** Lists the keys: those of the view itself go before the others. */
function help(own = []) {
  const all = [...own, ...KEYS.filter(([key]) => own.every(([taken]) => taken !== key))];
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    el("h2", { id: "help-title" }, "Keys"),
    el("dl", {}, all.map(([key, does]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)))),
    el("button", { type: "button", onclick: close }, "Close"),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function pressed(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog, [contenteditable]")) {
    if (event.key === "Escape") event.target.blur?.();
    return;
  }
  const { step, filter, press, help: own } = page.keys;
  const view = page.views[Number(event.key) - 1];
  if (press?.(event)) event.preventDefault();
  else if (view && page.open.includes(view)) page.go(view.id);
  else if (view) say(`This layer has nothing for ${view.title}`);
  else if (event.key === "?") help(own);
  else if (event.key === "l") document.getElementById("layer")?.focus();
  else if (event.key === "j" && step) step(1);
  else if (event.key === "k" && step) step(-1);
  else if (event.key === "/" && filter) filter.focus();
  else if (event.key === "/") searchFrom(page);
  else return;
  event.preventDefault();
}
