// What can be taken away: a picture as SVG or PNG, complete in itself, and a table as CSV, Markdown or LaTeX.
import { el, fill, say } from "./dom.js";

const DRAWN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity",
  "opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "letter-spacing",
];
const LATEX = {
  "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "{": "\\{", "}": "\\}",
  "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}",
  "[": "{[}", "]": "{]}", "`": "\\textasciigrave{}", "*": "{*}", "–": "--", "−": "$-$", "≠": "$\\neq$",
};
const NUMBER = /^(?:[-−<]?[\d.,]+(?: ?%)?|\[?[-−]?[\d.]+(?:, | to )[-−]?[\d.]+\]?|–|)$/;
const SHARPNESS = 3;

/** A picture with its name, buttons that save it, and the same as a table. */
export function picture({ drawing, title, note = null, name, table = null }) {
  return el(
    "figure",
    { class: "picture" },
    el("figcaption", {}, el("h3", {}, title), note && el("p", {}, note)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${title}, picture` }, drawing),
    el(
      "div",
      { class: "under" },
      table && el("details", { class: "as-table" }, el("summary", {}, "As a table"), table),
      el(
        "p",
        { class: "save" },
        "Save picture as ",
        el("button", { type: "button", onclick: () => handOver(asSvg(drawing), `${name}.svg`) }, "SVG"),
        el("button", { type: "button", onclick: async () => handOver(await asPng(drawing), `${name}.png`) }, "PNG"),
      ),
    ),
  );
}

/** Buttons that copy a table: {title, columns, rows} in words, asked for when a button is pressed. */
export function copyTools(table, name) {
  const formats = [["CSV", csv], ["Markdown", markdown], ["LaTeX", latex]];
  return el(
    "p",
    { class: "save" },
    "Copy as ",
    formats.map(([label, write]) => copyButton(() => write(table()), label, name)),
  );
}

/** A button that copies a text, and says so. */
export function copyButton(text, label, what = "") {
  const button = el(
    "button",
    {
      type: "button",
      onclick: async () => {
        await toClipboard(text());
        fill(button, "Copied ✓");
        say(`${label} ${what} copied`);
        setTimeout(() => fill(button, label), 1400);
      },
    },
    label,
  );
  return button;
}

/** The file of a drawing: what the page's style says about it is written into it. */
export function asSvg(drawing) {
  return new Blob([standalone(drawing)], { type: "image/svg+xml" });
}

/** The same in pixels, on the colour of the page. */
export async function asPng(drawing) {
  const picture = new Image();
  const { width, height } = drawing.viewBox.baseVal;
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
  await picture.decode();
  const canvas = el("canvas", { width: Math.ceil(width * SHARPNESS), height: Math.ceil(height * SHARPNESS) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function standalone(drawing) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, index) => {
    const style = getComputedStyle(originals[index]);
    node.removeAttribute("class");
    node.removeAttribute("style");
    node.removeAttribute("tabindex");
    if (["title", "desc", "defs", "pattern"].includes(node.localName)) return;
    for (const property of DRAWN) node.setAttribute(property, written(style.getPropertyValue(property)));
  });
  const { width, height } = drawing.viewBox.baseVal;
  const paper = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of Object.entries({
    width,
    height,
    fill: written(getComputedStyle(document.body).backgroundColor),
  })) paper.setAttribute(name, value);
  copy.insertBefore(paper, copy.querySelector(":scope > :not(title):not(desc)"));
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** A mixed colour as programs that draw SVG know it. */
function written(value) {
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (!mixed) return value;
  const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(255 * Number(part)));
  return mixed[4] ? `rgba(${red}, ${green}, ${blue}, ${mixed[4]})` : `rgb(${red}, ${green}, ${blue})`;
}

function handOver(file, name) {
  const address = URL.createObjectURL(file);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(`${name} saved`);
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el("textarea", { class: "unseen" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy"); // where a page from a file may not use the clipboard
    field.remove();
  }
}

function csv({ columns, rows }) {
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => row.map((text) => cell(text.replaceAll("−", "-"))).join(",")).join("\n");
}

function markdown({ title, columns, rows }) {
  const escaped = (text) => (
    NUMBER.test(text) ? text : text.replace(/[\\`*_[\]#~$|]/g, "\\$&").replace(
      /[&<>]/g,
      (found) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[found],
    ).replace(/\s+/g, " ")
  );
  const row = (cells) => `| ${cells.map(escaped).join(" | ")} |`;
  const rule = `|${columns.map((_, index) => (isNumber(rows, index) ? "--:" : "---")).join("|")}|`;
  return [`**${escaped(title)}**`, "", row(columns), rule, ...rows.map(row)].join("\n");
}

function latex({ title, columns, rows }) {
  const escaped = (text) => [...text.replace(/\s+/g, " ")].map((character) => LATEX[character] ?? character).join("");
  const row = (cells) => `${cells.map(escaped).join(" & ")} \\\\`;
  const layout = columns.map((_, index) => (isNumber(rows, index) ? "r" : "l")).join("");
  return [`% ${title.replace(/\s+/g, " ")}`, `\\begin{tabular}{${layout}}`, "\\toprule", row(columns), "\\midrule", ...rows.map(row), "\\bottomrule", "\\end{tabular}"].join("\n");
}

function isNumber(rows, index) {
  return rows.every((row) => NUMBER.test(row[index]));
}
