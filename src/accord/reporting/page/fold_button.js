// The button that shows what all versions have alike, and folds it again.
import { el } from "./dom.js";

/** Also the key f. */
export function foldButton(unfold, isUnfolded) {
  const words = isUnfolded ? "Fold what all have alike" : "Show what all have alike";
  const button = el("button", { type: "button", onclick: unfold }, words, " ", el("kbd", {}, "f"));
  return el("p", { class: "grow" }, button);
}
