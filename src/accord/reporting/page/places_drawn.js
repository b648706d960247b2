// From a point on the screen, or from what is selected, to a place in the text or on the continuum of a case.

const SIGN = ".unseen-character";

/** The place that is drawn at a point of the lines of marks: a border of words or letters, or a multiple of a step. */
export function placeAt(lines, { tokens, text, step }, x, y) {
  const line = nearest([...lines.querySelectorAll("table")], y, "top", "bottom");
  const cell = nearest([...line.querySelectorAll("th[data-start]")], x, "left", "right");
  const [start, end] = [Number(cell.dataset.start), Number(cell.dataset.end)];
  const box = cell.getBoundingClientRect();
  const share = Math.max(0, Math.min(1, (x - box.left) / box.width));
  const along = line.dir === "rtl" ? 1 - share : share;
  const letter = tokens || !text || cell.classList.contains("fold") ? null : letterAt(cell, x, box);
  const place = letter === null ? start + along * (end - start) : start + letter;
  return Number((Math.round(place / step) * step).toPrecision(14));
}

/** The words or letters of a case that are selected on the page as [start, end] without spaces around them, or null. */
export function selectedIn(node, found) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const all = [...node.querySelectorAll("[data-from]")].flatMap((piece) => {
    const part = partIn(piece, selection.getRangeAt(0));
    return part ? [wordsOrLetters(part, Number(piece.dataset.from), found)].filter(Boolean) : [];
  });
  if (!all.length) return null;
  return [Math.min(...all.map(([start]) => start)), Math.max(...all.map(([, end]) => end))];
}

/** What is selected in a piece of text as [letters before it, letters]; null where it is nothing. */
function partIn(piece, range) {
  if (!range.intersectsNode(piece)) return null;
  const whole = document.createRange();
  whole.selectNodeContents(piece);
  const part = whole.cloneRange();
  const [isLater, isEarlier] = [
    range.compareBoundaryPoints(Range.START_TO_START, whole) > 0,
    range.compareBoundaryPoints(Range.END_TO_END, whole) < 0,
  ];
  if (isLater) part.setStart(range.startContainer, range.startOffset);
  if (isEarlier) part.setEnd(range.endContainer, range.endOffset);
  whole.setEnd(part.startContainer, part.startOffset);
  const letters = lettersIn(part);
  return letters ? [lettersIn(whole), letters] : null;
}

/** A part of a piece that begins `from` in its text, in words or letters. */
function wordsOrLetters([ahead, letters], from, { tokens, text, offset }) {
  const shown = tokens ? [...tokens.slice(from - offset).join(" ")] : [...text].slice(from - offset);
  let [start, end] = [ahead, ahead + letters];
  const isSpace = (at) => /\s/u.test(shown[at] ?? "");
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  if (start === end) return null;
  if (!tokens) return [from + start, from + end];
  const wordOf = (at) => {
    let rest = at;
    let word = from;
    while (rest > [...tokens[word - offset]].length) rest -= [...tokens[word++ - offset]].length + 1;
    return word;
  };
  return [wordOf(start), wordOf(end - 1) + 1];
}

/** How many letters of the data a part of the page shows; a sign for one that cannot be seen is one. */
function lettersIn(range) {
  const copy = range.cloneContents();
  for (const sign of copy.querySelectorAll(SIGN)) sign.textContent = "?";
  for (const button of copy.querySelectorAll("button")) button.remove();
  return [...copy.textContent].length;
}

/** Between which letters of a cell a point lies; null where that cannot be said. */
function letterAt(cell, x, { top, bottom }) {
  const y = (top + bottom) / 2;
  const caret = document.caretPositionFromPoint?.(x, y);
  const [node, offset] = caret ? [caret.offsetNode, caret.offset] : [null, 0];
  if (!cell.contains(node)) return null;
  const range = document.createRange();
  range.selectNodeContents(cell);
  range.setEnd(node, offset);
  return lettersIn(range);
}

/** The element that lies at a coordinate, or the nearest. */
export function nearest(all, at, low, high) {
  const away = (each) => {
    const box = each.getBoundingClientRect();
    return Math.max(box[low] - at, at - box[high], 0);
  };
  return all.reduce((best, each) => (away(each) < away(best) ? each : best));
}
