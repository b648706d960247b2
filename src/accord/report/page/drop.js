// Files and folders that are dropped on the page, or chosen, and sent to the server one by one.
import { ask, asking } from "./ask.js";
import { el, fill } from "./dom.js";
import { count } from "./numbers.js";

const MOST_DROPPED = 2000;

/** A place to drop files, with two buttons for those who do not drag. */
export function dropZone() {
  const said = el("p", { class: "about", role: "status" });
  const named = (file) => [file.webkitRelativePath || file.name, file];
  const chosen = (event) => send([...event.target.files].map(named), said);
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

/** Sends what was dropped, and shows it. */
export async function dropFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const found = [];
  for (const entry of entries) await gather(entry, found);
  await send(found, document.querySelector(".drop .about"));
}

function fileChooser(words, attributes, onchange) {
  return el("label", { class: "file" }, words, el("input", { type: "file", multiple: true, ...attributes, onchange }));
}

async function gather(entry, found) {
  if (found.length >= MOST_DROPPED || entry.name.startsWith(".")) return;
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

async function send(files, said) {
  if (!files.length) return;
  const tell = (words) => said && fill(said, words);
  try {
    const { upload } = await ask("/api/upload", { method: "POST" });
    for (const [index, [name, file]] of files.entries()) {
      tell(`sending ${count(index + 1)} of ${count(files.length)}`);
      await ask(asking(`/api/upload/${upload}`, { name }), { method: "PUT", raw: file });
    }
    await ask(`/api/upload/${upload}`, { method: "POST" });
    tell("being measured");
    location.hash = "#/overview";
  } catch (error) {
    if (!said) throw error;
    tell(error.message);
  }
}
