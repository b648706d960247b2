// Findings: what is wrong in the files, where, and what a repair would do.
import { stepping } from "./controls.js";
import { el } from "./dom.js";
import { counted } from "./numbers.js";
import { copyButton } from "./save.js";
import { dataTable } from "./table.js";
import { clipped, plain, shown } from "./text.js";

export const findingsView = {
  id: "findings",
  title: "Findings",
  has: (payload) => Boolean(payload.findings),
  draw({ payload, whileShown }) {
    const { findings } = payload;
    if (!findings.total) return [el("h2", {}, "What is wrong in the files"), el(
      "p",
      { class: "lead" },
      "Nothing was found.",
    )];
    const groups = findings.by_code.map(
      (code, index) => group(code, findings.shown.filter((each) => each.code === code.code), index === 0),
    );
    whileShown({ step: stepping(() => groups, "summary") });
    return [
      el("h2", {}, "What is wrong in the files"),
      el(
        "p",
        { class: "lead" },
        `${counted(findings.total, "finding")} of ${counted(findings.by_code.length, "kind")}.`,
        findings.left_out > 0 && ` ${counted(findings.left_out, "finding")} not listed here: accord check lists all.`,
      ),
      el("div", { class: "groups" }, groups),
      repairs(findings.repairs ?? []),
    ];
  },
};

function group({ code, severity, count: number, explanation }, found, open) {
  return el(
    "details",
    { class: `group ${severity}`, open },
    el(
      "summary",
      {},
      el("span", { class: `badge ${severity}` }, severity),
      el("code", {}, clipped(code)),
      el("span", { class: "times" }, counted(number, "finding")),
    ),
    explanation && el("p", { class: "explanation" }, shown(explanation, 1000)),
    found.length > 0 &&
      dataTable({
        caption: `Findings: ${plain(code)}`,
        unseen: true,
        name: `findings-${plain(code)}`,
        rows: found,
        columns: [
          {
            title: "place",
            value: (row) => placeOf(row),
            cell: (row) => [
              el("code", {}, shown(placeOf(row), 80)),
              " ",
              copyButton(() => placeOf(row), "Copy", "place"),
            ],
          },
          { title: "what", value: (row) => row.message, cell: (row) => shown(row.message, 300) },
          { title: "what to do", value: (row) => row.hint ?? "", cell: (row) => shown(row.hint ?? "", 300) },
        ],
      }),
  );
}

function placeOf({ file, line }) {
  return line === null || line === undefined ? String(file ?? "") : `${file}:${line}`;
}

function repairs(all) {
  if (!all.length) return null;
  return el(
    "section",
    { "aria-labelledby": "repairs" },
    el("h3", { id: "repairs" }, "What a repair would do"),
    all.map((repair, index) =>
      el(
        "details",
        { class: "repair", open: index === 0 },
        el(
          "summary",
          {},
          el("code", {}, clipped(repair.file, 80)),
          ` ${plain(repair.method)}: ${counted(repair.changed, "label")} changed`,
        ),
        repair.examples.length > 0 &&
          dataTable({
            caption: `Labels that ${plain(repair.method)} changes in ${plain(repair.file)}`,
            unseen: true,
            name: "repair",
            rows: repair.examples,
            head: 1,
            columns: [
              { title: "line", value: (row) => row.line, number: true },
              { title: "token", value: (row) => row.token, cell: (row) => shown(row.token, 60) },
              { title: "before", value: (row) => row.before, cell: (row) => el("del", {}, shown(row.before, 60)) },
              { title: "after", value: (row) => row.after, cell: (row) => el("ins", {}, shown(row.after, 60)) },
            ],
          }),
      ),
    ),
  );
}
