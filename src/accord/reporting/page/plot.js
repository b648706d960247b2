// Values with their intervals on one scale: a dot for the value, a line for where it may lie, a mark at chance.
import { svg } from "./dom.js";
import { fittedApart, textWidth } from "./letters.js";
import { count, decimal, ends } from "./numbers.js";
import { picture } from "./save.js";
import { plain } from "./text.js";

const ROW = 30;
const LONGEST_ROW_NAME = 120;
const [LONGEST_TITLE, LONGEST_DESCRIPTION] = [240, 2000];
let drawings = 0;

/** How wide a picture may be here. */
export function room(most = 860) {
  const main = document.getElementById("main");
  const style = getComputedStyle(main);
  return Math.max(
    260,
    Math.min(most, main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)),
  );
}

/** An SVG of a size, with its title and a description for those who do not see it, which may come from the data. */
export function drawing(width, height, title, described, ...children) {
  const id = `drawing-${(drawings += 1)}`;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${round(width)} ${round(height)}`,
      width: round(width),
      height: round(height),
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
      class: "drawing",
    },
    svg("title", { id: `${id}-title` }, plain(title, LONGEST_TITLE)),
    svg("desc", { id: `${id}-desc` }, plain(described, LONGEST_DESCRIPTION)),
    children,
  );
}

/** A coordinate as it is written. */
export function round(number) {
  return Math.round(number * 10) / 10;
}

/** Places of round numbers between two ends. */
export function ticks(low, high, wanted = 5) {
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= raw * 0.999);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from(
    { length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) },
    (_, index) => Number(((first + index) * step).toFixed(9)),
  );
}

/**
 * Draws {title, described, rows, low, high, chance, axis} of the payload: rows {name, value, undefined, interval,
 * wider, other} on one scale from `low` to `high`, `wider` as a thin line, `other` as an open square, and a line at
 * `chance` where there is one.
 * With `links` each row leads somewhere.
 */
export function intervalPlot(
  { title, described, rows, low, high, chance, axis },
  width = room(760),
  links = [],
) {
  const wholeNames = rows.map((row) => plain(row.name, LONGEST_ROW_NAME));
  const names = Math.min(width * 0.34, Math.max(40, ...wholeNames.map((name) => textWidth(name) + 14)));
  const shortNames = fittedApart(wholeNames, names - 2);
  const values = rows.some((row) => typeof row.value !== "number") ? 76 : 56;
  const left = names + 8;
  const right = width - values - 8;
  const along = (value) => (Math.max(low, Math.min(high, value)) - low) / (high - low);
  const at = (value) => left + along(value) * (right - left);
  const bottom = ROW * rows.length + 12;
  const meets = chance !== null && at(chance) + textWidth("chance") + 10 > right - textWidth(`${axis} →`);
  const axisY = bottom + (meets ? 40 : 27);
  const height = axisY + 3;
  return drawing(
    width,
    height,
    title,
    described,
    ticks(low, high, width < 520 ? 4 : 6).map((tick) => [
      svg("path", { class: "grid", d: `M${round(at(tick))} 4V${bottom}` }),
      svg(
        "text",
        { class: "tick", x: round(at(tick)), y: bottom + 14, "text-anchor": "middle" },
        decimal(tick, tick * 10 === Math.round(tick * 10) ? 1 : 2),
      ),
    ]),
    svg("text", { class: "tick", x: round(right), y: axisY, "text-anchor": "end" }, `${axis} →`),
    chance !== null && [
      svg("path", { class: "chance", d: `M${round(at(chance))} 0V${bottom}` }),
      svg("text", { class: "tick strong", x: round(at(chance)), y: bottom + 27, "text-anchor": "start" }, "chance"),
    ],
    rows.map((row, index) => {
      const y = 6 + ROW * (index + 0.5);
      const drawn = plotted(row, shortNames[index], y, at, names, width);
      if (!links[index]) return drawn;
      const target = svg("rect", { class: "target", x: 0, y: y - ROW / 2 + 2, width, height: ROW - 4 });
      return svg("a", { href: links[index], "aria-label": rowSaid(row) }, target, drawn);
    }),
  );
}

/** The same as a picture with its table, which has the rows that it has no room for. */
export function plotWithTable(plot, { parts, table, note = null, links = [], width = room(760) }) {
  const shownRows = plot.rows.length;
  const all = count(shownRows + plot.left_out);
  const cut = plot.left_out > 0 ? `${count(shownRows)} of ${all}; the table has all.` : null;
  const said = [note, plot.about, cut].filter(Boolean).join(" ");
  const saved = { parts, heading: plot.heading, notes: [plot.about, cut, ...plot.notes].filter(Boolean) };
  const drawn = intervalPlot(plot, width, links);
  if (links.length) drawn.setAttribute("role", "group"); // a picture has nothing to follow in it
  return picture({ drawing: drawn, title: plot.title, note: said || null, saved, table });
}

function rowSaid(row) {
  const known = typeof row.value === "number";
  const others = row.wider ? `, for other annotators like these ${ends(row.wider)}` : "";
  const value = known
    ? `${decimal(row.value)} ${ends(row.interval)}${others}`
    : `undefined, ${row.undefined ?? "no value"}`;
  return plain(row.name ? `${row.name}: ${value}` : value, 200);
}

function plotted(row, name, y, at, names, width) {
  const known = typeof row.value === "number";
  const cut = row.interval && row.interval.low < -1;
  return svg(
    "g",
    { class: "plotted" },
    svg("title", {}, rowSaid(row)),
    svg("text", { class: "name", x: names, y: y + 4, "text-anchor": "end" }, name),
    row.wider && svg("path", { class: "wider", d: `M${round(at(row.wider.low))} ${y}H${round(at(row.wider.high))}` }),
    row.interval && [
      svg("path", { class: "line", d: `M${round(at(row.interval.low))} ${y}H${round(at(row.interval.high))}` }),
      !cut && svg("path", { class: "line end", d: `M${round(at(row.interval.low))} ${y - 5}v10` }),
      svg("path", { class: "line end", d: `M${round(at(row.interval.high))} ${y - 5}v10` }),
    ],
    row.other !== null &&
      svg("rect", { class: "square", x: round(at(row.other)) - 4.5, y: y - 4.5, width: 9, height: 9 }),
    known && svg("circle", { class: "dot", cx: round(at(row.value)), cy: y, r: 5.5 }),
    svg(
      "text",
      { class: known ? "value" : "value dim", x: width - 4, y: y + 4, "text-anchor": "end" },
      known ? decimal(row.value) : "undefined",
    ),
  );
}
