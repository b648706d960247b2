// Why nothing is measured of the layer that somebody is at work on, which may be measured meanwhile.
import { addressOf } from "./address.js";
import { el, fill } from "./dom.js";
import { layerInWords, layersOf, notMeasured } from "./layers.js";

const atWork = { layer: null, words: "", node: null };

/** The reason, with what can be done all the same; nothing where the layer is measured. */
export function notMeasuredYet(layer, words) {
  Object.assign(atWork, { layer: layer.id, words, node: el("div", {}, notMeasured(layer, words)) });
  return atWork.node;
}

/** Says it again of a page that was measured, and leaves all else as it is. */
export function measuredMeanwhile(payload) {
  const { node, words } = atWork;
  for (const measured of layersOf(payload).filter(({ why }) => !why)) {
    const before = layerInWords({ ...measured, why: "not yet" });
    const option = [...document.querySelectorAll("#layer option")].find((each) => each.textContent === before);
    if (option) fill(option, layerInWords(measured));
  }
  const layer = layersOf(payload).find(({ id }) => id === atWork.layer);
  if (!layer || !node.hasChildNodes()) return;
  const where = el("a", { href: addressOf("overview", layer) }, "the Overview has it");
  fill(node, notMeasured(layer, words) ?? el("p", { class: "about" }, "This layer is measured by now: ", where, "."));
}
