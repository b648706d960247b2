// Kinds whose cases are neither labels, marks nor trees. Each has `inWords(value, found)`, which says a value of a
// case, and `editor(found, value, ways)`, which is what editorOf() asks of one; its text is drawn with what is
// `marked` in it.
import { RELATION_CASES } from "./relation_cases.js";

/** By the kind of a case. */
export const OWN_CASES = { relations: RELATION_CASES };
