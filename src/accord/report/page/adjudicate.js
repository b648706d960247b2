// Settling what annotators differ on: a queue, a case with everyone's version, and one key to take one.
import { ask, asking } from "./ask.js";
import { caseInWords, drawCase } from "./case.js";
import { conflictBox, troubleBox } from "./conflict.js";
import { desk, isWriting, setBusy, setDesk, takeIn } from "./desk.js";
import { el, fill, say } from "./dom.js";
import { goldTools } from "./gold.js";
import { notMeasured } from "./layers.js";
import { plain, shown } from "./text.js";
import { drawHead, drawList, takeQueue } from "./queue.js";
import { inWords } from "./versions.js";

const WAYS = {
  take: takeVersion,
  confirm: (value) => decide({ state: "decided", value }),
  edit: startEdit,
  leave: leaveEditor,
  skip: () => isEditing() || decide({ state: "skipped" }),
  undo,
  step,
  keepComment,
  insist: (mine) => decide(mine),
  yieldTo,
};
const HELP = [
  ["1 – 9", "take a version"],
  ["e", "edit, or another label"],
  ["s", "skip"],
  ["u", "undo"],
  ["c", "comment"],
  ["Enter, Esc", "confirm, or leave what is being edited"],
  ["← →", "while marks are edited: move an end, with Shift a start"],
  ["n, Del, l", "while marks are edited: add one, remove one, name one"],
];
const ELSEWHERE =
  "This case was changed in another window meanwhile. Nothing replaces that unseen: confirm yours to see both.";
const ALL_DONE = "Every case is settled. Go to one with k or in the list to change it.";
const NOTHING_TO_UNDO = "This window decided nothing that could be undone. To change a decision, decide anew.";
const UNKEPT = "Your version is not kept yet: confirm it with Enter, or leave it with Esc.";

/** The view "Adjudicate" of the live page. */
export const adjudicateView = {
  id: "adjudicate",
  title: "Adjudicate",
  has: (_payload, layer) => Boolean(layer && layer.annotators.length > 1),
  draw({ layer, whileShown }) {
    const { head, list, main, gold } = setDesk(layer);
    whileShown({ step, press: pressedHere, help: HELP });
    if (desk.found) drawCase(WAYS);
    openQueue({ again: Boolean(desk.found) });
    return [
      el("h2", {}, "Adjudicate ", shown(layer.name, 60)),
      notMeasured(layer, "What annotators differ on can be settled all the same."),
      head,
      el("div", { class: "desk" }, main, el("nav", { class: "case-list", "aria-label": "Cases" }, list)),
      gold,
    ];
  },
};

/** Something was decided in this window or another one, or files changed; other files wait for what is written. */
export function decisionsChanged({ changes, files_shown: files }) {
  if (desk.known === null || changes === desk.known || !desk.parts?.head.isConnected) return;
  if (isWriting() && files !== desk.queue?.files_shown) return;
  desk.known = changes;
  openQueue({ again: true });
}

// --- the queue -------------------------------------------------------------------------------------------------------

async function openQueue({ again = false } = {}) {
  try {
    const queue = await ask(asking("/api/queue", { layer: desk.layer }));
    const state = desk.parts.gold.hasChildNodes() ? null : await ask("/api/state");
    desk.who ??= state.who;
    takeQueue(queue);
    drawQueue();
    if (!desk.parts.gold.hasChildNodes()) fill(desk.parts.gold, goldTools(desk.layer, queue.formats, state.undecided));
    await openHere(again);
  } catch (error) {
    if (desk.found) desk.found.stale = true;
    desk.isHidden = true;
    fill(desk.parts.main, troubleBox(error.message));
  }
}

function drawQueue() {
  drawHead();
  drawList(goTo);
}

/** Whether a version is being edited, which only Confirm and Leave end; says so. */
function isEditing() {
  if (desk.draft === null) return false;
  const { main } = desk.parts;
  main.querySelector(".unkept")?.remove();
  main.querySelector(".editor")?.append(el("p", { class: "unkept about" }, UNKEPT));
  say(UNKEPT);
  return true;
}

function openHere(again) {
  const here = desk.queue.cases[desk.at];
  const same = again && desk.found?.id === here?.id;
  if (!here && !isWriting()) return drawEmpty();
  if (same && here.revision === desk.found.revision && !desk.found.stale) return undefined;
  if (again && desk.busy) return undefined; // what is under way finds out for itself
  if (again && isWriting()) return drawElsewhere();
  return openCase({ same, elsewhere: same && here.revision !== desk.found.revision });
}

function step(way) {
  if (desk.queue) goTo(Math.max(0, Math.min(desk.queue.cases.length - 1, desk.at + way)));
}

function goTo(index) {
  if (!desk.queue?.cases[index] || isEditing()) return undefined;
  Object.assign(desk, { at: index, draft: null, trouble: null, comment: "", isDone: false });
  drawList(goTo);
  return openCase();
}

async function goOn() {
  const { cases } = desk.queue;
  const order = [...cases.keys()].map((index) => (desk.at + 1 + index) % cases.length);
  const next = order.find((index) => cases[index].state === "open");
  await goTo(next ?? desk.at);
  desk.isDone = next === undefined;
}

// --- the case that lies open -----------------------------------------------------------------------------------------

async function openCase({ same = false, elsewhere = false } = {}) {
  const { id } = desk.queue.cases[desk.at];
  setBusy(true);
  try {
    const found = await ask(asking("/api/case", { layer: desk.layer, item: id }));
    if (desk.queue.cases[desk.at]?.id !== id) return;
    desk.found = found;
    const who = plain(found.decision?.who ?? "somebody", 40);
    if (elsewhere) desk.trouble = { words: `${who} changed this case in another window.` };
    if (!same) desk.comment = found.decision?.comment ?? "";
    drawCase(WAYS);
    say(caseInWords(found));
  } catch (error) {
    fill(desk.parts.main, troubleBox(error.message));
  } finally {
    setBusy(false);
  }
}

function drawEmpty() {
  const words = "Annotators agree in everything they all looked at: there is nothing to settle here.";
  fill(desk.parts.main, el("p", {}, words));
}

function drawElsewhere() {
  desk.trouble = { words: ELSEWHERE };
  if (!desk.parts.main.querySelector(".trouble")) desk.parts.main.prepend(conflictBox(WAYS));
  const comment = document.getElementById("comment");
  if (comment) comment.onblur = () => openQueue({ again: true });
}

function startEdit() {
  if (desk.busy || isEditing()) return;
  const { decision, versions } = desk.found;
  desk.typed = null;
  desk.draft = structuredClone(decision?.state === "decided" ? decision.value : versions[0].value);
  drawCase(WAYS);
}

function leaveEditor() {
  desk.draft = null;
  const isGone = desk.queue.cases[desk.at]?.id !== desk.found.id;
  if (desk.trouble || isGone) {
    desk.trouble = null;
    return desk.queue.cases[desk.at] ? openCase() : drawEmpty();
  }
  drawCase(WAYS);
  desk.parts.main.querySelector("h3")?.focus();
  return undefined;
}

// --- deciding --------------------------------------------------------------------------------------------------------

function pressedHere(event) {
  const { key, target } = event;
  const presses = target.closest?.("button, a, summary") === target && (key === "Enter" || key === " ");
  if (presses) return false;
  if (desk.draft !== null && (key === "Escape" || key === "Enter")) {
    if (key === "Escape") leaveEditor();
    else desk.focusEditor?.();
    return true;
  }
  const number = Number(key);
  const early = desk.busy || !desk.found || desk.isHidden; // meant for a case that is not there yet
  const held = event.repeat; // meant for the case before
  if ((early || held) && (number >= 1 || "esuc".includes(key))) return true;
  if (desk.isDone && (number >= 1 || key === "s")) {
    say(ALL_DONE); // one key too many must not change the last decision
    return true;
  }
  const comment = () => document.getElementById("comment")?.focus();
  const does = { e: WAYS.edit, s: WAYS.skip, u: WAYS.undo, c: comment }[key];
  if (number >= 1 && number <= 9) takeVersion(number - 1);
  else if (does) does();
  else return false;
  return true;
}

function takeVersion(index) {
  if (isEditing()) return;
  const version = desk.found.versions[index];
  if (version) decide({ state: "decided", value: version.value });
  else say("there is no such version");
}

function keepComment() {
  const { state, value } = desk.found.decision;
  decide({ state, value, stay: true });
}

async function decide({ state, value = null, stay = false }) {
  const { found, layer, comment, who } = desk;
  if (desk.busy) return;
  setBusy(true);
  try {
    const { id: item, revision, fingerprint } = found;
    const body = { layer, item, state, value, revision, fingerprint, comment, who };
    const { decision } = await ask("/api/decision", { method: "POST", body });
    Object.assign(desk, { draft: null, trouble: null });
    desk.undoable.push({ item, revision: decision.revision });
    takeIn(decision);
    drawQueue();
    say(state === "skipped" ? "skipped" : `decided: ${inWords(value, found.kind)}`);
    if (stay) await openCase();
    else await goOn();
  } catch (error) {
    desk.trouble = { words: error.message };
    if (error.status === 409) await takeConflict(error, { state, value });
    drawCase(WAYS);
    say(error.message);
  } finally {
    setBusy(false);
  }
}

/** Fetches what is there now, and keeps what was to be kept beside it; a case that is gone stays as it was seen. */
async function takeConflict({ message: words, body }, mine) {
  const { layer, found } = desk;
  const fresh = await ask(asking("/api/case", { layer, item: found.id })).catch(() => null);
  if (fresh) Object.assign(desk, { found: fresh, draft: null, trouble: { words, now: body?.now, mine } });
}

function yieldTo() {
  const { now } = desk.trouble;
  desk.trouble = null;
  return now ? goOn() : drawCase(WAYS);
}

/** Takes back the last decision of this window, as long as nobody has changed it since. */
async function undo() {
  if (desk.busy || isEditing()) return;
  const last = desk.undoable.at(-1);
  if (!last) {
    desk.trouble = { words: NOTHING_TO_UNDO };
    drawCase(WAYS);
    say(NOTHING_TO_UNDO);
    return;
  }
  setBusy(true);
  const { layer, who } = desk;
  const index = desk.queue.cases.findIndex((each) => each.id === last.item);
  try {
    const { decision } = await ask("/api/undo", { method: "POST", body: { layer, ...last, who } });
    desk.undoable.pop();
    takeIn(decision);
    drawQueue();
    await goTo(index);
    say("undone");
  } catch (error) {
    desk.undoable.pop(); // it is no longer ours to take back, or does not fit any more
    if (error.status === 409) await openQueue({ again: true });
    if (index >= 0) await goTo(index);
    desk.trouble = { words: error.message };
    drawCase(WAYS);
    say(error.message);
  } finally {
    setBusy(false);
  }
}
