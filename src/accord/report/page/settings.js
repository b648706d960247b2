// What is measured, and how: another coefficient or distance, some annotators or documents, other files.
import { ask } from "./ask.js";
import { field } from "./controls.js";
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
      layer &&
        el(
          "section",
          {},
          el("h3", {}, "Measure ", shown(layer.name, 60), " in another way"),
          layerForm(layer, payload.settings),
        ),
      el("section", {}, el("h3", {}, "Other files"), dropZone()),
      el(
        "section",
        {},
        el("h3", {}, "What is shown now"),
        el("ul", {}, (payload.settings.paths ?? []).map((path) => el("li", {}, shown(path, 200)))),
      ),
    ];
  },
};

/** The names that a layer had when it was first measured, though it may be measured on some of them now. */
function allNames({ paths, annotators, documents }) {
  const files = paths.join("\n");
  if (!ALL_NAMES.has(files)) ALL_NAMES.set(files, { annotators, documents: documents.map((each) => each.document) });
  return ALL_NAMES.get(files);
}

function layerForm(layer, used) {
  const kept = CHOSEN.get(layer.id) ?? {};
  const names = allNames(layer);
  const said = el("p", { class: "about", role: "status" });
  const coefficient = el("select", { id: "set-coefficient" }, el("option", { value: "" }, "what fits"));
  const distance = el("select", { id: "set-distance" }, el("option", { value: "" }, "what fits"));
  ask("/api/state").then(({ choices }) => {
    const { coefficients = [], distances = [] } = choices[layer.kind] ?? {};
    const option = (name, chosen) => el("option", { value: name, selected: name === chosen }, name);
    coefficient.append(...coefficients.map((name) => option(name, kept.coefficient)));
    distance.append(...distances.map((name) => option(name, kept.distance)));
  });
  const seconds = kept.budget ?? used.budget;
  const budget = el("input", { id: "set-budget", type: "number", min: 1, max: 3600, value: seconds });
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
      budget: Number(budget.value) || used.budget,
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
    el(
      "p",
      { class: "bar-of-tools" },
      field("Coefficient", coefficient),
      field("Distance", distance),
      field("Seconds for costly measures", budget),
    ),
    people.node,
    texts.node,
    el(
      "p",
      { class: "bar-of-tools" },
      el("button", { type: "submit", class: "main-button" }, "Measure"),
      el("button", { type: "button", onclick: everything }, "Measure everything as at first"),
    ),
    said,
  );
}

function boxes(title, names, chosen) {
  const all = names.length > 1 ? names : [];
  const isOn = (name) => !chosen?.length || chosen.includes(name);
  const inputs = all.map((name) => el("input", { type: "checkbox", value: name, checked: isOn(name) }));
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
