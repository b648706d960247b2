// The text of a case: what is in question marked, and what stands before and after it in its document.
import { ask, asking } from "./ask.js";
import { desk } from "./desk.js";
import { el, say } from "./dom.js";
import { count } from "./numbers.js";
import { directionOf, plain, shown } from "./text.js";
import { isTree, TEXTS_DIFFER } from "./versions.js";

const MAX_SHOWN = 4000;
const [LONG_STRETCH, LEFT_OF_STRETCH, TO_SPACE, OF_A_TOKEN] = [900, 300, 30, 6]; // characters
const NOT_TAKEN = "Files have different texts under this id, so none is shown";

/** The text around a case and the text of it; `d` shows more of the document. */
export function surroundingsOf(found) {
  const around = found.around ?? found.elsewhere?.around;
  const canGrow = around && (around.more || desk.isFar);
  const words = desk.isFar ? "Less of the document" : "More of the document";
  const frame = desk.isFar ? { class: "document far", tabindex: 0, role: "region", "aria-label": "Document" } : {};
  const onpointerup = ({ pointerType }) => pointerType !== "touch" && desk.editor?.select?.({ isAsked: false });
  const box = el("div", { class: "document", ...frame, onpointerup }, textIn(found, around));
  const more = el("button", { type: "button", onclick: toggleFar }, words, " ", el("kbd", {}, "d"));
  return el("div", { class: "surroundings" }, box, sourceOf(found), canGrow && el("p", { class: "grow" }, more));
}

/** Shows more of the document around the case that lies open, or less again. */
export async function toggleFar() {
  const { found, layer } = desk;
  const around = found.around ?? found.elsewhere?.around;
  if (!desk.isFar && !around?.more) return say("there is no more of this document");
  desk.isFar = !desk.isFar;
  const fresh = await ask(asking("/api/case", inThisCase(layer, found.id))).catch(() => null);
  if (fresh && desk.found === found) {
    Object.assign(found, { around: fresh.around, elsewhere: fresh.elsewhere });
    drawSurroundings();
    say(desk.isFar ? "more of the document" : "less of the document");
  }
  return undefined;
}

/** What is asked of a case: with more of its document where somebody wants to see that. */
export function inThisCase(layer, item) {
  return { layer, item, ...(desk.isFar && { far: "1" }) };
}

/** Redraws the text of the case, and nothing else. */
function drawSurroundings() {
  const drawn = desk.parts.main.querySelector(".surroundings");
  const button = drawn.querySelector(".grow button");
  const had = document.activeElement === button;
  const fresh = surroundingsOf(desk.found);
  drawn.replaceWith(fresh);
  if (had) fresh.querySelector(".grow button")?.focus();
  showPlace();
}

/** Moves a long document so that the case is seen. */
export function showPlace() {
  const box = desk.parts.main.querySelector(".document.far");
  const here = box?.querySelector(".here");
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 3;
}

function textIn(found, around) {
  if (!around) return hereOf(found);
  const { before, after, whole } = around;
  const isList = whole && found.kind === "label" && !found.tokens && found.around;
  const look = { class: whole ? "around" : null }; // a part of a text begins within a word, and its colour would, too
  const piece = (text) => el(isList ? "p" : "span", { ...look, dir: directionOf(text) }, shown(text, 2 * MAX_SHOWN));
  const space = whole && !isList ? " " : "";
  const ahead = before.map((text) => [piece(text), space]);
  const behind = after.map((text) => [space, piece(text)]);
  if (isList) return [ahead, hereOf(found), behind];
  const dir = directionOf([...before, ownText(found)].join(" "));
  return el("p", { class: "context", dir }, ahead, el("span", { class: "here" }, partsOf(found)), behind);
}

function hereOf(found) {
  const head = el("p", { class: "context here", dir: directionOf(ownText(found)) }, partsOf(found));
  return found.texts ? [head, el("p", { class: "unlike" }, "≠ ", TEXTS_DIFFER)] : head;
}

function ownText({ tokens, says, elsewhere, text }) {
  return tokens?.join(" ") ?? says ?? elsewhere?.text ?? text ?? "";
}

/** The text of a case in parts, with the place in question marked. */
function partsOf(found) {
  const { kind, tokens, text, region, mentions, offset = 0, document: name, elsewhere } = found;
  if (isTree(kind)) return shown(text, 2000);
  if (tokens || (region && text)) {
    const [parts, space] = tokens ? [tokens, " "] : [[...text], ""];
    const part = (from, to) =>
      el("span", { "data-from": from + offset }, shown(parts.slice(from, to).join(space), MAX_SHOWN));
    const marks = found.marked || kind === "label" ? [] : found.versions.flatMap(({ value }) => value);
    const borders = marks.flatMap(([start, end]) => [start - offset, end - offset]);
    const whole = (from, to) => {
      const pieces = [];
      let at = from;
      for (const [start, end] of foldsIn(parts, from, to, borders, space)) {
        const much = `… ${count(end - start)} ${tokens ? "words" : "characters"} …`;
        pieces.push(part(at, start), " ", el("span", { class: "fold" }, much), " ");
        at = end;
      }
      return [pieces, part(at, to)];
    };
    const drawn = [];
    let at = 0;
    for (const marked of found.marked ?? [region]) {
      const [start, end] = marked.map((each) => each - offset);
      const mention = mentions?.findIndex(([from, to]) => from === marked[0] && to === marked[1]) ?? -1;
      const look = { "data-mention": mention >= 0 ? mention : null };
      drawn.push(whole(at, start), space, el("mark", look, whole(start, end)), space);
      at = end;
    }
    return [drawn, part(at)];
  }
  const marked = el("mark", {}, shown(region ? `${name} ${region.join("–")}` : text, 400));
  const says = found.says ?? elsewhere?.text;
  return [marked, says && [" ", shown(says, MAX_SHOWN)]];
}

/** What is folded of words or letters as [start, end]: the middle of a long stretch without any border. */
function foldsIn(parts, from, to, borders, space) {
  if (desk.isUnfolded || desk.isFar) return [];
  const scale = space ? OF_A_TOKEN : 1;
  const inside = borders.filter((each) => each > from && each < to).sort((one, other) => one - other);
  const ends = [from, ...inside, to];
  const toSpace = (at) => {
    const next = space ? -1 : parts.slice(at, at + TO_SPACE).findIndex((letter) => /\s/u.test(letter));
    return Math.round(at) + Math.max(0, next);
  };
  return ends.slice(1).flatMap((end, index) => {
    if (end - ends[index] <= LONG_STRETCH / scale) return [];
    return [[toSpace(ends[index] + LEFT_OF_STRETCH / scale), toSpace(end - LEFT_OF_STRETCH / scale)]];
  });
}

/** Where a text is from that the files of a case do not have. */
function sourceOf({ elsewhere }) {
  if (!elsewhere) return null;
  const { id, unlike, what, file } = elsewhere;
  if (unlike) return el("p", { class: "about" }, `${NOT_TAKEN}: ${unlike.map((each) => plain(each, 60)).join(", ")}.`);
  const about = what === "document" ? `Document ${plain(id, 60)}, as far as it has it` : `${what} ${plain(id, 60)}`;
  return el("p", { class: "about" }, "Text from ", el("code", {}, plain(file, 80)), `: ${about}.`);
}
