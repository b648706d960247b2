// What is measured, and how: another coefficient or distance, some annotators or documents, other files.
import { ask } from "./ask.js";
import { el, fill, say } from "./dom.js";
import { dropZone } from "./drop.js";
import { shown } from "./text.js";

const CHOSEN = new Map();
const ALL_NAMES = new Map();

/** The view "Settings" of the live page. */
export const settingsView = {
  id: "settings",
  title: "Settings",
  has: () => true,
  draw({ payload, layer }) {
    return [
      el("h2", {}, "Settings"),
      layer && el("section", {}, el("h3", {}, "Measure ", shown(layer.name, 60), " in another way"), layerForm(layer)),
      el("section", {}, el("h3", {}, "Other files"), dropZone()),
      el("section", {}, el("h3", {}, "What is shown now"), el("ul", {}, (payload.settings.paths ?? []).map((path) => el("li", {}, shown(path, 200))))),
    ];
  },
};

function layerForm(layer) {
  const kept = CHOSEN.get(layer.id) ?? {};
  const files = layer.paths.join("\n");
  if (!ALL_NAMES.has(files)) ALL_NAMES.set(files, { annotators: layer.annotators, documents: layer.documents.map((each) => each.document) });
  const names = ALL_NAMES.get(files);
  const said = el("p", { class: "about", role: "status" });
  const coefficient = el("select", { id: "set-coefficient" }, el("option", { value: "" }, "what fits"));
  const distance = el("select", { id: "set-distance" }, el("option", { value: "" }, "what fits"));
  ask("/api/state").then(({ choices }) => {
    for (const [select, names, chosen] of [
      [coefficient, choices[layer.kind]?.coefficients ?? [], kept.coefficient],
      [distance, choices[layer.kind]?.distances ?? [], kept.distance],
    ])
      select.append(...names.map((name) => el("option", { value: name, selected: name === chosen }, name)));
  });
  const budget = el("input", { id: "set-budget", type: "number", min: 1, max: 3600, value: kept.budget ?? 20 });
  const people = boxes("Annotators", names.annotators, kept.annotators);
  const texts = boxes("Documents", names.documents, kept.documents);
  const measure = (settings) =>
    ask("/api/settings", { method: "POST", body: settings }).then(
      () => {
        fill(said, "being measured");
        say("being measured");
      },
      (error) => fill(said, error.message),
    );
  const submit = (event) => {
    event.preventDefault();
    const settings = {
      layer: layer.id,
      coefficient: coefficient.value,
      distance: distance.value,
      budget: Number(budget.value) || 20,
      annotators: people.chosen(),
      documents: texts.chosen(),
    };
    CHOSEN.set(layer.id, settings);
    measure(settings);
  };
  const everything = () => {
    CHOSEN.clear();
    measure({});
  };
  return el(
    "form",
    { class: "settings", onsubmit: submit },
    el("p", { class: "bar-of-tools" }, field("Coefficient", coefficient), field("Distance", distance), field("Seconds for costly measures", budget)),
    people.node,
    texts.node,
    el("p", { class: "bar-of-tools" }, el("button", { type: "submit", class: "main-button" }, "Measure"), el("button", { type: "button", onclick: everything }, "Measure everything as at first")),
    said,
  );
}

function field(words, control) {
  return el("label", { class: "chooser" }, el("span", {}, words), control);
}

function boxes(title, names, chosen) {
  const all = names.length > 1 ? names : [];
  const inputs = all.map((name) => el("input", { type: "checkbox", value: name, checked: !chosen || chosen.length === 0 || chosen.includes(name) }));
  const node =
    all.length > 0 &&
    el(
      "details",
      { open: all.length <= 12 },
      el("summary", {}, `${title} (${all.length})`),
      el("div", { class: "boxes" }, inputs.map((input, index) => el("label", {}, input, " ", shown(all[index], 60)))),
    );
  return {
    node,
    chosen: () => {
      const on = inputs.filter((input) => input.checked).map((input) => input.value);
      return on.length === all.length ? [] : on;
    },
  };
}
