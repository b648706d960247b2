// The queue: how many cases there are, how far they are adjudicated, and a list to choose from.
import { clearDesk, desk, isWriting, STATES } from "./desk.js";
import { el, fill } from "./dom.js";
import { count, counted } from "./numbers.js";
import { plain, shown } from "./text.js";
import { whoDecides } from "./who.js";

const SHOWN_CASES = 400;
const ALL_DECIDED = "✓ No case is open any more. The gold standard below can be exported; go to a case to change it.";

/** Puts a queue on the desk: other files clear it, and a case that is still there stays open. */
export function takeQueue(queue) {
  if (desk.queue && desk.queue.files_shown !== queue.files_shown) clearDesk(desk.layer);
  const before = desk.queue;
  Object.assign(desk, { queue, known: queue.changes });
  const find = (fits) => queue.cases.findIndex(fits);
  if (!before) {
    desk.at = Math.max(0, find(({ state }) => state === "open"));
    return;
  }
  const here = find(({ id }) => id === before.cases[desk.at]?.id);
  if (here >= 0) desk.at = here;
  else if (!isWriting()) {
    Object.assign(desk, { at: Math.max(0, Math.min(desk.at, queue.cases.length - 1)), found: null });
  }
  if (before.files_state !== queue.files_state && desk.found) desk.found.stale = true;
}

/** The queue in numbers, and who decides. */
export function drawHead() {
  if (document.activeElement?.id === "who") return;
  const { agreed, alone, cases, counts, not_used: notUsed, remarks } = desk.queue;
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
  const { counts, cases } = desk.queue;
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

function caseButton({ state, id }, number, goTo) {
  const here = number === desk.at ? "true" : null;
  return el(
    "button",
    { type: "button", class: `state-${state}`, "aria-current": here, "data-item": id, onclick: () => goTo(number) },
    el("span", { "aria-hidden": "true" }, STATES[state][0]),
    el("span", { class: "unseen" }, STATES[state][1]),
    " ",
    plain(id, 40),
  );
}
