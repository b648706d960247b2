// The gold standard: as a file, with the account of how it was made, and how each annotator does against it.
import { ask, asking } from "./ask.js";
import { el, fill } from "./dom.js";
import { count, decimal } from "./numbers.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

/** What can be done with the decisions on a layer. */
export function goldTools(layer, formats) {
  const said = el("p", { class: "about", role: "status" });
  const told = el("div");
  const format = el("select", { id: "gold-format" }, formats.map((name) => el("option", { value: name }, name)));
  const undecided = el(
    "select",
    { id: "gold-undecided" },
    [
      ["refuse", "wait until everything is decided"],
      ["majority", "take the majority, leave out the rest"],
      ["leave-out", "leave out"],
    ].map(([value, words]) => el("option", { value }, words)),
  );
  const save = (wanted) => saved(asking("/api/export", { layer, format: wanted, undecided: undecided.value }), said);
  const compare = async () => {
    try {
      fill(told, accountOf(await ask(asking("/api/gold-agreement", { layer, undecided: undecided.value }))));
      fill(said, "");
    } catch (error) {
      fill(said, error.message);
    }
  };
  return el(
    "section",
    { class: "gold" },
    el("h3", {}, "Gold standard"),
    el(
      "p",
      { class: "bar-of-tools" },
      labelled("Format", format),
      labelled("What is undecided", undecided),
      el("button", { type: "button", class: "main-button", onclick: () => save(format.value) }, "Export"),
      el("button", { type: "button", onclick: () => save("account.md") }, "How it was made (Markdown)"),
      el("button", { type: "button", onclick: () => save("account.json") }, "(JSON)"),
      el("button", { type: "button", onclick: compare }, "Annotators against it"),
    ),
    said,
    told,
  );
}

function labelled(words, control) {
  return el("label", { class: "chooser" }, el("span", {}, words), control);
}

async function saved(path, said) {
  const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) {
    const found = await answer?.json().catch(() => null);
    fill(said, found?.error ?? "the server does not answer: is accord serve still running?");
    return;
  }
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "gold";
  const address = URL.createObjectURL(await answer.blob());
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  fill(said, `${name} was made`);
}

function accountOf(account) {
  const rows = account.annotators_against_gold;
  const columns = Object.keys(rows[0]).map((name) => ({
    title: name,
    number: name !== "annotator",
    value: (row) => row[name],
    cell: (row) => (name === "annotator" ? shown(row[name], 60) : row[name] === null ? "undefined" : Number.isInteger(row[name]) && !["precision", "recall", "f1", "same", "labelled", "unlabelled"].includes(name) ? count(row[name]) : decimal(row[name])),
  }));
  return [
    el("p", { class: "signature" }, el("code", {}, plain(account.signature, 400))),
    el("p", { class: "about" }, `agreed ${count(account.agreed)} · a single annotator ${count(account.alone)} · decided ${count(account.decided.total)} (edited ${count(account.edited)}) · majority ${count(account.majority)} · left out ${count(account.left_out.cases)}`),
    dataTable({ caption: "Annotators against the gold standard", columns, rows, name: "gold-agreement" }),
  ];
}
