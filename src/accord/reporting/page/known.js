// What is known that helps to decide a case: earlier decisions on the same, and what the guidelines say.
import { desk } from "./desk.js";
import { el, say } from "./dom.js";
import { count } from "./numbers.js";
import { plain, shown } from "./text.js";

const LONGEST_LINE = 600;

/** Earlier decisions on the same words or between the same labels, and notes on the labels; `goTo` opens a case. */
export function knownOf(found, goTo) {
  const parts = [earlierOf(found.earlier, goTo), notesOf(found.notes)].filter(Boolean);
  return parts.length ? el("aside", { class: "known", "aria-label": "What helps to decide" }, parts) : null;
}

/** Shows the notes, or hides them. */
export function toggleNotes() {
  const details = desk.parts.main.querySelector(".notes");
  if (!details) return say("there are no notes on these labels");
  details.open = !details.open;
  return undefined;
}

function earlierOf({ words, options }, goTo) {
  if (!words.length && !options.length) return null;
  return el(
    "section",
    { class: "earlier" },
    el("h4", {}, "Decided before"),
    el(
      "ul",
      {},
      words.map((each) => el("li", {}, decisionIn(each, goTo))),
      options.map((each) => el("li", {}, choiceIn(each))),
    ),
  );
}

function decisionIn({ words, said, item, document: name, who, comment }, goTo) {
  const index = desk.queue.cases.findIndex(({ id }) => id === item);
  const place = el("button", { type: "button", class: "link", onclick: () => goTo(index) }, plain(name, 40));
  return [
    who === desk.who ? "You" : plain(who, 40),
    " decided ",
    el("b", {}, shown(said, 80)),
    " for ‘",
    shown(words, 80),
    "’ in ",
    place,
    comment && [": ", shown(comment, 200)],
  ];
}

function choiceIn({ options, chosen }) {
  const said = chosen.map(([what, times]) => `${plain(what, 40)} ${count(times)} ×`).join(", ");
  return [options.map((each) => plain(each, 40)).join(" or "), ": ", el("b", {}, said)];
}

function notesOf(notes) {
  if (!notes?.sections.length) return null;
  const { file, sections } = notes;
  const toggled = (event) => (desk.hidesNotes = !event.target.open);
  return el(
    "details",
    { class: "notes", open: !desk.hidesNotes, ontoggle: toggled },
    el("summary", {}, "Guidelines ", el("kbd", {}, "g"), " ", el("span", { class: "place" }, plain(file, 60))),
    sections.map((section) => el("div", { class: "note" }, paragraphsOf(section).map(paragraphOf))),
  );
}

/** The lines of a note joined to paragraphs, headings and entries of lists. */
function paragraphsOf(section) {
  const found = [];
  let isOpen = false;
  for (const line of section.split("\n")) {
    const begins = /^\s*(?:#+|[-*+]|\d+[.)])\s/u.test(line);
    if (isOpen && line.trim() && !begins) found.push(`${found.pop()} ${line.trim()}`);
    else if (line.trim()) found.push(line.trim());
    isOpen = Boolean(line.trim()) && !line.startsWith("#");
  }
  return found;
}

/** A paragraph with what is bold, emphasised or code in it; a heading is bold. */
function paragraphOf(text) {
  const heading = /^#+\s+(.*)$/u.exec(text);
  const words = heading ? heading[1] : text.replace(/^[-*+]\s+/u, "• ");
  const parts = words.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/u).map((part) => {
    if (/^\*\*.+\*\*$/u.test(part)) return el("b", {}, shown(part.slice(2, -2), LONGEST_LINE));
    if (/^\*.+\*$/u.test(part)) return el("em", {}, shown(part.slice(1, -1), LONGEST_LINE));
    if (/^`.+`$/u.test(part)) return el("code", {}, shown(part.slice(1, -1), LONGEST_LINE));
    return part && shown(part, LONGEST_LINE);
  });
  return el("p", {}, heading ? el("strong", {}, parts) : parts);
}
