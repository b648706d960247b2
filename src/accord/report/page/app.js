// The frame around the views: which layer and which view, in the address, so that links and the back button work.
import { el, fill, say } from "./dom.js";
import { shown } from "./text.js";

const VIEWS = [];

/**
 * Shows a payload. A view is {id, title, has(payload, layer), draw(context) -> node}; a live page brings views of its
 * own. A context has payload, layer, parameters, go(view, parameters, layer), and whileShown({step, filter}): what the
 * keys j and k do, and which field "/" goes to.
 */
export function openPage(payload, { more = [] } = {}) {
  fill(document.getElementById("main"), el("h1", {}, shown(payload.title)));
}
