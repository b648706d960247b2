// One case: its text, everyone's version, an editor where one is wanted, and what was decided before.
import { conflictBox, troubleBox } from "./conflict.js";
import { desk, STATES, typeComment } from "./desk.js";
import { el, fill } from "./dom.js";
import { editorOf } from "./edit.js";
import { knownOf } from "./known.js";
import { count, counted } from "./numbers.js";
import { showPlace, surroundingsOf } from "./surroundings.js";
import { plain, shown } from "./text.js";
import { inWords, TEXTS_DIFFER, versionRows } from "./versions.js";

const CHANGED = "This text, or what an annotator says of it, changed after it was decided. Look at it again.";

/** Draws the case that lies open. */
export function drawCase() {
  const { found, ways } = desk;
  desk.isHidden = false;
  const state = found.decision?.state ?? "open";
  const [rows, editor] = versionsOf(found, ways);
  const hadFocus = desk.parts.main.contains(document.activeElement);
  const caret = caretInComment();
  const keepButton = el("button", { type: "button", onclick: ways.keepComment }, "Keep the comment");
  fill(
    desk.parts.main,
    el(
      "header",
      {},
      el("h3", { tabindex: -1 }, placeInWords()),
      el("span", { class: `badge-state state-${state}` }, STATES[state].join(" ")),
      state !== "open" && el("span", { class: "about" }, `by ${plain(found.decision.who, 40)}`),
      el("span", { class: "place" }, shown(found.id, 80)),
    ),
    el("div", { class: "of-case" }, desk.trouble && conflictBox()),
    found.changed && troubleBox(CHANGED),
    surroundingsOf(found),
    editor?.above && editor.node,
    rows,
    found.absent.length > 0 && el("p", { class: "about" }, `Not annotated by ${namesOf(found.absent)}.`),
    !editor?.above && editor?.node,
    el(
      "p",
      { class: "bar-of-tools" },
      tool("e", found.kind === "label" ? "Another label" : "Edit", ways.edit),
      tool("s", "Skip", ways.skip),
      tool("u", "Undo", ways.undo),
      tool("b", "Equal cases", ways.together),
      tool("k", "Previous", () => ways.step(-1)),
      tool("j", "Next", () => ways.step(1)),
    ),
    knownOf(found, ways.goTo),
    commentField(),
    state !== "open" && el("p", { class: "bar-of-tools" }, keepButton),
    historyOf(found),
  );
  showPlace();
  desk.editor = editor;
  const refocus = () => {
    if (caret) goOnTyping(caret);
    else if (desk.editor) desk.editor.focus();
    else if (hadFocus) desk.parts.main.querySelector("h3").focus();
  };
  if (desk.parts.main.isConnected) refocus();
  else requestAnimationFrame(refocus);
}

/** Says again which of all cases this is. */
export function drawPlace() {
  fill(desk.parts.main.querySelector("h3"), placeInWords());
}

/** Says what went wrong, and leaves all else as it is. */
export function drawTrouble() {
  fill(desk.parts.main.querySelector(".of-case"), conflictBox());
}

function placeInWords() {
  return `Case ${count(desk.at + 1)} of ${count(desk.queue.cases.length)}`;
}

/** Where in the comment somebody is typing, or null: there letters are no keys, and must not become some. */
function caretInComment() {
  const field = document.activeElement;
  return field?.id === "comment" ? [field.selectionStart, field.selectionEnd] : null;
}

function goOnTyping(caret) {
  const field = document.getElementById("comment");
  field?.focus();
  field?.setSelectionRange(...caret);
}

/** What is said of a case to those who hear the page. */
export function caseInWords(found) {
  const { versions, decision, texts } = found;
  const said = versions.map(
    ({ value, annotators }, index) => `${index + 1}: ${inWords(value, found)}, ${annotators.join(" and ")}`,
  );
  if (texts) said.push(TEXTS_DIFFER);
  return `case ${desk.at + 1} of ${desk.queue.cases.length}, ${decision?.state ?? "open"}. ${said.join(". ")}`;
}

function versionsOf(found, { take, confirm, leave, unfold }) {
  const mine = found.decision?.state === "decided" ? found.decision.value : undefined;
  const edited = mine !== undefined && !found.decision.taken.length;
  const { isUnfolded } = desk;
  const drawn = (draft, whose = "your version") =>
    versionRows(found, { take, draft, whose, mine, unfold, isUnfolded });
  if (desk.draft === null) {
    const whose = edited && `${plain(found.decision.who, 40)}’s own version`;
    return [el("div", {}, drawn(edited ? mine : null, whose)), null];
  }
  const rows = el("div", {}, drawn(desk.draft));
  const changed = (value) => {
    desk.draft = value;
    fill(rows, drawn(value));
  };
  const typed = (text) => (desk.typed = text);
  return [rows, editorOf(found, desk.queue.choices, desk.draft, { changed, confirm, leave, typed, text: desk.typed })];
}

function tool(key, words, does) {
  return el("button", { type: "button", onclick: does }, words, " ", el("kbd", {}, key));
}

function commentField() {
  const typed = (event) => typeComment(event.target.value);
  return el(
    "label",
    { class: "comment" },
    el("span", {}, "Comment ", el("kbd", {}, "c"), " (kept with the decision)"),
    el("textarea", { id: "comment", rows: 2, maxlength: 10000, oninput: typed }, desk.comment),
  );
}

function historyOf(found) {
  const { history } = found;
  if (!history.length) return null;
  return el(
    "details",
    { class: "history" },
    el("summary", {}, `History: ${counted(history.length, "change")}`),
    el("ol", {}, history.map((each) => el("li", {}, changeOf(each, found)))),
  );
}

function changeOf({ at, who, state, value, taken, comment, decided_by: by, undoes, undone_by: undoer }, found) {
  const whose = taken.length ? namesOf(taken) : "edited";
  const how = undoes !== null ? "undid, back to " : by !== null ? "kept as " : "";
  return [
    el("time", { datetime: at }, new Date(at).toLocaleString("en-GB")),
    ` ${plain(who, 40)}: ${how}${state}`,
    state === "decided" && `, ${inWords(value, found)} (${whose})`,
    by !== null && `, by ${plain(by, 40)}`,
    comment && [" – ", shown(comment, 200)],
    undoer !== null && ` (undone by ${plain(undoer, 40)})`,
  ];
}

function namesOf(annotators) {
  return annotators.map((name) => plain(name, 40)).join(", ");
}
