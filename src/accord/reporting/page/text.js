// Text from the data, as its writers wrote it: in its own direction, what is invisible made visible, cut where long.
import { el } from "./dom.js";

const SIGNS = { "\n": "↵", "\t": "⇥", " ": "·" };
const LONG = 240;
const TITLE = 2000;
const WORD_AT_CUT = 30;
const BUTTON = 20; // about as much room as the button takes that shows the rest
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufffe\uffff`;
const BLANKS = String.raw`\u00ad\u061c\u115f\u1160\u180e\u200b\u3164\ufeff\uffa0`;
const HALVES = String.raw`\ud800-\udfff`;
const JOINERS_ALONE = String.raw`(?<=^|[\u0020-\u024f])[\u200c\u200d]|[\u200c\u200d]$`;
const INVISIBLE = new RegExp(`[${CONTROLS}${BLANKS}${HALVES}]|${JOINERS_ALONE}`, "u");
const INVISIBLE_OR_SPACE = new RegExp(`${INVISIBLE.source}|\\s`, "u");
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Text from the data as an element; a long one has a button that shows the rest, `spaces` shows white space, too. */
export function shown(text, most = LONG, { spaces = false } = {}) {
  const whole = String(text ?? "");
  const cut = whole.length <= most + BUTTON ? whole : cutAtWord(whole, most);
  const hidden = spaces ? INVISIBLE_OR_SPACE : INVISIBLE;
  if (cut === whole) return el("bdi", { dir: "auto", class: "data" }, visible(whole, hidden));
  const more = el(
    "button",
    {
      type: "button",
      class: "more",
      onclick: (event) => {
        event.stopPropagation();
        more.previousSibling.replaceWith(el("bdi", { dir: "auto", class: "data" }, visible(whole, hidden)));
        more.remove();
      },
    },
    `… all ${whole.length.toLocaleString("en")} characters`,
  );
  return el("span", {}, el("bdi", { dir: "auto", class: "data" }, visible(cut, hidden)), more);
}

/** The same where no button may stand, in a button, a link or a summary: what is cut off is said on hovering. */
export function clipped(text, most = 60) {
  const whole = String(text ?? "");
  const cut = cutAt(whole, most);
  const title = cut === whole ? null : plain(whole, TITLE);
  return el("bdi", { dir: "auto", class: "data", title }, visible(cut), cut !== whole && "…");
}

/** The same as a plain string, for pictures and titles. */
export function plain(text, most = 40) {
  const whole = String(text ?? "");
  const cut = cutAt(whole, most);
  const parts = cut.split(new RegExp(INVISIBLE, "gu"));
  const marks = [...cut.matchAll(new RegExp(INVISIBLE, "gu"))].map(([found]) => `⟨${codepoint(found)}⟩`);
  return parts.map((part, index) => part + (marks[index] ?? "")).join("") + (cut === whole ? "" : "…");
}

/** Whether the first letter of a text belongs to a script that runs from right to left. */
export function isRightToLeft(text) {
  return RIGHT_TO_LEFT.test(text ?? "");
}

/** The direction of a paragraph of some text, which does not look itself into what stands apart in it, as data does. */
export function directionOf(text) {
  return isRightToLeft(text) ? "rtl" : "ltr";
}

/** The beginning of a text up to the end of a word, where one ends near. */
function cutAtWord(text, most) {
  const start = cutAt(text, most);
  const space = start.search(/\s\S*$/u);
  return space > start.length - WORD_AT_CUT ? start.slice(0, space) : start;
}

function cutAt(text, most) {
  if (text.length <= most) return text;
  const end = most - 1;
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1]) ? end - 1 : end);
}

function visible(text, hidden = INVISIBLE) {
  if (!hidden.test(text)) return text;
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(new RegExp(hidden, "gu"))) {
    const look = found[0] === "\n" ? "unseen-character line-end" : "unseen-character";
    parts.push(text.slice(last, found.index), el("span", { class: look }, codepoint(found[0])));
    last = found.index + found[0].length;
  }
  return [...parts, text.slice(last)];
}

function codepoint(character) {
  return SIGNS[character] ?? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Words with a capital letter first. */
export function sentence(words) {
  return words[0].toLocaleUpperCase("en") + words.slice(1);
}
