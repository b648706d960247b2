// Alerts in one line: how many there are and the worst of them; it opens to all that are of this layer or of the files.
import { addressOf } from "./address.js";
import { el } from "./dom.js";
import { layersOf } from "./layers.js";
import { counted } from "./numbers.js";
import { clipped, shown } from "./text.js";

const MARKS = { error: "✕", warning: "!", note: "i" };

/** What must be seen before the numbers of a layer are believed; other layers are only named. */
export function alerts({ payload, layer }) {
  const all = payload.alerts ?? [];
  const own = all.filter((alert) => !alert.layer || alert.layer === layer?.id);
  const others = all.filter((alert) => !own.includes(alert));
  if (!all.length) return null;
  return el(
    "details",
    { class: "alerts" },
    el(
      "summary",
      {},
      countsOf(own).map(([severity, number]) => counter(severity, number)),
      own.length > 0 && el("span", { class: "worst" }, clipped(own[0].text, 200)),
      !own.length && el("span", { class: "worst" }, `${counted(others.length, "alert")} about other layers`),
    ),
    el("ul", {}, own.map((alert) => alertLine(alert, payload, layer)), elsewhere(others, payload)),
  );
}

function countsOf(found) {
  const severities = Object.keys(MARKS).map(
    (severity) => [severity, found.filter((alert) => alert.severity === severity).length],
  );
  return severities.filter(([, number]) => number > 0);
}

function counter(severity, number) {
  return el(
    "span",
    { class: `counter ${severity}` },
    el("span", { class: "mark", "aria-hidden": "true" }, MARKS[severity]),
    ` ${counted(number, severity)}`,
  );
}

function alertLine(alert, payload, here) {
  const layers = layersOf(payload);
  const layer = layers.find((each) => each.id === alert.layer) ?? here;
  return el(
    "li",
    { class: `alert ${alert.severity}` },
    el("span", { class: "mark", "aria-hidden": "true" }, MARKS[alert.severity]),
    el("span", {}, el("strong", {}, `${alert.severity}: `), shown(alert.text, 600)),
    alert.view && alert.view !== "overview" && el("a", { href: addressOf(alert.view, layer) }, "show"),
  );
}

/** Which other layers have alerts, each with its worst. */
function elsewhere(others, payload) {
  const layers = layersOf(payload).filter((layer) => others.some((alert) => alert.layer === layer.id));
  if (!layers.length) return null;
  const links = layers.map((layer, index) => {
    const [[severity, number]] = countsOf(others.filter((alert) => alert.layer === layer.id));
    const link = el("a", { href: addressOf("overview", layer) }, clipped(layer.name));
    return [index > 0 && ", ", link, ` (${counted(number, severity)})`];
  });
  return el("li", { class: "alert elsewhere" }, el("span", {}), el("span", {}, "Of other layers: ", links));
}
