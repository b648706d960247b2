// What all editors of a version share.
import { el } from "./dom.js";

/** Confirm, and leave it. */
export function buttonsOf(submit, leave) {
  return el(
    "p",
    { class: "bar-of-tools" },
    el("button", { type: "button", class: "main-button", onclick: submit }, "Confirm ", el("kbd", {}, "Enter")),
    el("button", { type: "button", onclick: leave }, "Leave it ", el("kbd", {}, "Esc")),
  );
}

/** What listens to the keys that confirm and leave. */
export function enterAndEscape(submit, leave) {
  return (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === "Enter") submit();
    else leave();
  };
}

/** A field for a label, which offers those that are known. */
export function labelInput(attributes) {
  return el("input", { type: "text", list: "known-labels", ...attributes });
}
