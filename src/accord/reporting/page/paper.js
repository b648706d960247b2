// A table {title, columns, rows, notes} of text as papers and programs take it, letter for letter as accord prints it.

const LATEX = {
  "\\": "\\textbackslash{}",
  ...Object.fromEntries([..."&%$#_{}"].map((character) => [character, `\\${character}`])),
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "[": "{[}",
  "]": "{]}",
  "`": "\\textasciigrave{}",
  "*": "{*}",
  "–": "--",
};
const MARKDOWN = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  ...Object.fromEntries([..."\\`*_[]#~$"].map((character) => [character, `\\${character}`])),
};
const THOUSANDS = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const INTERVAL_OF = /^interval( of .+)?$/;
const NUMBER = /^(?:[-<]?[\d.,]+|\[-?[\d.]+, -?[\d.]+\]|–|)$/;

/**
 * Comma-separated values, the column names first, numbers as programs read them; title and notes are left out. An
 * interval is two columns, of its low and its high end.
 */
export function asCsv(table) {
  const { columns, rows } = endsApart(table);
  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const numbers = columns.map((_, index) => isNumber(rows, index));
  const read = (row) => row.map((text, index) => (numbers[index] ? bare(text) : text));
  return [columns, ...rows.map(read)].map((row) => row.map(cell).join(",")).join("\n");
}

function endsApart({ columns, rows }) {
  const parted = columns.map((name, index) => INTERVAL_OF.exec(isNumber(rows, index) ? name : ""));
  const low = (text) => text.replace(/^\[|, .*$/g, "");
  const high = (text) => text.replace(/^.*, |\]$/g, "");
  const apart = (cells, ends) => cells.flatMap((cell, index) => (parted[index] ? ends(cell, parted[index]) : [cell]));
  return {
    columns: apart(columns, (_, [, of = ""]) => [`low${of}`, `high${of}`]),
    rows: rows.map((row) => apart(row, (cell) => [low(cell), high(cell)])),
  };
}

function bare(number) {
  return number === "–" ? "" : THOUSANDS.test(number) ? number.replaceAll(",", "") : number;
}

/** A table of GitHub's Markdown. */
export function asMarkdown({ title, columns, rows, notes }) {
  const escaped = (text) => (NUMBER.test(text) ? text : replaced(text, MARKDOWN));
  const row = (cells) => `| ${cells.map((text) => escaped(text).replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${columns.map((_, index) => (isNumber(rows, index) ? "--:" : "---")).join("|")}|`;
  const body = [row(columns), rule, ...rows.map(row)].join("\n");
  return [`**${escaped(title)}**`, body, ...notes.map(escaped)].join("\n\n");
}

/** A tabular with booktabs rules, which says so. */
export function asLatex({ title, columns, rows, notes }) {
  const row = (cells) => `${cells.map((text) => replaced(text, LATEX)).join(" & ")} \\\\`;
  const layout = columns.map((_, index) => (isNumber(rows, index) ? "r" : "l")).join("");
  return [
    ...[title, ...notes, "needs \\usepackage{booktabs}"].map((line) => `% ${oneLine(line)}`),
    `\\begin{tabular}{${layout}}`,
    "\\toprule",
    row(columns),
    "\\midrule",
    ...rows.map(row),
    "\\bottomrule",
    "\\end{tabular}",
  ].join("\n");
}

function isNumber(rows, index) {
  return rows.every((row) => NUMBER.test(row[index]));
}

function replaced(text, escapes) {
  return [...oneLine(text)].map((character) => escapes[character] ?? character).join("");
}

function oneLine(text) {
  return text.replace(/\s+/g, " ");
}
