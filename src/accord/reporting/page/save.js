// What can be taken away: a picture as SVG, PDF or PNG, complete in itself, and a table as CSV, Markdown or LaTeX.
import { el, fill, say } from "./dom.js";
import { onSheet } from "./sheet.js";
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
const BETWEEN_FILES = 600;
let handedOver = Promise.resolve();

/** A picture with its title, buttons that save it, and the same as a table; `saved` is what saveTools() takes. */
export function picture({ drawing, title, note = null, saved, table = null }) {
  return el(
    "figure",
    { class: "picture" },
    el("figcaption", {}, el("h3", {}, title), note && el("p", {}, note)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${saidOf(drawing)}, picture` }, drawing),
    el(
      "div",
      { class: "under" },
      table && el("details", { class: "as-table" }, el("summary", {}, "As a table"), table),
      saveTools(() => drawing, saved),
    ),
  );
}

/**
 * Buttons that save a drawing, which is asked for when one is pressed: the page may show the same as a table. `parts`
 * name the file (what it is, of which layer, of which part of it); the file has a heading and notes.
 */
export function saveTools(drawn, { parts, heading, notes = [] }) {
  const name = parts.filter(Boolean).map((part) => part.replace(/[^\p{L}\p{N}._]+/gu, "-")).join("-");
  const sheet = () => standalone(onSheet(drawn(), heading, notes));
  const svgFile = () => handOver(new Blob([sheet()], { type: "image/svg+xml" }), `${name}.svg`);
  const pngFile = async () => handOver(await asPng(sheet()), `${name}.png`);
  const pdfFile = () => printAlone(sheet(), name);
  return el(
    "p",
    { class: "save" },
    "Save picture as ",
    el("button", { type: "button", onclick: svgFile }, "SVG"),
    el("button", { type: "button", onclick: pdfFile, title: "by the print dialog: save as PDF" }, "PDF"),
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

/** A file of SVG as a picture. */
async function asPicture(written) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written)}`;
  await picture.decode();
  return picture;
}

/** A file of SVG in pixels. */
async function asPng(written) {
  const picture = await asPicture(written);
  const { width, height } = picture;
  const canvas = el("canvas", { width: Math.ceil(width * SHARPNESS), height: Math.ceil(height * SHARPNESS) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Print a file of SVG alone, on a page of its size: the browser makes PDF of it, with its letters in the file. */
async function printAlone(written, name) {
  const sheet = await asPicture(written);
  const { width, height } = sheet;
  const size = new CSSStyleSheet();
  size.replaceSync(`@page { size: ${width}px ${height}px; margin: 0; }`);
  const printed = el("div", { class: "printed-sheet" }, sheet);
  const [title, drawPaper] = [document.title, window.onbeforeprint];
  const restore = () => {
    printed.remove();
    document.documentElement.classList.remove("printing-alone");
    document.adoptedStyleSheets = [];
    document.title = title;
    window.onbeforeprint = drawPaper;
  };
  window.onbeforeprint = null;
  document.title = name;
  document.adoptedStyleSheets = [size];
  document.documentElement.classList.add("printing-alone");
  document.body.append(printed);
  window.addEventListener("afterprint", restore, { once: true });
  window.print();
}

/** A sheet as a file: what the page's style says about it is written into it, as in the light, on white. */
function standalone(sheet) {
  const unseen = el("div", { class: "unseen" }, sheet); // only what is in the page has a style
  document.body.append(unseen);
  document.documentElement.classList.add("saving");
  const inked = [sheet, ...sheet.querySelectorAll("*")].map((node) => [node, lookOf(node)]);
  document.documentElement.classList.remove("saving");
  unseen.remove();
  for (const [node, look] of inked) {
    for (const name of ["class", "style", "tabindex"]) node.removeAttribute(name);
    for (const [property, value] of look) node.setAttribute(property, value);
  }
  return new XMLSerializer().serializeToString(sheet);
}

function lookOf(node) {
  if (["title", "desc"].includes(node.localName)) return [];
  const style = getComputedStyle(node);
  return DRAWN.map((property) => [property, plainColour(style.getPropertyValue(property))]);
}

/** A mixed colour as programs that draw SVG know it. */
function plainColour(value) {
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (!mixed) return value;
  const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(255 * Number(part)));
  return mixed[4] ? `rgba(${red}, ${green}, ${blue}, ${mixed[4]})` : `rgb(${red}, ${green}, ${blue})`;
}

/** Gives a file to the reader, as a download; a browser may drop one that comes at once after another. */
export function handOver(file, name) {
  handedOver = handedOver.then(() => {
    const address = URL.createObjectURL(file);
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    say(`${name} saved`);
    return new Promise((done) => setTimeout(done, BETWEEN_FILES));
  });
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
