// The queue: how many cases there are, how far they are adjudicated, and a list to choose from.
import { clearDesk, desk, isWriting, STATES } from "./desk.js";
import { el, fill } from "./dom.js";
import { casesListed } from "./filters.js";
import { count, counted } from "./numbers.js";
import { clipped, plain, shown } from "./text.js";
import { whoDecides } from "./who.js";

const [SHOWN_CASES, MAX_VERSIONS, MAX_NAMES] = [400, 4, 3];
const ALL_DECIDED = "✓ No case is open any more. The gold standard below can be exported; go to a case to change it.";

/** Puts a queue on the desk: other files clear it, and a case that is still there stays open. */
export function takeQueue(queue) {
  if (desk.queue && desk.queue.files_shown !== queue.files_shown) clearDesk(desk.layer);
  const before = desk.queue;
  const all = queue.cases.map((row, at) => ({ ...row, at }));
  Object.assign(desk, { queue: { ...queue, all, cases: before?.cases ?? [] }, known: queue.changes });
  listCases();
  if (before && before.files_state !== queue.files_state && desk.found) desk.found.stale = true;
}

/** Lists what is to be listed; the case that lies open stays open where it is listed. */
export function listCases() {
  const { queue } = desk;
  const isNamed = desk.toOpen !== null && desk.draft === null && queue.all.some(({ id }) => id === desk.toOpen);
  if (isNamed && desk.toOpen !== desk.found?.id) desk.found = null;
  const [shownNow, goneTo] = [desk.found?.id, queue.cases[desk.at]?.id];
  const onTheWay = desk.busy ? (goneTo ?? shownNow) : (shownNow ?? goneTo); // one that was gone to may not be here yet
  const here = isNamed ? desk.toOpen : onTheWay;
  desk.toOpen = null;
  queue.cases = casesListed(queue.all);
  const find = (fits) => queue.cases.findIndex(fits);
  const same = find(({ id }) => id === here);
  if (same >= 0) {
    desk.at = same;
  } else if (!isWriting()) {
    const open = here === undefined || isElsewhere(here) ? find(({ state }) => state === "open") : desk.at;
    Object.assign(desk, { at: Math.max(0, Math.min(open, queue.cases.length - 1)), found: null });
  }
}

/** Whether a case is there, and only not listed. */
function isElsewhere(id) {
  return desk.queue.all.some((row) => row.id === id);
}

/** The queue in numbers, and who decides. */
export function drawHead() {
  if (document.activeElement?.id === "who") return;
  const { agreed, alone, all: cases, counts, not_used: notUsed, remarks } = desk.queue;
  fill(
    desk.parts.head,
    el(
      "div",
      { class: "desk-head" },
      el(
        "p",
        { class: "lead" },
        `Annotators differ in ${counted(cases.length, "place")}, and agree in ${count(agreed)}; `,
        "these are taken as they are",
        alone > 0 && `, and so are ${count(alone)} that a single annotator looked at`,
        ".",
      ),
      whoDecides(),
    ),
    tally(),
    cases.length > 0 && counts.open === 0 && el("p", { class: "complete", role: "status" }, ALL_DECIDED),
    [...remarks, ...notUsed].map((each) => el("p", { class: "about" }, shown(each, 400))),
  );
}

function tally() {
  const { counts, all: cases } = desk.queue;
  const closed = counts.decided + counts.skipped;
  const words = (state) => `${STATES[state][0]} ${count(counts[state])} ${state}`;
  const part = (state) => el("span", { class: `state-${state}` }, words(state));
  return el(
    "div",
    { class: "tally" },
    el("progress", { max: Math.max(1, cases.length), value: closed, "aria-label": "Cases adjudicated" }),
    el("span", { id: "tally" }, ["decided", "skipped", "open"].map(part)),
  );
}

/** The cases around the one that lies open; one that is pressed is opened. */
export function drawList(goTo) {
  const { cases } = desk.queue;
  const from = Math.max(0, Math.min(desk.at - SHOWN_CASES / 2, cases.length - SHOWN_CASES));
  const { list } = desk.parts;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.item : null;
  fill(
    list,
    cases.slice(from, from + SHOWN_CASES).map((each, index) => el("li", {}, caseButton(each, from + index, goTo))),
  );
  list.start = from + 1;
  [...list.querySelectorAll("button")].find((button) => button.dataset.item === focused)?.focus();
  const here = list.querySelector("[aria-current]");
  const frame = here?.closest(".case-list");
  if (frame) frame.scrollTop = here.offsetTop - 120;
}

/** A case in the list: its text, what was said by whom, and where it stands. */
function caseButton({ state, id, text, versions, gain }, number, goTo) {
  const here = number === desk.at ? "true" : null;
  const taken = desk.queue.taken[id];
  const isTheirs = taken && taken.window !== desk.window;
  return el(
    "button",
    { type: "button", class: `state-${state}`, "aria-current": here, "data-item": id, onclick: () => goTo(number) },
    el(
      "span",
      { class: "row-text" },
      el("span", { "aria-hidden": "true" }, STATES[state][0]),
      el("span", { class: "unseen" }, STATES[state][1]),
      " ",
      clipped(text, 60),
    ),
    el("span", { class: "row-said" }, versions.slice(0, MAX_VERSIONS).map(versionInRow), moreVersions(versions)),
    isTheirs && el("span", { class: "row-taken" }, `⏳ ${plain(taken.who, 30)} has it`),
    el(
      "span",
      { class: "row-place" },
      desk.listed.order === "gain" && gain !== null && el("span", { class: "row-gain" }, `+${gain.toFixed(4)} `),
      plain(id, 40),
    ),
  );
}

/** What a version says, and whose it is. */
export function versionInRow([said, annotators]) {
  const names = annotators.map((name) => plain(name, 20));
  const some = names.length > MAX_NAMES ? `${count(names.length)} annotators` : names.join(", ");
  const label = el("span", { class: "row-label" }, clipped(said || "empty", 40));
  return el("span", { class: "row-version" }, label, ` ${some}`);
}

function moreVersions({ length }) {
  const more = length - MAX_VERSIONS;
  return more > 0 && el("span", { class: "row-version" }, `and ${count(more)} more`);
}
