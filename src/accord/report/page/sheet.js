// A drawing as it is saved: under a heading, with notes below that say how its numbers were made.
import { svg } from "./dom.js";
import { textWidth } from "./letters.js";

const [MARGIN, HEADING_HIGH, NOTE_HIGH, HEADING_SIZE, NOTE_SIZE] = [16, 34, 15, 15, 10.5];
const WORDS = ":scope > title, :scope > desc";

/** A copy of a drawing with a heading and notes, as wide as these need. */
export function onSheet(drawing, heading, notes) {
  const { width, height } = drawing.viewBox.baseVal;
  const wide = Math.max(width, textWidth(heading, HEADING_SIZE, 600));
  const lines = notes.flatMap((note) => noteLines(note, wide));
  const copy = drawing.cloneNode(true);
  const described = copy.querySelector("desc").textContent;
  copy.querySelectorAll(WORDS).forEach((each) => each.remove());
  const below = MARGIN + HEADING_HIGH + height;
  const size = { width: Math.ceil(wide + 2 * MARGIN), height: Math.ceil(below + NOTE_HIGH * lines.length + MARGIN) };
  return svg(
    "svg",
    { class: "drawing", viewBox: `0 0 ${size.width} ${size.height}`, ...size, role: "img" },
    svg("title", {}, heading),
    svg("desc", {}, described),
    svg("rect", { class: "sheet", ...size }),
    svg("text", { class: "heading", x: MARGIN, y: MARGIN + 14 }, heading),
    svg("g", { transform: `translate(${MARGIN} ${MARGIN + HEADING_HIGH})` }, [...copy.childNodes]),
    lines.map((line, index) => svg("text", { class: "note", x: MARGIN, y: below + NOTE_HIGH * (index + 1) }, line)),
  );
}

/** A note in lines that fit, broken behind the bars of a signature or where there is a space. */
function noteLines(note, wide) {
  const lines = [""];
  for (const part of note.match(/[^| ]*[| ]|[^| ]+$/g) ?? []) {
    if (lines.at(-1) && textWidth(lines.at(-1) + part.trimEnd(), NOTE_SIZE) > wide) lines.push("");
    lines[lines.length - 1] += part;
  }
  return lines;
}
