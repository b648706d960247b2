// How numbers are written: alike everywhere, with a real minus, and where there is none, why.
import { el } from "./dom.js";

const COUNTS = new Intl.NumberFormat("en");

/** A value with three decimals, or a dash. */
export function decimal(value, digits = 3) {
  return written(value, digits).replace("-", "−");
}

/** A value with four decimals and a plain minus, as accord's own tables have it. */
export function fourDigits(value) {
  return written(value, 4);
}

/** The two ends of an interval in the same way, or a dash. */
export function fourDigitEnds(interval) {
  return typeof interval?.low === "number" ? `[${fourDigits(interval.low)}, ${fourDigits(interval.high)}]` : "–";
}

/** A count with its thousands apart; half counts keep their half. */
export function count(value) {
  return typeof value === "number" ? COUNTS.format(value).replace("-", "−") : "–";
}

/** A share as per cent. */
export function percent(share) {
  return typeof share === "number" ? `${(100 * share).toFixed(1)} %` : "–";
}

/** A p value with so many decimals; one that would look like 0 is said to be less than what they can tell. */
export function pValue(p, digits = 3) {
  const least = 10 ** -digits;
  return typeof p === "number" && p < least ? `<${least.toFixed(digits)}` : written(p, digits);
}

/** The two ends of an interval, or nothing. */
export function ends(interval) {
  return interval && typeof interval.low === "number" ? `${decimal(interval.low)} to ${decimal(interval.high)}` : "";
}

/** "1 item", "1,298 items". */
export function counted(number, word) {
  return `${count(number)} ${nounOf(number, word)}`;
}

/** The word for so many of a thing: "item", "items". */
export function nounOf(number, word) {
  return number === 1 || word.endsWith("s") ? word : `${word}s`;
}

/** A value as an element: the number, or "undefined" or "left out" with its reason. */
export function figure(measured, digits = 3) {
  if (typeof measured?.value === "number") return el("span", { class: "number" }, decimal(measured.value, digits));
  const [word, reason] = measured?.left_out ? ["left out", measured.left_out] : ["undefined", measured?.undefined];
  return reason
    ? el("span", { class: "undefined", title: reason }, word, el("small", {}, reason))
    : el("span", { class: "undefined" }, "–");
}

/** Half is rounded away from zero, and nothing is written as less than zero that is shown as zero. */
function written(value, digits) {
  return typeof value === "number" ? value.toFixed(digits).replace(/^-(?=[0.]+$)/, "") : "–";
}
