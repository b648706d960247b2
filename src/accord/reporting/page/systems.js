// Systems: their scores with intervals, their ranks, comparisons; of mentions also what chance and repairs change.
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
import { pValue } from "./numbers.js";
import { plotWithTable } from "./plot.js";
import { copyButton } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

export const systemsView = {
  id: "systems",
  title: "Systems",
  has: (payload) => Boolean(payload.systems),
  draw({ payload: { systems, plots } }) {
    return [
      el("h2", {}, `How good the ${systems.terms.system}s are`),
      el(
        "p",
        { class: "lead" },
        "Against ",
        el("code", {}, shown(systems.reference, 80)),
        `, by ${systems.terms.right}.`,
      ),
      runs(systems, plots.systems),
      ranks(systems),
      overRuns(systems),
      comparisons(systems),
      beyondChance(systems, plots.chance),
      types(systems),
      repairsBeside(systems),
      el(
        "div",
        { class: "signature" },
        [["Signature", systems.score?.signature], ["Again with", systems.command]].map(
          ([title, text]) => text && el(
            "p",
            {},
            el("span", { class: "label" }, title),
            el("code", {}, shown(text, 600)),
            copyButton(() => text, "Copy", title),
          ),
        ),
      ),
      (systems.left_out ?? []).map((line) => el("p", { class: "about" }, shown(line, 600))),
    ];
  },
};

function runs({ kind, measures, run_names: names, score }, plot) {
  if (!plot) return null;
  const ofMentions = kind === "mentions";
  const table = dataTable({
    caption: "Scores of each run",
    name: "scores",
    rows: score.runs,
    sorted: [ofMentions ? 3 : 1, true],
    columns: [
      textColumn("run", (run) => names[run.file]),
      ...(ofMentions ? mentionColumns() : treeColumns(measures)),
    ],
  });
  return plotWithTable(plot, { parts: ["systems"], table });
}

function mentionColumns() {
  return [
    numberColumn("precision", (run) => run.micro.precision),
    numberColumn("recall", (run) => run.micro.recall),
    numberColumn("F1", (run) => run.micro.f1),
    intervalColumn((run) => ({ interval: run.micro.intervals?.f1 })),
    numberColumn("macro F1", (run) => run.macro?.f1),
    countColumn("invalid labels", (run) => run.invalid),
  ];
}

/** Every measure with its interval, of brackets also precision and recall, and alpha. */
function treeColumns(measures) {
  const brackets = ["precision", "recall"].map((part) => numberColumn(part, (run) => run.scores.bracket_f1[part]));
  return [
    ...Object.entries(measures).flatMap(([key, title]) => withInterval(title, (run) => run.scores[key])),
    ...("bracket_f1" in measures ? brackets : []),
    ...withInterval("alpha", (run) => run.alpha ?? { left_out: "there was no time for it" }),
  ];
}

function withInterval(title, found) {
  return [valueColumn(title, found), intervalColumn(found, `interval of ${title}`)];
}

/** How the measures of parsers are distributed, where one has several runs. */
function overRuns({ measures, score }) {
  const rows = (score.over_runs ?? []).flatMap(
    ({ system, scores }) => Object.entries(scores).map(([name, found]) => ({ system, name, ...found })),
  );
  if (!rows.length) return null;
  return el("section", { "aria-label": "Over runs" }, dataTable({
    caption: "Means over the runs of each parser",
    name: "over-runs",
    rows,
    columns: [
      textColumn("parser", (row) => row.system),
      { title: "measure", value: (row) => measures[row.name] },
      numberColumn("mean", (row) => row.mean),
      numberColumn("standard deviation", (row) => row.sd),
      numberColumn("standard error", (row) => row.se),
      intervalColumn(),
    ],
  }));
}

/** Scores corrected for chance have a match of their own, so they have a picture of their own. */
function beyondChance({ chance, run_names: names }, plot) {
  if (!plot) return null;
  const rows = chance.parts.flatMap(({ part, runs: scored }) => scored.map((run) => ({ ...run, part })));
  const table = dataTable({
    caption: "Scores beyond chance",
    name: "beyond-chance",
    rows,
    sorted: [4, true],
    columns: [
      textColumn("run", (row) => names[row.file]),
      { title: "sentences", value: (row) => row.part },
      numberColumn("observed", (row) => row.observed),
      numberColumn("by chance", (row) => row.expected),
      valueColumn("beyond chance"),
      intervalColumn(),
      countColumn("rank", (row) => row.rank),
    ],
  });
  return plotWithTable(plot, { parts: ["beyond-chance"], table });
}

/** Types of mentions by name, relations and labels of trees by how many there are to be found. */
function types({ kind, terms: { part }, run_names: runNames, score: { runs: all } }) {
  const ofMentions = kind === "mentions";
  const partsOf = (run) => run.types ?? run.labels ?? {};
  const names = [...new Set(all.flatMap((run) => Object.keys(partsOf(run))))];
  if (!names.length) return null;
  const wanted = (name) => Math.max(...all.map((run) => partsOf(run)[name]?.reference ?? 0));
  return el("section", { "aria-label": `By ${part}` }, dataTable({
    caption: `F1 of each ${part}${kind === "dependencies" ? " with its head" : ""}`,
    name: `${part}s`,
    rows: names.sort(),
    sorted: ofMentions ? null : [1, true],
    columns: [
      textColumn(part, (name) => name),
      ...(ofMentions ? [] : [countColumn("in the reference", wanted)]),
      ...all
        .slice(0, 12)
        .map((run) => numberColumn(plain(runNames[run.file], 30), (name) => partsOf(run)[name]?.f1)),
    ],
  }));
}

function ranks({ kind, ranks: all, score }) {
  if (!all?.length) return null;
  const match = all.find((row) => row.corrected_match)?.corrected_match ?? "token";
  const beyond = [
    numberColumn(`F1 by match ${match}`, (row) => row.corrected_of),
    numberColumn("the same beyond chance", (row) => row.corrected),
  ];
  return el("section", { "aria-label": "Ranks" }, dataTable({
    caption: "Ranks of systems",
    title: "Systems",
    notes: [score?.signature].filter(Boolean),
    name: "ranks",
    rows: all,
    head: 1,
    sorted: [0, false],
    columns: [
      countColumn("rank", (row) => row.rank),
      textColumn("system", (row) => row.system),
      numberColumn(all[0].measure, (row) => row.value),
      intervalColumn(),
      { title: "over", value: (row) => row.interval_over },
      ...(kind === "mentions" ? beyond : []),
    ],
  }));
}

function repairsBeside({ all_repairs: payload, run_names: names }) {
  if (!payload?.runs?.length) return null;
  const methods = [...new Set(payload.runs.map((run) => run.repair))];
  const files = [...new Set(payload.runs.map((run) => run.file))];
  const f1 = (file, method) => payload.runs.find((run) => run.file === file && run.repair === method)?.micro.f1 ?? null;
  const spread = (file) => {
    const values = methods.map((method) => f1(file, method)).filter((value) => value !== null);
    return values.length ? Math.max(...values) - Math.min(...values) : null;
  };
  return el("section", { "aria-label": "Repairs side by side" }, dataTable({
    caption: "F1 under each way of repairing labels that do not follow",
    name: "repairs",
    rows: files,
    columns: [
      textColumn("run", (file) => names[file]),
      ...methods.map((method) => numberColumn(plain(method), (file) => f1(file, method))),
      numberColumn("spread", spread),
    ],
  }));
}

function comparisons({ ranks: ranked, comparisons: payload }) {
  const all = payload?.comparisons ?? [];
  if (!all.length) return null;
  const rows = all.map(betterFirst);
  return el("section", { "aria-label": "Comparisons" }, dataTable({
    caption: `Differences in ${ranked[0].measure}, and how often chance gives one as large`,
    name: "comparisons",
    rows,
    columns: [
      {
        title: "systems",
        value: (row) => `${row.first} − ${row.second}`,
        cell: (row) => [shown(row.first, 40), " − ", shown(row.second, 40)],
      },
      valueColumn("difference"),
      intervalColumn(),
      pColumn("p", (row) => row.p),
      pColumn("p (Holm)", (row) => row.p_holm),
    ],
  }));
}

/** A comparison with the better system first, so that differences are not below 0. */
function betterFirst({ first, second, difference, interval, ...more }) {
  if (!(difference < 0)) return { first, second, value: difference, interval, ...more };
  const turned = interval && { ...interval, low: -interval.high, high: -interval.low };
  return { first: second, second: first, value: -difference, interval: turned, ...more };
}

function pColumn(title, value) {
  return numberColumn(title, value, { cell: (row) => pValue(value(row)), copied: (row) => pValue(value(row), 4) });
}
