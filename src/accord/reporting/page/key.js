// The key of a picture: what its colours mean, as part of it.
import { svg } from "./dom.js";
import { textWidth } from "./letters.js";
import { count } from "./numbers.js";
import { round } from "./plot.js";
import { plain } from "./text.js";

const [SWATCH_WIDE, SWATCH_HIGH, KEY_LINE, KEY_GAP, KEY_LETTERS, MAX_KEYS] = [18, 14, 24, 22, 12, 24];

/** Samples of colours with their names, [look, name] each, in lines from a place on: {drawn, height}. */
export function swatches(looks, left, top, width) {
  let [x, y] = [left, top + 6];
  const more = looks.length - MAX_KEYS;
  const keys = [...looks.slice(0, MAX_KEYS), ...(more > 0 ? [[null, `and ${count(more)} more`]] : [])];
  const drawn = keys.map(([look, name]) => {
    const words = plain(name, 30);
    const wide = SWATCH_WIDE + 6 + textWidth(words, KEY_LETTERS);
    if (x > left && x + wide > width) [x, y] = [left, y + KEY_LINE];
    const at = x;
    x += wide + KEY_GAP;
    return svg(
      "g",
      { class: look },
      look && svg("rect", { class: "box", x: round(at), y, width: SWATCH_WIDE, height: SWATCH_HIGH }),
      svg("text", { class: "category", x: round(at + SWATCH_WIDE + 6), y: y + 11 }, words),
    );
  });
  return { drawn, height: looks.length ? y + KEY_LINE - top : 0 };
}
