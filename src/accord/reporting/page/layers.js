// The layers of a page: those that are measured, and those that are not, with the reason.
import { el } from "./dom.js";
import { shown } from "./text.js";

/** All layers, the measured ones first. */
export function layersOf({ layers, unmeasured = [] }) {
  return [...layers, ...unmeasured];
}

/** Why nothing is measured of a layer; nothing where something is. */
export function notMeasured({ why = null }, ...more) {
  return why && el("p", { class: "not-measured" }, "Nothing is measured of this layer: ", shown(why, 600), ". ", more);
}
