// The layers of a page: those that are measured, and those that are not, with the reason.
import { el } from "./dom.js";
import { plain, shown } from "./text.js";

/** All layers, the measured ones first. */
export function layersOf({ layers, unmeasured = [] }) {
  return [...layers, ...unmeasured];
}

/** A measure of a layer as people write it, the headline if none is named. */
export function measureOf({ measure_names: names, headline }, name = headline.coefficient) {
  return names?.[name] ?? name;
}

/** Why nothing is measured of a layer; nothing where something is. */
export function notMeasured({ why = null }, ...more) {
  return why && el("p", { class: "not-measured" }, "Nothing is measured of this layer: ", shown(why, 600), ". ", more);
}

/** What a layer is called where one is chosen. */
export function layerInWords({ name, kind, why }) {
  return `${plain(name)} (${kind}${why ? ", not measured" : ""})`;
}
