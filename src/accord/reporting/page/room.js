// How much room there is to the right: what is drawn at the desk is wrapped or folded to fit it.
import { room } from "./plot.js";

const [NARROW_DESK, LIST_ROOM, MAX_ROOM] = [768, 344, 2000]; // as in adjudicate.css: else the list stands below
const [BORDERS, THIN_BORDERS] = [58, 42];

/** The width of what is drawn in a case, whether or not it is on the page yet. */
export function roomInCase() {
  return innerWidth > NARROW_DESK ? room(MAX_ROOM) - LIST_ROOM - BORDERS : room(MAX_ROOM) - THIN_BORDERS;
}
