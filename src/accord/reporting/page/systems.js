// Systems: their scores with intervals, their ranks, comparisons, errors; what chance and repairs change, where known.
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { chooser } from "./controls.js";
import { el } from "./dom.js";
import { count, counted, pValue } from "./numbers.js";
import { plotWithTable } from "./plot.js";
import { copyButton } from "./save.js";
import { documentScores, runErrors } from "./system_errors.js";
import { dataTable } from "./table.js";
import { plain, sentence, shown } from "./text.js";

const MAX_INTERVALS = 4;
const MAX_RUNS = 12;

export const systemsView = {
  id: "systems",
  title: "Systems",
  has: (payload) => payload.systems.length > 0,
  draw(context) {
    const { payload, parameters } = context;
    const all = payload.systems;
    const systems = all.find((each) => each.id.toWellFormed() === parameters.get("of")) ?? all[0];
    return [
      el("h2", {}, `How good the ${systems.terms.system}s are`),
      all.length > 1 && el("div", { class: "bar-of-tools" }, chosenReference(context, systems)),
      el(
        "p",
        { class: "lead" },
        `${sentence(systems.terms.scored)} against `,
        el("code", {}, shown(systems.reference, 80)),
        `, by ${systems.terms.right}.`,
      ),
      runs(systems),
      ranks(systems),
      overRuns(systems),
      comparisons(systems),
      beyondChance(systems),
      labelScores(systems),
      runErrors(systems, context),
      documentScores(systems, MAX_RUNS),
      repairsBeside(systems),
      toReproduce(systems),
      (systems.left_out ?? []).map((line) => el("p", { class: "about" }, shown(line, 600))),
    ];
  },
};

/** Which of several references the systems are scored against that are shown. */
function chosenReference({ payload, go }, systems) {
  const all = payload.systems;
  const named = ({ id, terms }) => `${plain(id)} (${terms.scored})`;
  const pick = (index) => go("systems", { of: all[index].id });
  return chooser("Reference", all.map(named), all.indexOf(systems), pick, { id: "reference" });
}

function toReproduce({ score, command, commands }) {
  const lines = [
    ["Signature", score?.signature],
    ["To reproduce", command],
    ["The comparison", commands?.comparisons],
  ];
  return el(
    "div",
    { class: "signature" },
    lines.map(
      ([title, text]) => text && el(
        "p",
        {},
        el("span", { class: "label" }, title),
        el("code", {}, shown(text, 600)),
        copyButton(() => text, "Copy", title),
      ),
    ),
  );
}

function runs({ measures, runs: all, plots, lower_is_better: lowerIsBetter }) {
  const plot = plots.runs;
  if (!plot) return null;
  const titles = Object.entries(measures);
  const withIntervals = titles.length > MAX_INTERVALS ? titles.slice(0, 1) : titles;
  const hasInterval = (key) => withIntervals.some(([other]) => other === key);
  const sizes = differingSizes(all);
  const table = dataTable({
    caption: "Scores of each run",
    name: "scores",
    rows: all,
    sorted: [1, !lowerIsBetter],
    columns: [
      textColumn("run", (run) => run.name),
      ...titles.flatMap(([key, title]) => [
        valueColumn(title, (run) => run.measures[key]),
        ...(hasInterval(key) ? [intervalColumn((run) => run.measures[key], `interval of ${title}`)] : []),
      ]),
      ...sizes.map((name) => countColumn(name, (run) => run.sizes[name])),
    ],
  });
  return plotWithTable(plot, { parts: ["systems"], table, note: sameSizes(all, sizes) });
}

/** What there is not equally much of in all runs, such as invalid labels. */
function differingSizes(all) {
  const names = [...new Set(all.flatMap((run) => Object.keys(run.sizes)))];
  return names.filter((name) => new Set(all.map((run) => run.sizes[name])).size > 1);
}

function sameSizes(all, differing) {
  const same = Object.entries(all[0]?.sizes ?? {}).filter(([name, size]) => size > 0 && !differing.includes(name));
  return same.length ? `Of ${same.map(([name, number]) => `${count(number)} ${name}`).join(", ")}.` : null;
}

/** How the measures are distributed, where a system has several runs. */
function overRuns({ measures, over_runs: rows, terms }) {
  if (!rows?.length) return null;
  return el("section", { "aria-label": "Over runs" }, dataTable({
    caption: `Means over the runs of each ${terms.system}`,
    name: "over-runs",
    rows,
    columns: [
      textColumn(terms.system, (row) => row.system),
      { title: "measure", value: (row) => measures[row.measure] ?? row.measure },
      numberColumn("mean", (row) => row.mean),
      numberColumn("standard deviation", (row) => row.sd),
      numberColumn("standard error", (row) => row.se),
      intervalColumn(),
    ],
  }));
}

function beyondChance({ chance, runs: all, plots: { chance: plot } }) {
  if (!plot) return null;
  const names = Object.fromEntries(all.map((run) => [run.file, run.name]));
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

/** Each label or type, those first of which most are to be found; of a few runs with intervals. */
function labelScores({ terms, runs: all, labels, labels_left_out: left }) {
  if (!labels?.length) return null;
  const few = all.length <= 2;
  const columnsOf = ({ name }, index) => {
    const score = (row) => row.runs[index];
    const one = all.length === 1;
    const title = one ? "F1" : plain(name, 30);
    return [
      ...(one ? ["precision", "recall"].map((part) => numberColumn(part, (row) => score(row)?.[part])) : []),
      numberColumn(title, (row) => score(row)?.f1),
      ...(few && labels.some((row) => score(row)?.interval) ? [intervalColumn(score, `interval of ${title}`)] : []),
      ...(one ? ["predicted", "correct"].map((part) => countColumn(part, (row) => score(row)?.[part])) : []),
    ];
  };
  return el("section", { "aria-label": `By ${terms.part}` }, dataTable({
    caption: terms.each,
    name: `${terms.part}s`,
    rows: labels,
    sorted: [1, true],
    columns: [
      textColumn(terms.part, (row) => row.label),
      countColumn("in the reference", (row) => row.reference),
      ...all.slice(0, MAX_RUNS).flatMap(columnsOf),
    ],
  }), left > 0 && el("p", { class: "about" }, `${counted(left, `${terms.part} more`)} not shown.`));
}

function ranks({ ranks: all, score, commands, terms, chance_of: of }) {
  if (!all?.length) return null;
  const isOfRanks = of === all[0].measure;
  const beyond = [
    ...(isOfRanks ? [] : [numberColumn(of, (row) => row.corrected_of)]),
    numberColumn(isOfRanks ? `${of} beyond chance` : "the same beyond chance", (row) => row.corrected),
  ];
  return el("section", { "aria-label": "Ranks" }, dataTable({
    caption: `Ranks of ${terms.system}s`,
    title: `${sentence(terms.system)}s`,
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
      ...(commands?.chance ? beyond : []),
    ],
  }));
}

function repairsBeside({ all_repairs: payload, runs: all }) {
  if (!payload?.runs?.length) return null;
  const names = Object.fromEntries(all.map((run) => [run.file, run.name]));
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

function comparisons({ ranks: ranked, comparisons: payload, lower_is_better: lowerIsBetter }) {
  const all = payload?.comparisons ?? [];
  if (!all.length) return null;
  const rows = all.map((row) => betterFirst(row, lowerIsBetter));
  const reasons = [...new Set(rows.filter((row) => row.p === null).map((row) => row.undefined).filter(Boolean))];
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
  }), ...reasons.map((reason) => el("p", { class: "about" }, `No p: ${reason}.`)));
}

/** A comparison with the better system first, so that all differences point the same way. */
function betterFirst({ first, second, difference, interval, ...more }, lowerIsBetter) {
  const isWorse = lowerIsBetter ? difference > 0 : difference < 0;
  if (!isWorse) return { first, second, value: difference, interval, ...more };
  const turned = interval && { ...interval, low: -interval.high, high: -interval.low };
  return { first: second, second: first, value: -difference, interval: turned, ...more };
}

function pColumn(title, value) {
  return numberColumn(title, value, { cell: (row) => pValue(value(row)), copied: (row) => pValue(value(row), 4) });
}
