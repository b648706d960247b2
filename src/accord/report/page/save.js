// What can be taken away: a picture as SVG or PNG, complete in itself, and a table as CSV, Markdown or LaTeX.
import { el, fill, say } from "./dom.js";
import { asCsv, asLatex, asMarkdown } from "./paper.js";

const DRAWN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "letter-spacing",
];
const SHARPNESS = 3;

/** A picture with its name, buttons that save it, and the same as a table. */
export function picture({ drawing, title, note = null, name, table = null }) {
  return el(
    "figure",
    { class: "picture" },
    el("figcaption", {}, el("h3", {}, title), note && el("p", {}, note)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${saidOf(drawing)}, picture` }, drawing),
    el(
      "div",
      { class: "under" },
      table && el("details", { class: "as-table" }, el("summary", {}, "As a table"), table),
      saveTools(() => drawing, name),
    ),
  );
}

/** Buttons that save a drawing, which is asked for when one is pressed: the page may show the same as a table. */
export function saveTools(drawn, name) {
  const svgFile = () => handOver(asSvg(drawn()), `${name}.svg`);
  const pngFile = async () => handOver(await asPng(drawn()), `${name}.png`);
  return el(
    "p",
    { class: "save" },
    "Save picture as ",
    el("button", { type: "button", onclick: svgFile }, "SVG"),
    el("button", { type: "button", onclick: pngFile }, "PNG"),
  );
}

function saidOf(drawing) {
  return drawing.querySelector("title").textContent;
}

/** Buttons that copy a table: {title, columns, rows, notes} of text, asked for when a button is pressed. */
export function copyTools(table, name) {
  const formats = [["CSV", asCsv], ["Markdown", asMarkdown], ["LaTeX", asLatex]];
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
function asSvg(drawing) {
  return new Blob([standalone(drawing)], { type: "image/svg+xml" });
}

/** The same in pixels, on the colour of the page. */
async function asPng(drawing) {
  const picture = new Image();
  const { width, height } = drawing.viewBox.baseVal;
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
  await picture.decode();
  const canvas = el("canvas", { width: Math.ceil(width * SHARPNESS), height: Math.ceil(height * SHARPNESS) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function standalone(drawing) {
  if (drawing.isConnected) return styledCopy(drawing);
  const unseen = el("div", { class: "unseen" }, drawing); // only what is in the page has a style
  document.body.append(unseen);
  const copy = styledCopy(drawing);
  unseen.remove();
  return copy;
}

function styledCopy(drawing) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, index) => {
    const style = getComputedStyle(originals[index]);
    node.removeAttribute("class");
    node.removeAttribute("style");
    node.removeAttribute("tabindex");
    if (["title", "desc", "defs", "pattern"].includes(node.localName)) return;
    for (const property of DRAWN) node.setAttribute(property, plainColour(style.getPropertyValue(property)));
  });
  const { width, height } = drawing.viewBox.baseVal;
  const paper = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of Object.entries({
    width,
    height,
    fill: plainColour(getComputedStyle(document.body).backgroundColor),
  })) paper.setAttribute(name, value);
  copy.insertBefore(paper, copy.querySelector(":scope > :not(title):not(desc)"));
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** A mixed colour as programs that draw SVG know it. */
function plainColour(value) {
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (!mixed) return value;
  const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(255 * Number(part)));
  return mixed[4] ? `rgba(${red}, ${green}, ${blue}, ${mixed[4]})` : `rgb(${red}, ${green}, ${blue})`;
}

/** Gives a file to the reader, as a download. */
export function handOver(file, name) {
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
