// What this browser keeps of its reader from one visit to the next; where it may keep nothing, nothing is kept.

/** What was kept under a name, or an empty text. */
export function kept(name) {
  try {
    return localStorage.getItem(`accord-${name}`) ?? "";
  } catch {
    return ""; // the reader does not allow it
  }
}

/** Keeps a text under a name. */
export function keep(name, text) {
  try {
    localStorage.setItem(`accord-${name}`, text);
  } catch {
    // the reader does not allow it, and is known until the page is closed
  }
}
