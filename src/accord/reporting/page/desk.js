// The desk: the layer whose cases are being adjudicated, the case that lies open, and what was typed into it.
import { ask } from "./ask.js";
import { el } from "./dom.js";
import { kept, keep } from "./kept.js";

export const STATES = { open: ["○", "open"], decided: ["✓", "decided"], skipped: ["↷", "skipped"] };
const CLEARED = {
  queue: null,
  at: 0,
  found: null,
  draft: null,
  typed: null,
  comment: "",
  undoable: [],
  trouble: null,
  asked: null,
  isDone: false,
  isHidden: false,
  batch: null,
};
const OF_A_LAYER = Object.keys(CLEARED);
const LEFT = new Map();
const TYPED = new Map();

/**
 * `queue` and `found` are what the server said of all cases and of the one at `at`; `queue.cases` are those that are
 * `listed` by filters and an order, or the `batch` of this `window`, and `queue.all` the others too; `linked` is the
 * case that the address names, and `toOpen` the one that it named since; `draft` is a version being edited,
 * `typed` what was written for it and is no version yet, `undoable` holds lists of {item, revision} of what was decided
 * here at once, the last one last, `trouble` is what went wrong, `asked` are the labels that nobody used and that were
 * asked about, `known` what the server called all changes that this window has seen, `since` what it knew before its
 * own, `takenIn` how many decisions it took in, `busy` how many answers are waited for, `parts` are the elements that
 * are redrawn, `editor` is what editorOf() made, or nothing, `isHidden` says that something else is shown in place of
 * the case, and `isDone` that the last open case was adjudicated and no other was gone to since. `isFar` says that much
 * of the document is shown, `hidesNotes` that no guidelines are, and `isUnfolded` that what all versions have alike is
 * shown, too. `ways` is what can be done: take(index), confirm(value), edit(), leave(), skip(), undo(), together(),
 * unfold(), step(way), goTo(index), keepComment(), insist(mine), yieldTo().
 */
export const desk = {
  ...CLEARED,
  layer: null,
  editor: null,
  who: kept("who") || null,
  window: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
  listed: {},
  linked: null,
  toOpen: null,
  known: null,
  since: null,
  takenIn: 0,
  busy: 0,
  isFar: false,
  hidesNotes: false,
  isUnfolded: false,
  parts: null,
  ways: null,
};

/** Lays another layer on the desk, as it was left if it was there before, and gives the desk new elements. */
export function setDesk(layer, ways) {
  desk.ways = ways;
  if (desk.layer !== layer.id) {
    if (desk.layer) LEFT.set(desk.layer, Object.fromEntries(OF_A_LAYER.map((name) => [name, desk[name]])));
    clearDesk(layer.id);
    Object.assign(desk, LEFT.get(layer.id) ?? {});
  }
  desk.parts = {
    head: el("div"),
    list: el("ol", { class: "cases" }),
    main: el("div", { class: "case", onpointerdown: (event) => desk.editor?.grab?.(event) }),
    filters: el("div", { class: "list-tools" }),
    gold: el("div"),
  };
  return desk.parts;
}

/** An answer came on a layer that no longer lies on the desk: this is laid beside what was left of it. */
export function putAside(layer, values) {
  if (LEFT.has(layer)) Object.assign(LEFT.get(layer), values);
}

/** Takes everything from the desk. */
export function clearDesk(layer) {
  Object.assign(desk, CLEARED, { layer, undoable: [] });
}

/** What stands as the comment on a case: what was typed here and not kept yet, or else what was decided with. */
export function commentOn({ id, decision }) {
  return TYPED.get(inThisLayer(id)) ?? decision?.comment ?? "";
}

/** Somebody types a comment on the case that lies open, where it stays whatever else is looked at meanwhile. */
export function typeComment(text) {
  desk.comment = text;
  TYPED.set(inThisLayer(desk.found.id), text);
}

/** A comment was kept; what was typed since is not. */
export function commentKept(id, text) {
  if (TYPED.get(inThisLayer(id)) === text) TYPED.delete(inThisLayer(id));
}

function inThisLayer(id) {
  return JSON.stringify([desk.queue.files_shown, desk.layer, id]);
}

/** Whether a version is edited or a comment typed, which must not be taken from under the keys: they would decide. */
export function isWriting() {
  return desk.draft !== null || document.activeElement?.id === "comment";
}

/** Who decides from now on in this browser. */
export function setWho(who) {
  desk.who = who;
  keep("who", who);
}

/** Says that the server is being asked, or no longer. */
export function setBusy(busy) {
  desk.busy += busy ? 1 : -1;
  desk.parts.main.setAttribute("aria-busy", String(desk.busy > 0));
}

/** Takes decisions that the server confirmed into the queue. */
export function takeIn(decisions) {
  const { all, counts, taken } = desk.queue;
  for (const decision of decisions) {
    if (decision.state !== "open") delete taken[decision.item];
    const row = all.find((each) => each.id === decision.item);
    counts[row.state] -= 1;
    counts[decision.state] += 1;
    Object.assign(row, { state: decision.state, revision: decision.revision });
  }
  desk.takenIn += decisions.length;
  hearOf(decisions.length);
}

/** What the server calls all changes is known where they are ours alone; else the queue is fetched again. */
function hearOf(ours) {
  const since = (desk.since ??= { known: desk.known, ours: 0 });
  since.ours += ours;
  desk.known = null;
  const { ours: asked } = since;
  const learn = (known) => {
    if (desk.since === since && since.ours === asked) Object.assign(desk, { since: null, known });
  };
  const isOurs = (changes) => {
    const [before, now] = [since.known, changes].map((text) => text?.split("-") ?? []);
    const isSameFiles = String(before.slice(-2)) === String(now.slice(-2));
    return isSameFiles && Number(now[0]) - Number(before[0]) === asked;
  };
  ask("/api/state").then(
    ({ changes }) => learn(isOurs(changes) ? changes : since.known),
    () => learn(since.known),
  );
}
