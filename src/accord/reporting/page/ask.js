// Asks the server that the page came from.

const ANEW = "this page is not let in any more: open the address that accord serve printed when it was started last.";

/** What the server answers as an object; an error with its words, its status and its body where it refuses. */
export async function ask(path, { method = "GET", body = undefined, raw = undefined, signal = undefined } = {}) {
  const answer = await answerTo(path, raw ? { method, body: raw, signal } : { ...sendingAsJson(method, body), signal });
  return answer.json().catch(() => null);
}

/** A file that the server makes, {name, file}; an error as above. */
export async function askFile(path, { method = "GET", body = undefined } = {}) {
  const answer = await answerTo(path, sendingAsJson(method, body));
  const name = /filename\*=UTF-8''([^;]*)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { name: name && decodeURIComponent(name), file: await answer.blob() };
}

function sendingAsJson(method, body) {
  if (body === undefined) return { method };
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A path with its query. */
export function asking(path, query) {
  return `${path}?${new URLSearchParams(query)}`;
}

async function answerTo(path, options = {}) {
  const answer = await fetch(path, { ...options, credentials: "same-origin" }).catch(() => null);
  if (options.signal?.aborted) throw refusal("Stopped.", 0, null);
  if (!answer) throw refusal("the server does not answer: is accord serve still running?", 0, null);
  if (answer.ok) return answer;
  if (answer.status === 403) throw refusal(ANEW, 403, null);
  const found = await answer.json().catch(() => null);
  throw refusal(found?.error ?? `the server refused (${answer.status})`, answer.status, found);
}

function refusal(words, status, body) {
  return Object.assign(new Error(words), { status, body });
}
