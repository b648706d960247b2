// Settling what annotators differ on: a queue, a case with everyone's version, and one key to take one.
import { ask, asking } from "./ask.js";
import { el, fill, say } from "./dom.js";
import { editorOf } from "./edit.js";
import { goldTools } from "./gold.js";
import { count, counted } from "./numbers.js";
import { plain, shown } from "./text.js";
import { inWords, textOf, versionRows } from "./versions.js";

const STATES = { open: ["○", "open"], decided: ["✓", "decided"], skipped: ["↷", "skipped"] };
const SHOWN_CASES = 400;
const desk = { layer: null, queue: null, at: 0, found: null, draft: null, comment: "", who: "", undoable: [], trouble: null, known: null, busy: false, parts: null };

/** The view "Adjudicate" of the live page. */
export const adjudicateView = {
  id: "adjudicate",
  title: "Adjudicate",
  has: (_payload, layer) => Boolean(layer && layer.annotators.length > 1),
  draw({ layer, whileShown }) {
    desk.parts = { head: el("div"), list: el("ol", { class: "cases" }), main: el("div", { class: "case" }), gold: el("div") };
    const { head, list, main, gold } = desk.parts;
    if (desk.layer !== layer.id) Object.assign(desk, { layer: layer.id, queue: null, at: 0, found: null, draft: null, undoable: [], trouble: null });
    whileShown({ step, press: pressedHere });
    openQueue();
    return [
      el("h2", {}, "Adjudicate ", shown(layer.name, 60)),
      head,
      el("div", { class: "desk" }, main, el("nav", { class: "case-list", "aria-label": "Cases" }, list)),
      gold,
    ];
  },
};

/** Something was decided in this window or another one: the number of all changes so far. */
export function decisionsChanged(changes) {
  if (desk.known === null || changes === desk.known || !desk.parts?.head.isConnected) return;
  desk.known = changes;
  openQueue({ again: true });
}

// --- the queue -------------------------------------------------------------------------------------------------------

async function openQueue({ again = false } = {}) {
  try {
    const queue = await ask(asking("/api/queue", { layer: desk.layer }));
    if (!desk.who) desk.who = (await ask("/api/state")).who;
    const first = desk.queue === null;
    desk.queue = queue;
    desk.known = queue.changes;
    if (first) desk.at = Math.max(0, queue.cases.findIndex((each) => each.state === "open"));
    drawHead();
    drawList();
    if (!desk.parts.gold.hasChildNodes()) fill(desk.parts.gold, goldTools(desk.layer, queue.formats));
    const here = queue.cases[desk.at];
    if (!here) return drawEmpty();
    if (again && desk.found?.id === here.id && here.revision === desk.found.revision) return undefined;
    if (again && desk.draft) return drawElsewhere(here);
    return openCase({ elsewhere: again && desk.found?.id === here.id });
  } catch (error) {
    return fill(desk.parts.main, troubleBox(error.message));
  }
}

function drawHead() {
  const { counts, agreed, alone, lost, cases } = desk.queue;
  const settled = counts.decided + counts.skipped;
  const who = el("input", { type: "text", id: "who", value: desk.who, maxlength: 100, oninput: (event) => (desk.who = event.target.value) });
  if (document.activeElement?.id === "who") return;
  fill(
    desk.parts.head,
    el(
      "div",
      { class: "desk-head" },
      el(
        "p",
        { class: "lead" },
        `Annotators differ in ${counted(cases.length, "place")}, and agree in ${count(agreed)}; these are taken as they are`,
        alone > 0 && `, and so are ${count(alone)} that a single annotator looked at`,
        ".",
      ),
      el("label", { class: "chooser" }, el("span", {}, "Deciding as"), who),
    ),
    el(
      "div",
      { class: "tally" },
      el("progress", { max: Math.max(1, cases.length), value: settled, "aria-label": "Cases settled" }),
      el("span", { id: "tally" }, ["decided", "skipped", "open"].map((state) => el("span", { class: `state-${state}` }, `${STATES[state][0]} ${count(counts[state])} ${state}`))),
    ),
    lost.length > 0 && el("p", { class: "about" }, `${counted(lost.length, "decision")} on places that are no longer there: `, shown(lost.join(", "), 200)),
  );
}

function drawList() {
  const { cases } = desk.queue;
  const from = Math.max(0, Math.min(desk.at - SHOWN_CASES / 2, cases.length - SHOWN_CASES));
  fill(
    desk.parts.list,
    cases.slice(from, from + SHOWN_CASES).map((each, index) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: `state-${each.state}`, "aria-current": from + index === desk.at ? "true" : null, onclick: () => goTo(from + index) },
          el("span", { "aria-hidden": "true" }, STATES[each.state][0]),
          el("span", { class: "unseen" }, STATES[each.state][1]),
          " ",
          plain(each.id, 40),
        ),
      ),
    ),
  );
  desk.parts.list.start = from + 1;
  const here = desk.parts.list.querySelector("[aria-current]");
  if (here) here.closest(".case-list").scrollTop = here.offsetTop - 120;
}

function step(way) {
  goTo(Math.max(0, Math.min(desk.queue.cases.length - 1, desk.at + way)));
}

function goTo(index) {
  if (!desk.queue?.cases[index]) return undefined;
  Object.assign(desk, { at: index, draft: null, trouble: null, comment: "" });
  drawList();
  return openCase();
}

function goOn() {
  const { cases } = desk.queue;
  const order = [...cases.keys()].map((index) => (desk.at + 1 + index) % cases.length);
  const next = order.find((index) => cases[index].state === "open");
  if (next !== undefined) return goTo(next);
  say("every case is settled");
  return goTo(desk.at);
}

// --- one case --------------------------------------------------------------------------------------------------------

async function openCase({ elsewhere = false } = {}) {
  const { id } = desk.queue.cases[desk.at];
  try {
    const found = await ask(asking("/api/case", { layer: desk.layer, item: id }));
    if (desk.queue.cases[desk.at]?.id !== id) return;
    desk.found = found;
    if (!elsewhere) desk.comment = found.decision?.comment ?? "";
    if (elsewhere) desk.trouble = { words: `${plain(found.decision?.who ?? "somebody", 40)} changed this case in another window.` };
    drawCase();
    say(`case ${desk.at + 1} of ${desk.queue.cases.length}, ${found.decision?.state ?? "open"}. ${found.versions.map((each, index) => `${index + 1}: ${inWords(each.value, found.kind)}, ${each.annotators.join(" and ")}`).join(". ")}`);
  } catch (error) {
    fill(desk.parts.main, troubleBox(error.message));
  }
}

function drawCase() {
  const { found } = desk;
  const state = found.decision?.state ?? "open";
  const mine = state === "decided" ? found.decision.value : undefined;
  const edited = mine !== undefined && !found.decision.taken.length;
  const rows = el("div", {}, versionRows(found, { take: takeVersion, draft: desk.draft ?? (edited ? mine : null), mine }));
  const editor =
    desk.draft !== null &&
    editorOf(found, desk.queue.choices, desk.draft, {
      changed: (value) => {
        desk.draft = value;
        fill(rows, versionRows(found, { take: takeVersion, draft: value, mine }));
      },
      confirm: (value) => decide({ state: "decided", value }),
      leave: () => ((desk.draft = null), drawCase(), desk.parts.main.querySelector("h3")?.focus()),
    });
  fill(
    desk.parts.main,
    el(
      "header",
      {},
      el("h3", { tabindex: -1 }, `Case ${count(desk.at + 1)} of ${count(desk.queue.cases.length)}`),
      el("span", { class: `badge-state state-${state}` }, `${STATES[state][0]} ${STATES[state][1]}`),
      el("span", { class: "place" }, shown(found.id, 80)),
    ),
    desk.trouble && conflictBox(),
    found.changed && troubleBox("An annotator changed this place after it was decided. Look at it again."),
    textOf(found),
    rows,
    found.absent.length > 0 && el("p", { class: "about" }, "Not annotated by ", found.absent.map((name) => plain(name, 40)).join(", "), "."),
    editor && editor.node,
    el(
      "p",
      { class: "bar-of-tools" },
      tool("e", found.kind === "label" ? "Another label" : "Edit", startEdit),
      tool("s", "Skip", () => decide({ state: "skipped" })),
      tool("u", "Undo", undo),
      tool("k", "Previous", () => step(-1)),
      tool("j", "Next", () => step(1)),
    ),
    el(
      "label",
      { class: "comment" },
      el("span", {}, "Comment ", el("kbd", {}, "c"), " (kept with the decision)"),
      el("textarea", { id: "comment", rows: 2, maxlength: 10000, oninput: (event) => (desk.comment = event.target.value) }, desk.comment),
    ),
    state !== "open" && el("p", { class: "bar-of-tools" }, el("button", { type: "button", onclick: keepComment }, "Keep the comment")),
    historyOf(found),
  );
  if (editor) editor.focus();
}

function tool(key, words, does) {
  return el("button", { type: "button", onclick: does }, words, " ", el("kbd", {}, key));
}

function historyOf({ history, kind }) {
  if (!history.length) return null;
  return el(
    "details",
    { class: "history" },
    el("summary", {}, `History: ${counted(history.length, "change")}`),
    el(
      "ol",
      {},
      history.map((each) =>
        el(
          "li",
          {},
          el("time", { datetime: each.at }, new Date(each.at).toLocaleString("en-GB")),
          ` ${plain(each.who, 40)}: ${each.state}`,
          each.state === "decided" && `, ${inWords(each.value, kind)} (${each.taken.length ? each.taken.map((name) => plain(name, 30)).join(", ") : "edited"})`,
          each.comment && [" – ", shown(each.comment, 200)],
        ),
      ),
    ),
  );
}

function drawEmpty() {
  fill(desk.parts.main, el("p", {}, "Annotators agree in everything they all looked at: there is nothing to settle here."));
}

// --- deciding --------------------------------------------------------------------------------------------------------

function pressedHere(event) {
  if (!desk.found || event.target.closest?.("button, a, summary") === event.target && (event.key === "Enter" || event.key === " ")) return false;
  const number = Number(event.key);
  if (desk.busy && (number >= 1 || "esu".includes(event.key))) return true; // meant for a case that is not there yet
  const does = { e: startEdit, s: () => decide({ state: "skipped" }), u: undo, c: () => document.getElementById("comment")?.focus() }[event.key];
  if (number >= 1 && number <= 9) takeVersion(number - 1);
  else if (does) does();
  else return false;
  return true;
}

function takeVersion(index) {
  const version = desk.found.versions[index];
  if (version) decide({ state: "decided", value: version.value });
  else say("there is no such version");
}

function startEdit() {
  const { found } = desk;
  desk.draft = structuredClone(found.decision?.state === "decided" ? found.decision.value : found.versions[0].value);
  drawCase();
}

function keepComment() {
  const { decision } = desk.found;
  decide({ state: decision.state, value: decision.value, stay: true });
}

async function decide({ state, value = null, revision = desk.found.revision, stay = false }) {
  const { found, layer } = desk;
  if (desk.busy) return;
  setBusy(true);
  try {
    const { decision } = await ask("/api/decision", { method: "POST", body: { layer, item: found.id, state, value, revision, comment: desk.comment, who: desk.who } });
    Object.assign(desk, { draft: null, trouble: null });
    desk.undoable.push(found.id);
    settle(decision);
    say(state === "skipped" ? "skipped" : `decided: ${inWords(value, found.kind)}`);
    if (stay) await openCase();
    else await goOn();
  } catch (error) {
    if (error.status === 409) desk.trouble = { words: error.message, now: error.body.now, mine: { state, value } };
    else desk.trouble = { words: error.message };
    if (error.status === 409) {
      const fresh = await ask(asking("/api/case", { layer, item: found.id }));
      Object.assign(desk, { found: fresh, draft: null });
    }
    drawCase();
    say(error.message);
  } finally {
    setBusy(false);
  }
}

async function undo() {
  if (desk.busy) return;
  setBusy(true);
  const item = desk.undoable.pop() ?? desk.found.id;
  const index = desk.queue.cases.findIndex((each) => each.id === item);
  try {
    const { decision } = await ask("/api/undo", { method: "POST", body: { layer: desk.layer, item, revision: desk.queue.cases[index]?.revision ?? 0, who: desk.who } });
    settle(decision);
    await goTo(index);
    say("undone");
  } catch (error) {
    if (error.status === 409) await openQueue();
    desk.trouble = { words: error.message };
    drawCase();
    say(error.message);
  } finally {
    setBusy(false);
  }
}

function setBusy(busy) {
  desk.busy = busy;
  desk.parts.main.setAttribute("aria-busy", String(busy));
}

/** Takes a decision that the server confirmed into the queue. */
function settle(decision) {
  const row = desk.queue.cases.find((each) => each.id === decision.item);
  desk.queue.counts[row.state] -= 1;
  desk.queue.counts[decision.state] += 1;
  Object.assign(row, { state: decision.state, revision: decision.revision });
  desk.known = null;
  ask("/api/state").then(({ changes }) => (desk.known ??= changes), () => {});
  drawHead();
  drawList();
}

// --- what went wrong -------------------------------------------------------------------------------------------------

function troubleBox(words) {
  return el("p", { class: "trouble", role: "alert" }, el("span", { "aria-hidden": "true" }, "! "), words);
}

function conflictBox() {
  const { words, now, mine } = desk.trouble;
  if (!mine) return troubleBox(words);
  const { kind, revision } = desk.found;
  const theirs = now && (now.state === "decided" ? inWords(now.value, kind) : now.state);
  return el(
    "div",
    { class: "trouble", role: "alert" },
    el("p", {}, el("strong", {}, "! Not kept. "), words),
    now && el("p", {}, `There now: ${plain(now.who, 40)}, ${theirs}. Yours: ${mine.state === "decided" ? inWords(mine.value, kind) : mine.state}.`),
    el(
      "p",
      { class: "bar-of-tools" },
      el("button", { type: "button", onclick: () => decide({ ...mine, revision }) }, "Put mine in its place"),
      el("button", { type: "button", onclick: () => ((desk.trouble = null), goOn()) }, "Leave theirs"),
    ),
  );
}

function drawElsewhere(here) {
  desk.trouble = { words: "This case was changed in another window while you edit it. Confirm to see what is there now." };
  if (!desk.parts.main.querySelector(".trouble")) desk.parts.main.prepend(conflictBox());
  return here;
}
