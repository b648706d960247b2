// Files and folders that are dropped on the page, or chosen, and sent to the server one by one.
import { ask, asking } from "./ask.js";
import { el, fill } from "./dom.js";
import { count } from "./numbers.js";

const MAX_DROPPED = 2000;
const BIGGER = "accord serve FOLDER reads them where they are.";

/** A place to drop files, with two buttons for those who do not drag. */
export function dropZone() {
  const said = el("p", { class: "about", role: "status" });
  const named = (file) => [file.webkitRelativePath || file.name, file];
  const tell = (words, stop = null) => tellIn(said, words, { stop });
  const chosen = ({ target }) => {
    const files = [...target.files].map(named);
    target.value = ""; // so that the same can be chosen again
    send(files, tell).then(() => tell("being measured"), (error) => tell(error.message));
  };
  return el(
    "div",
    { class: "drop" },
    el(
      "p",
      {},
      "Drop files or a folder anywhere on this page, or choose them. ",
      "They stay on this machine, and are gone when accord serve ends; decisions are kept.",
    ),
    el(
      "p",
      { class: "bar-of-tools" },
      fileChooser("Choose files", {}, chosen),
      fileChooser("Choose a folder", { webkitdirectory: true }, chosen),
    ),
    said,
  );
}

/** Words in a place, with a button that stops what they tell of, and goes on beside others of it, or closes them. */
export function tellIn(place, words, { stop = null, close = null }) {
  const going = stop && place.querySelector(".going");
  if (going) return fill(going, words);
  const button = (named, does) => does && el("button", { type: "button", onclick: does }, named);
  const looks = { class: stop ? "going" : null };
  return fill(place, el("span", looks, words), " ", button("Stop", stop) ?? button("Close", close));
}

/** Sends what was dropped, telling how far it is, and shows it. */
export async function dropFiles(transfer, tell) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const found = [];
  for (const entry of entries) await gather(entry, found);
  await send(found, tell);
}

function fileChooser(words, attributes, onchange) {
  return el("label", { class: "file" }, words, el("input", { type: "file", multiple: true, ...attributes, onchange }));
}

async function gather(entry, found) {
  if (found.length > MAX_DROPPED || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push([entry.fullPath.replace(/^\//, ""), file]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const inside of some) await gather(inside, found);
  }
}

let sending = null;

/** Ends what is being sent. */
function stopSending() {
  sending?.abort();
}

async function send(files, tell) {
  if (sending) throw new Error("Files are being sent already: wait for these.");
  if (!files.length) throw new Error("There is no file in what was dropped.");
  if (files.length > MAX_DROPPED) throw new Error(`These are more than ${count(MAX_DROPPED)} files: ${BIGGER}`);
  sending = new AbortController();
  const { signal } = sending;
  try {
    const { upload } = await ask("/api/upload", { method: "POST", signal });
    for (const [index, [name, file]] of files.entries()) {
      tell(`sending ${count(index + 1)} of ${count(files.length)}`, stopSending);
      await ask(asking(`/api/upload/${upload}`, { name }), { method: "PUT", raw: file, signal });
    }
    await ask(`/api/upload/${upload}`, { method: "POST", signal });
  } finally {
    sending = null;
  }
  location.hash = "#/overview";
}
