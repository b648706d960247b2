// What this browser keeps of its reader from one visit to the next; where it may keep nothing, nothing is kept.
// In a cookie, for accord serve has another port each time, and so another storage, but the same cookies.

const YEAR = 31536000;

/** What was kept under a name, or an empty text. */
export function kept(name) {
  try {
    return decodeURIComponent(new RegExp(`(?:^|; )accord-${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "");
  } catch {
    return ""; // the reader does not allow it
  }
}

/** Keeps a text under a name. */
export function keep(name, text) {
  try {
    document.cookie = `accord-${name}=${encodeURIComponent(text)}; max-age=${YEAR}; path=/; samesite=strict`;
  } catch {
    // the reader does not allow it, and is known until the page is closed
  }
}
