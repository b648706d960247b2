// Equal cases, decided together: a preview of what becomes of each, then all of them in one step, or none.
import { ask } from "./ask.js";
import { chooser } from "./controls.js";
import { desk } from "./desk.js";
import { el, fill } from "./dom.js";
import { unusedInWords, unusedLabels } from "./label_keys.js";
import { count, counted } from "./numbers.js";
import { OWN_CASES } from "./own_cases.js";
import { clipped, plain } from "./text.js";
import { versionInRow } from "./queue.js";
import { inWords } from "./versions.js";

const MAX_SAID = 4;
const SAME = [
  ["both", "the same words and versions"],
  ["words", "the same words"],
  ["versions", "the same versions"],
];

/** Opens the preview for the case that lies open; `decided(decisions)` is called with what was kept. */
export function openTogether({ decided }) {
  const { found, layer, comment } = desk;
  const values = valuesOf(found);
  const chosen = { value: 0, same: 0 };
  const left = new Set();
  const rows = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Equal cases" });
  const said = el("p", { role: "status" });
  const keep = el("button", { type: "button", class: "main-button", onclick: decide });
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { class: "help together", "aria-labelledby": "together-title", onclose: () => dialog.remove() },
    el("h2", { id: "together-title" }, "Decide equal cases together"),
    el(
      "p",
      { class: "bar-of-tools" },
      chooser("Decide", values.map(([words]) => words), 0, (index) => look({ value: index }), { id: "together-value" }),
      chooser("Equal in", SAME.map(([, words]) => words), 0, (index) => look({ same: index }), { id: "together-same" }),
    ),
    said,
    rows,
    comment && el("p", { class: "about" }, "Your comment is kept with each."),
    el("p", { class: "bar-of-tools" }, keep, el("button", { type: "button", onclick: close }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
  let preview = { cases: [] };
  let turn = 0;
  look({});

  async function look(changes) {
    Object.assign(chosen, changes);
    left.clear();
    await trying(async () => {
      const [, value] = values[chosen.value];
      const body = { layer, item: found.id, value, same: SAME[chosen.same][0], who: desk.who };
      const asked = (turn += 1);
      const answer = await ask("/api/equal", { method: "POST", body });
      if (asked !== turn) return; // something else was chosen meanwhile
      preview = answer;
      draw();
    });
  }

  function draw() {
    const { cases, closed, unfit } = preview;
    const reasons = Object.values(unfit);
    const unused = unusedLabels(values[chosen.value][1], found, desk.queue.choices);
    fill(
      said,
      cases.length > 1
        ? `${counted(cases.length - 1, "open case")} beside this one. `
        : `No other open case has ${SAME[chosen.same][1]}. `,
      closed > 0 && `${counted(closed, "equal case")} decided, skipped or in the batch of another: left as they are. `,
      unused.length > 0 && el("strong", {}, `! ${unusedInWords(unused)} `),
      reasons.length > 0 && `${counted(reasons.length, "equal case")} it does not fit: ${plain(reasons[0], 200)}.`,
    );
    fill(rows, previewTable(cases, left, drawButton));
    drawButton();
  }

  function drawButton() {
    const { length } = chosenCases();
    fill(keep, `Decide ${counted(length, "case")}`);
    keep.disabled = length === 0;
  }

  function chosenCases() {
    return preview.cases.filter(({ item }) => !left.has(item));
  }

  async function decide() {
    keep.disabled = true;
    await trying(async () => {
      const seen = ({ item, value, revision, fingerprint }) => ({ item, value, revision, fingerprint });
      const cases = chosenCases().map(seen);
      const body = { layer, cases, comment, who: desk.who, window: desk.window };
      const { decisions } = await ask("/api/decisions", { method: "POST", body });
      dialog.close();
      await decided(decisions);
    });
    keep.disabled = false;
  }

  async function trying(work) {
    try {
      await work();
    } catch (error) {
      const changed = Object.entries(error.body?.changed ?? {});
      if (changed.length) await look({});
      fill(
        said,
        el("strong", {}, "! Not kept. "),
        `${plain(error.message, 400)}. `,
        changed.map(([item, now]) => el("span", { class: "changed-case" }, `${plain(item, 60)}: ${nowInWords(now)}. `)),
      );
    }
  }

  function nowInWords(now) {
    if (!now) return "its text or versions are others now";
    return `${plain(now.who, 40)}, ${now.state === "decided" ? inWords(now.value, found) : now.state}`;
  }
}

/** What can be decided: the version being edited, what was decided, and everyone's versions, as [words, value]. */
function valuesOf(found) {
  const { versions, decision } = found;
  const names = (annotators) => annotators.map((name) => plain(name, 30)).join(", ");
  const given = versions.map(({ value, annotators }) => [`${inWords(value, found)} (${names(annotators)})`, value]);
  const isNew = (value) => versions.every((each) => JSON.stringify(each.value) !== JSON.stringify(value));
  const own = desk.draft ?? (decision?.state === "decided" ? decision.value : null);
  if (own === null) return given;
  if (isNew(own)) return [[`${inWords(own, found)} (your version)`, own], ...given];
  const first = given.findIndex(([, value]) => JSON.stringify(value) === JSON.stringify(own));
  return [given[first], ...given.filter((_, index) => index !== first)];
}

function previewTable(cases, left, changed) {
  const heads = ["", "Text", "Case", "Annotators say", "Becomes"];
  return el(
    "table",
    { class: "preview" },
    el("caption", { class: "unseen" }, "Cases that are decided"),
    el("thead", {}, el("tr", {}, heads.map((title) => (title ? el("th", { scope: "col" }, title) : el("td"))))),
    el("tbody", {}, cases.map((row) => previewRow(row, left, changed))),
  );
}

function previewRow({ item, text, said, value, taken }, left, changed) {
  const picked = ({ target }) => {
    if (target.checked) left.delete(item);
    else left.add(item);
    changed();
  };
  const named = `Decide ${plain(item, 60)}`;
  const box = el("input", { type: "checkbox", checked: true, "aria-label": named, onchange: picked });
  const whose = taken.length ? taken.map((name) => plain(name, 30)).join(", ") : "nobody’s version";
  const more = said.length - MAX_SAID;
  return el(
    "tr",
    {},
    el("td", {}, box),
    el("td", {}, clipped(text, 80)),
    el("td", { class: "place" }, plain(item, 60)),
    el("td", {}, said.slice(0, MAX_SAID).map(versionInRow), more > 0 && `and ${count(more)} more`),
    el("td", {}, el("span", { class: "row-label" }, plain(inWordsOf(value), 60)), ` (${whose})`),
  );
}

/** What a value says, of marks their types alone: they stand elsewhere in each case. */
function inWordsOf(value) {
  const { found } = desk;
  if (!found.region || !Array.isArray(value) || OWN_CASES[found.kind]) return inWords(value, found);
  return value.map(([, , type]) => type || "marked").join(", ") || "nothing";
}
