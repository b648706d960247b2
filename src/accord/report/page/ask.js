// Asks the server that the page came from.

/** What the server answers as an object; an error with its words, its status and its body where it refuses. */
export async function ask(path, { method = "GET", body = undefined, raw = undefined } = {}) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: raw ?? (body === undefined ? undefined : JSON.stringify(body)), credentials: "same-origin" });
  } catch {
    throw Object.assign(new Error("the server does not answer: is accord serve still running?"), { status: 0, body: null });
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw Object.assign(new Error(found?.error ?? `the server refused (${answer.status})`), { status: answer.status, body: found });
  return found;
}

/** A path with its query. */
export function asking(path, query) {
  return `${path}?${new URLSearchParams(query)}`;
}
