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
  if (textWidth(text, size) <= room) return text;
  const characters = [...text];
  while (characters.length && textWidth(`${characters.join("")}…`, size) > room) characters.pop();
  return `${characters.join("")}…`;
}
