// What went wrong while a case was adjudicated, and the choice where somebody else decided it first.
import { desk } from "./desk.js";
import { el } from "./dom.js";
import { plain } from "./text.js";
import { inWords } from "./versions.js";

/** A sentence on what went wrong. */
export function troubleBox(words) {
  return el("p", { class: "trouble", role: "alert" }, el("span", { "aria-hidden": "true" }, "! "), words);
}

/** What is there now beside what was to be kept, which is kept after all, or left. */
export function conflictBox() {
  const { words, now, mine } = desk.trouble;
  const { insist, yieldTo } = desk.ways;
  if (!mine) return troubleBox(words);
  const [keepMine, leaveMine] = now
    ? ["Put mine in its place", "Leave theirs"]
    : ["Keep mine all the same", "Decide again"];
  const said = ({ state, value }) => (state === "decided" ? inWords(value, desk.found) : state);
  return el(
    "div",
    { class: "trouble", role: "alert" },
    el("p", {}, el("strong", {}, "! Not kept. "), words),
    el("p", {}, now && `There now: ${plain(now.who, 40)}, ${said(now)}. `, `Yours: ${said(mine)}.`),
    el(
      "p",
      { class: "bar-of-tools" },
      el("button", { type: "button", onclick: () => insist(mine) }, keepMine),
      el("button", { type: "button", onclick: yieldTo }, leaveMine),
    ),
  );
}
