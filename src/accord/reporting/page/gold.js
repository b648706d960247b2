// The gold standard: as a file, with the account of how it was made, and how each annotator does against it.
import { ask, askFile, asking } from "./ask.js";
import { field } from "./controls.js";
import { desk } from "./desk.js";
import { el, fill } from "./dom.js";
import { count, counted, decimal } from "./numbers.js";
import { handOver } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const SHARES = new Set(["precision", "recall", "f1", "same", "labelled", "unlabelled"]);

/** What can be done with the decisions on a layer; `policies` says what may become of undecided cases, by name. */
export function goldTools(layer, formats, policies) {
  const said = el("p", { class: "about", role: "status" });
  const told = el("div");
  const explained = el("p", { class: "about", id: "gold-policy" });
  const explain = () => fill(explained, "Undecided: ", policies[undecided.value], ".");
  const option = (name) => el("option", { value: name }, name.replaceAll("-", " "));
  const format = el("select", { id: "gold-format" }, formats.map((name) => el("option", { value: name }, name)));
  const undecided = el(
    "select",
    { id: "gold-undecided", "aria-describedby": "gold-policy", onchange: explain },
    Object.keys(policies).map(option),
  );
  const trying = async (work) => {
    try {
      fill(said, await work());
    } catch (error) {
      fill(said, error.message);
    }
  };
  const lost = el("p", { class: "about lost", role: "status" });
  const sayLost = async () => {
    const answer = await ask(asking("/api/not-held", { layer, format: format.value })).catch(() => null);
    const words = answer?.not_held ?? [];
    const what = words.map((each) => plain(each, 200)).join("; ");
    fill(lost, what && `! ${format.value} has no place for ${what}.`);
  };
  format.addEventListener("change", sayLost);
  sayLost();
  const save = () =>
    trying(async () => {
      await sayLost();
      const body = { layer, format: format.value, undecided: undecided.value, who: desk.who };
      const before = await ask(asking("/api/gold-agreement", { layer, undecided: undecided.value }));
      const { name = "gold", file } = await askFile("/api/export", { method: "POST", body });
      handOver(file, name);
      fill(told, sinceOf(before.since));
      return `${plain(name, 200)} was made${before.since ? "" : ", the first that is exported"}`;
    });
  const saveAccount = (wanted) =>
    trying(async () => {
      const path = asking("/api/export", { layer, format: wanted, undecided: undecided.value });
      const { name = "gold", file } = await askFile(path);
      handOver(file, name);
      return `${plain(name, 200)} was made`;
    });
  const compare = () =>
    trying(async () => {
      fill(told, accountOf(await ask(asking("/api/gold-agreement", { layer, undecided: undecided.value }))));
      return "";
    });
  explain();
  return el(
    "section",
    { class: "gold" },
    el("h3", {}, "Gold standard"),
    el(
      "p",
      { class: "bar-of-tools" },
      field("Format", format),
      field("What is undecided", undecided),
      el("button", { type: "button", class: "main-button", onclick: save }, "Export"),
      el("button", { type: "button", onclick: () => saveAccount("account.md") }, "How it was made (Markdown)"),
      el("button", { type: "button", onclick: () => saveAccount("account.json") }, "(JSON)"),
      el("button", { type: "button", onclick: compare }, "Annotators against it"),
    ),
    explained,
    lost,
    said,
    told,
  );
}

/** What changed since the gold standard was exported last, and each annotator against that one and this one. */
function sinceOf(since) {
  if (!since) return null;
  const { decided, decided_anew: changed, opened_again: opened, exported_at: at, exported_by: by, annotators } = since;
  const names = Object.keys(annotators[0]).filter((name) => name !== "annotator");
  const when = new Date(at).toLocaleString("en-GB");
  const number = (value) => (value === null || value === undefined ? "undefined" : decimal(value));
  const columns = names.flatMap((name) =>
    ["then", "now"].map((which, index) => ({
      title: `${name} ${which}`,
      value: (row) => row[name][index],
      number: true,
      cell: (row) => number(row[name][index]),
    })),
  );
  return [
    el(
      "p",
      { class: "since" },
      `Since the last export (${when}, by ${plain(by, 40)}): ${counted(decided, "case")} decided, `,
      `${count(changed)} decided again, ${count(opened)} opened again. `,
      `Undecided then: ${since.undecided.replaceAll("-", " ")}.`,
    ),
    dataTable({
      caption: "Then and now: against that gold standard and this one",
      columns: [accountColumn("annotator"), ...columns],
      rows: annotators,
      name: "gold-since",
    }),
  ];
}

function accountOf(account) {
  const rows = account.annotators_against_gold;
  const { agreed, alone, decided, edited, majority, left_out: left } = account;
  const parts = [
    ["agreed", agreed],
    ["a single annotator", alone],
    ["decided", decided.total],
    ["of these edited", edited],
    ["majority", majority],
    ["left out", left.cases],
    [`agreed or decided, but left out with ${counted(left.texts, left.what)}`, left.dragged],
  ];
  return [
    el("p", { class: "signature" }, el("code", {}, plain(account.signature, 400))),
    el("p", { class: "about" }, parts.map(([words, number]) => `${words} ${count(number)}`).join(" · ")),
    dataTable({
      caption: "Annotators against the gold standard",
      columns: Object.keys(rows[0]).map(accountColumn),
      rows,
      name: "gold-agreement",
    }),
    sinceOf(account.since),
  ];
}

function accountColumn(name) {
  const value = (row) => row[name];
  if (name === "annotator") return { title: name, value, cell: (row) => shown(row[name], 60) };
  const number = (each) => (Number.isInteger(each) && !SHARES.has(name) ? count(each) : decimal(each));
  return { title: name, value, number: true, cell: (row) => (row[name] === null ? "undefined" : number(row[name])) };
}
