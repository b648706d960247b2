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

/** As much of a text as there is room for. */
export function fitted(text, room, size = 13) {
  return cutTo(text, room, size, (characters) => characters.length);
}

/** As much of each text as there is room for; of texts that would be alike, what is in the middle is left out. */
export function fittedApart(texts, room, size = 13) {
  const cut = texts.map((text) => fitted(text, room, size));
  const isAlike = (text) => cut.filter((each) => each === text).length > 1;
  const inside = (characters) => Math.ceil(characters.length / 2);
  return cut.map((text, index) => (isAlike(text) ? cutTo(texts[index], room, size, inside) : text));
}

/** A text without the characters before the place `at` that there is no room for, and a mark where they were. */
function cutTo(text, room, size, at) {
  if (textWidth(text, size) <= room) return text;
  const characters = [...text];
  const marked = () => characters.toSpliced(at(characters), 0, "…").join("");
  while (characters.length && textWidth(marked(), size) > room) characters.splice(at(characters) - 1, 1);
  return marked();
}
