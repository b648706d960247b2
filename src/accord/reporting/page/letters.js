// How much room a text takes in a picture.
import { el } from "./dom.js";

const pen = el("canvas").getContext("2d");
let family = null;

/** How wide a text is, in the letters of the page. */
export function textWidth(text, size = 13, weight = 400) {
  family ??= getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${family}`;
  return pen.measureText(text).width;
}

/** As much of each text as there is room for; of texts that would be alike, what is in the middle is left out. */
export function fittedApart(texts, room, size = 13) {
  const cut = texts.map((text) => cutTo(text, room, size, (kept) => kept));
  const isAlike = (text) => cut.filter((each) => each === text).length > 1;
  const half = (kept) => Math.ceil(kept / 2);
  return cut.map((text, index) => (isAlike(text) ? cutTo(texts[index], room, size, half) : text));
}

/** As many characters as there is room for; `ahead` says how many of them stand before the mark of what is cut. */
function cutTo(text, room, size, ahead) {
  if (textWidth(text, size) <= room) return text;
  const characters = [...text];
  for (let kept = characters.length - 1; kept > 0; kept -= 1) {
    const [first, last] = [characters.slice(0, ahead(kept)), characters.slice(characters.length - kept + ahead(kept))];
    const marked = [...first, "…", ...last].join("");
    if (textWidth(marked, size) <= room) return marked;
  }
  return "…";
}
