// Which case lies open: the queue is fetched, a case is gone to and drawn, and drawn again when others changed it.
import { ask, asking } from "./ask.js";
import { batchBar, batchChanged } from "./batch.js";
import { caseInWords, drawCase, drawPlace, drawTrouble } from "./case.js";
import { troubleBox } from "./conflict.js";
import { commentOn, desk, isWriting, setBusy } from "./desk.js";
import { el, fill, say } from "./dom.js";
import { filterBar } from "./filters.js";
import { goldTools } from "./gold.js";
import { drawHead, drawList, listCases, takeQueue } from "./queue.js";
import { inThisCase } from "./surroundings.js";
import { plain } from "./text.js";

const SEE_BOTH = "Nothing replaces that unseen: confirm yours to see both.";
const ELSEWHERE = `This case was changed in another window meanwhile. ${SEE_BOTH}`;
const FILE_CHANGED = "A file was changed meanwhile, and with it what is said of this case.";
const GONE = "A file was changed meanwhile, and annotators do not differ here any more: there is nothing to decide.";
const UNKEPT = "Your version is not kept yet: confirm it with Enter, or leave it with Esc.";

// --- the queue -------------------------------------------------------------------------------------------------------

/** Fetches the queue, and opens the case that is next, or `again` the one that lies open if it is another by now. */
export async function openQueue({ again = false } = {}) {
  const { layer, takenIn } = desk;
  try {
    const queue = await ask(asking("/api/queue", { layer }));
    const state = desk.parts.gold.hasChildNodes() ? null : await ask("/api/state");
    if (desk.layer !== layer) return undefined; // another one lies on the desk by now
    if (desk.takenIn !== takenIn) return await openQueue({ again }); // it may not know what was decided here meanwhile
    desk.who ??= state.who;
    batchChanged(queue);
    takeQueue(queue);
    drawQueue();
    if (!desk.parts.gold.hasChildNodes()) fill(desk.parts.gold, goldTools(layer, queue.formats, state.undecided));
    return await openHere(again);
  } catch (error) {
    if (desk.layer !== layer) return undefined;
    if (desk.found) desk.found.stale = true;
    desk.isHidden = true;
    return fill(desk.parts.main, troubleBox(error.message));
  }
}

/** Draws the queue as it is now. */
export function drawQueue() {
  if (desk.batch && batchChanged({ taken: desk.queue.taken, cases: desk.queue.all })) listCases();
  drawHead();
  drawTools();
  drawList(goTo);
}

/** What is listed, and batches, above the list; a field that has the focus keeps it. */
function drawTools() {
  const { filters } = desk.parts;
  const focused = filters.contains(document.activeElement) ? document.activeElement.id : null;
  const folded = [...filters.querySelectorAll("details")].map(({ open }) => open);
  fill(filters, filterBar(listAnew), batchBar(listAnew));
  for (const [index, each] of filters.querySelectorAll("details").entries()) each.open ||= folded[index];
  if (focused) document.getElementById(focused)?.focus();
}

/** Lists the cases again, and opens the one that is next where the one that lies open is no longer listed. */
function listAnew() {
  const before = desk.found;
  if (isWriting() && desk.draft !== null) isEditing();
  listCases();
  drawQueue();
  if (desk.found !== before || !desk.found) openHere(false);
  else drawPlace();
}

/** Whether a version is being edited, which only Confirm and Leave end; says so. */
export function isEditing() {
  if (desk.draft === null) return false;
  remark(UNKEPT);
  return true;
}

/** Says something below the version that is being edited. */
export function remark(words) {
  const { main } = desk.parts;
  main.querySelector(".unkept")?.remove();
  main.querySelector(".editor")?.append(el("p", { class: "unkept about" }, words));
  say(words);
}

function openHere(again) {
  const here = desk.queue.cases[desk.at];
  const before = again && desk.found?.id === here?.id ? desk.found : null;
  if (!here && !isWriting()) return drawEmpty();
  if (before && here.revision === before.revision && !before.stale) return undefined;
  if (again && desk.busy) return undefined; // what is under way finds out for itself
  if (again && isWriting()) return tellWhoWrites(before ? here : null);
  return openCase({ before });
}

/** Goes some cases on, or back. */
export function step(way) {
  if (desk.queue) goTo(Math.max(0, Math.min(desk.queue.cases.length - 1, desk.at + way)));
}

/** Goes to a case, unless a version is being edited. */
export function goTo(index) {
  if (!desk.queue?.cases[index] || isEditing()) return undefined;
  Object.assign(desk, { at: index, draft: null, trouble: null, isDone: false });
  drawList(goTo);
  return openCase();
}

/** Goes to the next open case; where there is none, stays. */
export async function goOn() {
  const { cases, taken } = desk.queue;
  if (!cases.length) return;
  const order = [...cases.keys()].map((index) => (desk.at + 1 + index) % cases.length);
  const isFree = ({ id, state }) => state === "open" && (taken[id]?.window ?? desk.window) === desk.window;
  const next = order.find((index) => isFree(cases[index])) ?? order.find((index) => cases[index].state === "open");
  await goTo(next ?? desk.at);
  desk.isDone = next === undefined;
}

// --- the case that lies open -----------------------------------------------------------------------------------------

/** Fetches the case that was gone to, and draws it; what became of it since it was seen `before` is told. */
export async function openCase({ before = null } = {}) {
  const { layer } = desk;
  const { id } = desk.queue.cases[desk.at];
  const isLeft = () => desk.layer !== layer || desk.queue.cases[desk.at]?.id !== id;
  setBusy(true);
  try {
    const found = await askCase(id);
    if (isLeft()) return;
    desk.found = found;
    desk.trouble = before && (troubleSince(before, found) ?? desk.trouble);
    desk.comment = commentOn(found);
    drawCase();
    say(caseInWords(found));
  } catch (error) {
    if (isLeft()) return;
    desk.isHidden = true;
    fill(desk.parts.main, troubleBox(error.message));
  } finally {
    setBusy(false);
  }
}

function askCase(item) {
  return ask(asking("/api/case", inThisCase(desk.layer, item)));
}

function troubleSince(before, { revision, decision, fingerprint }) {
  const who = plain(decision?.who ?? "somebody", 40);
  if (before.revision !== revision) return { words: `${who} changed this case in another window.` };
  return before.fingerprint === fingerprint ? null : { words: FILE_CHANGED };
}

/** Says that there is no case. */
export function drawEmpty() {
  const nothing = "Annotators agree in everything they all looked at: there is nothing to adjudicate here.";
  const none = "No case is as what is chosen beside it says.";
  desk.found = null;
  fill(desk.parts.main, el("p", {}, desk.queue.all.length ? none : nothing));
}

/** Tells somebody who writes what became of the case meanwhile, and takes nothing from them; it may be gone. */
async function tellWhoWrites(here) {
  const { layer } = desk;
  const words = here ? await whatBecameOf(here) : GONE;
  if (desk.layer !== layer || !words || desk.trouble?.mine) return;
  desk.trouble = { words };
  if (desk.isHidden) drawCase();
  else drawTrouble();
  const comment = document.getElementById("comment");
  if (comment) comment.onblur = () => openQueue({ again: true });
}

/** What became of a case that files or others may have changed; nothing where it is what it was. */
async function whatBecameOf({ id, revision }) {
  if (revision !== desk.found.revision) return ELSEWHERE;
  const now = await askCase(id);
  if (desk.found?.id !== id) return null; // it was left meanwhile
  if (now.fingerprint !== desk.found.fingerprint) return `${FILE_CHANGED} ${SEE_BOTH}`;
  Object.assign(desk.found, now, { stale: false });
  if (desk.isHidden) drawCase();
  else drawPlace();
  return null;
}
