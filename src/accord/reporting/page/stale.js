// Files that were changed since they were measured: said above every view, with a way to measure them again.
import { ask } from "./ask.js";
import { el, fill } from "./dom.js";

const CHANGED_SINCE = "Files were changed since this was measured. Adjudicate has them as they are now.";
let staleLine = null;

/** Says that files were changed, or no longer; while something is measured it cannot be asked for again. */
export function showStale({ files_changed: isStale, has_payload: hasPage, job }) {
  staleLine ??= placed(el("div", { class: "stale", role: "status" }));
  const isShown = Boolean(isStale && hasPage);
  if (isShown !== staleLine.hasChildNodes()) fill(staleLine, isShown && staleWords());
  const button = staleLine.querySelector("button");
  if (button) button.disabled = job?.state === "running";
}

function placed(node) {
  document.getElementById("main").before(node);
  return node;
}

function staleWords() {
  const told = el("span");
  const measureAgain = () => ask("/api/again", { method: "POST" }).catch((error) => fill(told, error.message));
  return el(
    "p",
    {},
    el("span", {}, "! ", CHANGED_SINCE),
    " ",
    el("button", { type: "button", onclick: measureAgain }, "Measure again"),
    " ",
    told,
  );
}
