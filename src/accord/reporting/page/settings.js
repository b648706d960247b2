// What is measured, and how: another coefficient or distance, some annotators or documents, other files.
import { ask, asking } from "./ask.js";
import { field } from "./controls.js";
import { el, fill, say } from "./dom.js";
import { dropZone } from "./drop.js";
import { shown } from "./text.js";
import { notMeasuredYet } from "./unmeasured.js";

const CHOSEN = new Map();

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
          notMeasuredYet(layer, "Some of its documents or annotators, or another measure, may do."),
          layerForm(layer, payload.settings),
        ),
      el("section", {}, el("h3", {}, "Other files"), wayBack(), dropZone()),
      el(
        "section",
        {},
        el("h3", {}, "What is shown now"),
        el("ul", {}, (payload.settings.paths ?? []).map((path) => el("li", {}, shown(path, 200)))),
      ),
    ];
  },
};

/** A button that shows the files of the command line again, where others were dropped. */
function wayBack() {
  const place = el("p", { class: "about", role: "status" });
  const told = (error) => fill(place, error.message);
  const back = () => ask("/api/back", { method: "POST" }).then(() => (location.hash = "#/overview"), told);
  const button = el("button", { type: "button", onclick: back }, "Show the files that accord serve was started with");
  ask("/api/state").then(({ can_go_back: can }) => can && fill(place, button), told);
  return place;
}

function layerForm(layer, used) {
  const said = el("p", { class: "about", role: "status" }, "looking what fits");
  const form = el("form", { class: "settings" }, said);
  ask(asking("/api/choices", { layer: layer.id })).then(
    (choices) => fillForm(form, said, choices, layer, used),
    (error) => fill(said, error.message),
  );
  return form;
}

function fillForm(form, said, choices, layer, used) {
  const kept = CHOSEN.get(layer.id) ?? {};
  const unitAt = () => choices.units[Number(unit.value)] ?? { coefficients: [], distances: [] };
  const unit = select("set-unit", choices.units.map(({ title }, index) => [index, title]), kept.unit);
  const coefficient = select("set-coefficient", [], "");
  const distance = select("set-distance", [], "");
  const order = el("textarea", { id: "set-order", rows: Math.min(6, choices.labels.length) }, kept.order ?? "");
  const seconds = kept.budget ?? used.budget;
  const budget = el("input", { id: "set-budget", type: "number", min: 1, max: 3600, value: seconds });
  const people = boxes("Annotators", choices.annotators, kept.annotators, choices.references);
  const texts = boxes("Documents", choices.documents, kept.documents);
  const offer = () => {
    const { coefficients, distances } = unitAt();
    const limited = ({ name, annotators: most }) => [name, most ? `${name} (for ${most} annotators)` : name];
    const ordered = ({ name, needs_order: needs }) => [name, needs ? `${name} (say the order of labels)` : name];
    options(coefficient, [["", "what fits"], ...coefficients.map(limited)], kept.coefficient);
    const taken = coefficients.find(({ name }) => name === coefficient.value)?.distances;
    const fitting = distances.filter(({ name }) => !taken || taken.includes(name));
    options(distance, [["", "what fits"], ...fitting.map(ordered)], kept.distance);
  };
  unit.addEventListener("change", offer);
  coefficient.addEventListener("change", offer);
  offer();
  const submit = (event) => {
    event.preventDefault();
    const missing = [people, texts].find((each) => each.node && !each.on().length);
    if (missing) return fill(said, `Choose some ${missing.title.toLowerCase()}.`);
    const chosen = unitAt().coefficients.find(({ name }) => name === coefficient.value);
    const most = chosen?.annotators;
    const many = most && people.on().length > most;
    if (many) return fill(said, `${chosen.name} is for ${most}: choose ${most} annotators.`);
    const isPlain = ["", "nominal"].includes(distance.value);
    if (isPlain && chosen?.weighted) return fill(said, `${chosen.name} needs a distance, such as linear or interval.`);
    if (!isPlain && chosen?.weighted === false) return fill(said, `${chosen.name} knows no distance but nominal.`);
    const labels = order.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const unordered = unitAt().distances.find(({ name }) => name === distance.value)?.needs_order && !labels.length;
    if (unordered) return fill(said, `For ${distance.value}, say the order of the labels.`);
    const isFirst = Number(unit.value) === 0;
    const settings = {
      layer: layer.id,
      coefficient: coefficient.value || (isFirst ? "" : unitAt().coefficients[0].name),
      distance: distance.value,
      labels: isFirst ? labels : [],
      budget: Number(budget.value) || used.budget,
      annotators: people.chosen(),
      documents: texts.chosen(),
    };
    CHOSEN.set(layer.id, { ...settings, coefficient: coefficient.value, unit: Number(unit.value), order: order.value });
    return measure(settings, said);
  };
  const everything = () => {
    CHOSEN.clear();
    measure({}, said);
  };
  form.addEventListener("submit", submit);
  fill(
    form,
    el(
      "p",
      { class: "bar-of-tools" },
      choices.units.length > 1 && field("What is compared", unit),
      field("Coefficient", coefficient),
      field("Distance", distance),
      field("Seconds for costly measures", budget),
    ),
    choices.labels.length > 1 &&
      el(
        "details",
        { open: Boolean(kept.order) },
        el("summary", {}, "Order of labels"),
        field("One a line, the lowest first; nothing where they have no order", order),
        el("p", { class: "about" }, "There are ", choices.labels.flatMap(named)),
      ),
    people.node,
    texts.node,
    el(
      "p",
      { class: "bar-of-tools" },
      el("button", { type: "submit", class: "main-button" }, "Measure"),
      el("button", { type: "button", onclick: everything }, "Measure everything as at first"),
    ),
    fill(said),
  );
}

function named(label, at) {
  return [at > 0 && ", ", shown(label, 40)];
}

function select(id, pairs, chosen) {
  return options(el("select", { id }), pairs, chosen);
}

function options(node, pairs, chosen) {
  const before = node.value || chosen;
  return fill(
    node,
    pairs.map(([value, words]) => el("option", { value, selected: String(value) === String(before) }, words)),
  );
}

async function measure(settings, said) {
  try {
    const { job } = await ask("/api/settings", { method: "POST", body: settings });
    fill(said, "being measured");
    say("being measured");
    fill(said, await ended(job.id));
  } catch (error) {
    fill(said, error.message);
  }
}

/** What came of a job, once it is at its end; nothing where another one took its place. */
async function ended(id) {
  for (;;) {
    const { job } = await ask("/api/state");
    if (job.id !== id) return "";
    if (job.state !== "running") return job.message || { done: "measured", cancelled: "stopped" }[job.state] || "";
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function boxes(title, names, chosen, aside = []) {
  const all = names.length > 1 ? names : [];
  const usual = all.filter((name) => !aside.includes(name));
  const isOn = (name) => (chosen?.length ? chosen : usual).includes(name);
  const inputs = all.map((name) => el("input", { type: "checkbox", value: name, checked: isOn(name) }));
  const node =
    all.length > 0 &&
    el(
      "details",
      { open: all.length <= 12 },
      el("summary", {}, `${title} (${all.length})`),
      el("div", { class: "boxes" }, inputs.map((input, index) => el("label", {}, input, " ", shown(all[index], 60)))),
    );
  const on = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const isUsual = () => on().length === usual.length && on().every((name, at) => name === usual[at]);
  return { node, title, on, chosen: () => (isUsual() ? [] : on()) };
}
