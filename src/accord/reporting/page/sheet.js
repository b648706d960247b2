// A drawing as it is saved: under a heading, with notes below that say how its numbers were made.
import { svg } from "./dom.js";
import { textWidth } from "./letters.js";
import { plain } from "./text.js";

const [MARGIN, NARROWEST, HEADING_HIGH, NOTE_HIGH] = [16, 340, 20, 15];
const [HEADING, NOTE] = [[15, 600], [10.5, 400]];
const LONGEST_HEADING = 1000;
const WORDS = ":scope > title, :scope > desc";

/** A copy of a drawing with a heading and notes, which may come from the data, in as many lines as these need. */
export function onSheet(drawing, heading, notes) {
  const { width, height } = drawing.viewBox.baseVal;
  const wide = Math.max(width, NARROWEST);
  const headed = plain(heading, LONGEST_HEADING);
  const headings = brokenLines(headed, wide, HEADING);
  const lines = notes.flatMap((note) => brokenLines(plain(note, Infinity), wide, NOTE));
  const copy = drawing.cloneNode(true);
  const described = copy.querySelector("desc").textContent;
  copy.querySelectorAll(WORDS).forEach((each) => each.remove());
  const top = MARGIN + HEADING_HIGH * headings.length + 12;
  const below = top + height;
  const size = { width: Math.ceil(wide + 2 * MARGIN), height: Math.ceil(below + NOTE_HIGH * lines.length + MARGIN) };
  return svg(
    "svg",
    { class: "drawing", viewBox: `0 0 ${size.width} ${size.height}`, ...size, role: "img" },
    svg("title", {}, headed),
    svg("desc", {}, described),
    svg("rect", { class: "sheet", ...size }),
    headings.map((line, index) =>
      svg("text", { class: "heading", x: MARGIN, y: MARGIN + 14 + HEADING_HIGH * index }, line),
    ),
    svg("g", { transform: `translate(${MARGIN} ${top})` }, [...copy.childNodes]),
    lines.map((line, index) => svg("text", { class: "note", x: MARGIN, y: below + NOTE_HIGH * (index + 1) }, line)),
  );
}

/** A text in lines that fit, broken after the bars of a signature or where there is a space, or where it must be. */
function brokenLines(text, wide, letters) {
  const fits = (line) => textWidth(line.trimEnd(), ...letters) <= wide;
  const parts = text.match(/[^| ]*[| ]|[^| ]+$/g) ?? [];
  const lines = [""];
  for (const part of parts.flatMap((each) => (fits(each) ? [each] : charactersOf(each)))) {
    if (lines.at(-1) && !fits(lines.at(-1) + part)) lines.push("");
    lines[lines.length - 1] += part;
  }
  return lines.map((line) => line.trimEnd()).filter(Boolean);
}

/** The characters of a text as they are seen, each with its marks. */
function charactersOf(text) {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
