// Who decides: a name that is given once, and stands with every decision.
import { desk, setWho } from "./desk.js";
import { el, say } from "./dom.js";

const WANTED = "Who adjudicates? Your name stands with every decision; this browser asks for it once.";

/** The field of the name; where there is none yet, it is asked for. */
export function whoDecides() {
  const isWanted = !desk.who?.trim();
  const given = (event) => {
    event.preventDefault();
    if (!desk.who?.trim()) return askWho();
    form.classList.remove("wanted");
    desk.parts.main.querySelector("h3")?.focus();
    return undefined;
  };
  const typed = (event) => setWho(event.target.value);
  const form = el(
    "form",
    { class: isWanted ? "who wanted" : "who", onsubmit: given },
    el("p", { class: "why" }, WANTED),
    el(
      "label",
      { class: "chooser" },
      el("span", {}, "Deciding as"),
      el("input", { type: "text", id: "who", value: desk.who, maxlength: 100, autocomplete: "name", oninput: typed }),
    ),
    el("button", { class: "main-button" }, "Begin ", el("kbd", {}, "Enter")),
  );
  return form;
}

/** Goes to the field where no name is given yet; whether that was needed. */
export function askWho() {
  if (desk.who?.trim()) return false;
  const field = document.getElementById("who");
  field?.closest("form").classList.add("wanted");
  field?.focus();
  say(WANTED);
  return true;
}
