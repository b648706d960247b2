// Deciding: a version is taken, edited or skipped, a decision undone, and two of them are held against each other.
import { ask, asking } from "./ask.js";
import { drawCase } from "./case.js";
import { commentKept, desk, putAside, setBusy, takeIn } from "./desk.js";
import { say } from "./dom.js";
import { drawEmpty, drawQueue, goOn, goTo, isEditing, openCase, openQueue, remark, step } from "./opening.js";
import { inThisCase } from "./surroundings.js";
import { unusedInWords, unusedLabels } from "./label_keys.js";
import { openTogether } from "./together.js";
import { inWords } from "./versions.js";
import { askWho } from "./who.js";

const NOTHING_TO_UNDO = "This window decided nothing that could be undone. To change a decision, decide again.";

/** What can be done with the case that lies open. */
export const WAYS = {
  take: takeVersion,
  confirm,
  edit: startEdit,
  leave: leaveEditor,
  skip: () => isEditing() || decide({ state: "skipped" }),
  undo,
  step,
  goTo,
  together,
  unfold,
  keepComment,
  insist: (mine) => decide(mine),
  yieldTo,
};

/** Decides an edited version; a label that nobody used is asked about first, for it may be a slip of the keys. */
function confirm(value) {
  const unused = unusedLabels(value, desk.found, desk.queue.choices);
  const asked = unused.length ? JSON.stringify([desk.found.id, unused]) : null;
  if (asked === desk.asked || asked === null) return decide({ state: "decided", value });
  desk.asked = asked;
  return remark(`${unusedInWords(unused)} Enter again keeps it in the gold standard; or change it.`);
}

function startEdit() {
  if (desk.busy || isEditing()) return;
  const { decision, versions } = desk.found;
  Object.assign(desk, { typed: null, asked: null });
  desk.draft = structuredClone(decision?.state === "decided" ? decision.value : versions[0].value);
  drawCase();
}

function leaveEditor() {
  desk.draft = null;
  const isGone = desk.queue.cases[desk.at]?.id !== desk.found.id;
  if (desk.trouble || isGone) {
    desk.trouble = null;
    return desk.queue.cases[desk.at] ? openCase() : drawEmpty();
  }
  drawCase();
  desk.parts.main.querySelector("h3")?.focus();
  return undefined;
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
  const { found, layer, comment, who, undoable } = desk;
  if (desk.busy || askWho()) return undefined;
  setBusy(true);
  try {
    const { id: item, revision, fingerprint } = found;
    const body = { layer, item, state, value, revision, fingerprint, comment, who, window: desk.window };
    const { decision } = await ask("/api/decision", { method: "POST", body });
    undoable.push([{ item, revision: decision.revision }]);
    if (desk.layer !== layer) return putAside(layer, { draft: null, found: null, trouble: null });
    Object.assign(desk, { draft: null, trouble: null });
    commentKept(item, comment);
    takeIn([decision]);
    drawQueue();
    say(state === "skipped" ? "skipped" : `decided: ${inWords(value, found)}`);
    return stay ? await openCase() : await goOn();
  } catch (error) {
    if (desk.layer !== layer) return putAside(layer, { trouble: { words: error.message } });
    desk.trouble = { words: error.message };
    if (error.status === 409) await takeConflict(error, { state, value });
    drawCase();
    return say(error.message);
  } finally {
    setBusy(false);
  }
}

/** Fetches what is there now, and keeps what was to be kept beside it; a case that is gone stays as it was seen. */
async function takeConflict({ message: words, body }, mine) {
  const { layer, found } = desk;
  const fresh = await ask(asking("/api/case", inThisCase(layer, found.id))).catch(() => null);
  if (!fresh || desk.found !== found) return;
  Object.assign(desk, { found: fresh, draft: null, trouble: { words, now: body?.now, mine } });
}

/** Decides the case that lies open with those that are equal to it: `draft`, or what is chosen of its versions. */
function together() {
  if (desk.busy || !desk.found || askWho()) return;
  openTogether({
    decided(decisions) {
      desk.undoable.push(decisions.map(({ item, revision }) => ({ item, revision })));
      Object.assign(desk, { draft: null, trouble: null });
      takeIn(decisions);
      drawQueue();
      say(`${decisions.length} cases decided; u undoes all of them`);
      return goOn();
    },
  });
}

/** Shows what all versions have alike, or folds it again. */
function unfold() {
  desk.isUnfolded = !desk.isUnfolded;
  drawCase();
  say(desk.isUnfolded ? "all is shown" : "what all versions have alike is folded");
}

function yieldTo() {
  const { now } = desk.trouble;
  desk.trouble = null;
  return now ? goOn() : drawCase();
}

/** Undoes the last decision of this window, as long as nobody has changed it since. */
async function undo() {
  if (desk.busy || isEditing() || askWho()) return undefined;
  const last = desk.undoable.at(-1);
  if (!last) {
    desk.trouble = { words: NOTHING_TO_UNDO };
    drawCase();
    return say(NOTHING_TO_UNDO);
  }
  setBusy(true);
  const { layer, who, undoable } = desk;
  const index = desk.queue.cases.findIndex((each) => each.id === last[0].item);
  try {
    const several = last.length > 1;
    const body = several ? { layer, cases: last, who } : { layer, ...last[0], who };
    const made = await ask(several ? "/api/undo-all" : "/api/undo", { method: "POST", body });
    undoable.pop();
    if (desk.layer !== layer) return putAside(layer, { found: null });
    takeIn(made.decisions ?? [made.decision]);
    drawQueue();
    await goTo(index);
    return say(several ? `${last.length} decisions undone` : "undone");
  } catch (error) {
    undoable.pop(); // it is no longer ours to undo, or does not fit any more
    if (desk.layer !== layer) return putAside(layer, { trouble: { words: error.message } });
    if (error.status === 409) await openQueue({ again: true });
    if (index >= 0) await goTo(index);
    desk.trouble = { words: error.message };
    drawCase();
    return say(error.message);
  } finally {
    setBusy(false);
  }
}
