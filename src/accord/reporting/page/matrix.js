// A matrix as a drawing, to be saved: the page itself shows it as a table.
import { svg } from "./dom.js";
import { textWidth } from "./letters.js";
import { drawing, round } from "./plot.js";
import { plain } from "./text.js";

const [LONGEST_NAME, LINE_HIGH, BETWEEN] = [20, 17, 3];

/**
 * Draws a cell for every two names; cellOf(row, column) gives {class, style, lines}, what it looks like and what it
 * says, the first line in bold, or null where it is empty.
 */
export function matrixDrawing({ title, described, names, cellOf, wide, lines }) {
  const heads = names.map((name) => plain(name, LONGEST_NAME));
  const longest = Math.max(...heads.map((head) => textWidth(head))) + 20;
  const width = Math.max(wide, longest) + BETWEEN;
  const height = LINE_HIGH * lines + 10 + BETWEEN;
  const top = 26;
  const cell = (row, column) => {
    const held = cellOf(row, column);
    return held && cellAt(held, longest + column * width, top + row * height, [width - BETWEEN, height - BETWEEN]);
  };
  return drawing(
    longest + width * names.length + 4,
    top + height * names.length + 4,
    title,
    described,
    heads.map((head, column) =>
      svg("text", { x: round(longest + (column + 0.5) * width), y: 17, "text-anchor": "middle" }, head),
    ),
    heads.map((head, row) =>
      svg("text", { x: round(longest - 8), y: round(top + (row + 0.5) * height + 3), "text-anchor": "end" }, head),
    ),
    names.map((_, row) => names.map((__, column) => cell(row, column))),
  );
}

function cellAt({ lines, ...look }, x, y, [width, height]) {
  const first = y + height / 2 + 4.5 - ((lines.length - 1) * LINE_HIGH) / 2;
  return svg(
    "g",
    {},
    svg("rect", { ...look, x: round(x), y: round(y), width: round(width), height: round(height), rx: 4 }),
    lines.map((line, index) => {
      const place = { x: round(x + width / 2), y: round(first + index * LINE_HIGH), "text-anchor": "middle" };
      return svg("text", { class: index === 0 ? "value" : "tick", ...place }, line);
    }),
  );
}
