// Colour for agreement: blue above chance and orange below it, paler the nearer; never without the number beside it.
import { el } from "./dom.js";

const [HUES, TONES] = [8, 3];

/** The class and style of a value between -1 and 1, 0 being chance. */
export function shade(value) {
  if (typeof value !== "number") return { class: "shade none" };
  const share = Math.min(1, Math.abs(value));
  return { class: `shade ${value < 0 ? "below" : "above"}`, style: { "--share": `${(share * 100).toFixed(1)}%` } };
}

/** The same for a share of 1, such as how often labels meet. */
export function tint(share) {
  return { class: "shade above", style: { "--share": `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%` } };
}

/** The look of a category by its number: each time the hues start again they have another tone, as in figures. */
export function categoryLook(number) {
  return `hue${number % HUES} tone${Math.floor(number / HUES) % TONES}`;
}

/** What the colours mean. */
export function legend() {
  return el(
    "p",
    { class: "legend" },
    [-1, -0.5, 0, 0.5, 1].map((value) =>
      el("span", shade(value), value === 0 ? "chance 0" : `${value < 0 ? "▾ −" : "▴ "}${Math.abs(value)}`),
    ),
  );
}

/** The mark that says on which side of chance a value lies, for those who do not see the colour. */
export function side(value) {
  return typeof value === "number" && value < 0 ? "▾" : "";
}
