// How numbers are written: alike everywhere, with a real minus, and where there is none, why.
import { el } from "./dom.js";

const COUNTS = new Intl.NumberFormat("en");

/** A value with three decimals, or a dash. */
export function decimal(value, digits = 3) {
  return typeof value === "number" ? value.toFixed(digits).replace("-", "−") : "–";
}

/** A count with its thousands apart; half counts keep their half. */
export function count(value) {
  return typeof value === "number" ? COUNTS.format(value).replace("-", "−") : "–";
}

/** A share as per cent. */
export function percent(share) {
  return typeof share === "number" ? `${(100 * share).toFixed(1)} %` : "–";
}

/** The two ends of an interval, or nothing. */
export function ends(interval) {
  return interval && typeof interval.low === "number" ? `${decimal(interval.low)} to ${decimal(interval.high)}` : "";
}

/** "1 item", "1,298 items". */
export function counted(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : word.endsWith("s") ? "" : "s"}`;
}

/** A value as an element: the number, or "undefined" with its reason. */
export function figure(measured, digits = 3) {
  if (typeof measured?.value === "number") return el("span", { class: "number" }, decimal(measured.value, digits));
  const reason = measured?.undefined;
  return reason
    ? el("span", { class: "undefined", title: reason }, "undefined", el("small", {}, reason))
    : el("span", { class: "undefined" }, "–");
}
