// Systems: their scores with intervals, what chance gives, their ranks, and what the choice of a repair changes.
import { countColumn, intervalColumn, numberColumn, textColumn, valueColumn } from "./columns.js";
import { el } from "./dom.js";
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
      el("h2", {}, "How good the systems are"),
      el("p", { class: "lead" }, "Against ", el("code", {}, shown(systems.reference, 80)), "."),
      runs(systems, plots.systems),
      ranks(systems),
      beyondChance(systems, plots.chance),
      types(systems),
      repairsBeside(systems),
      comparisons(systems),
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

function runs({ score }, plot) {
  if (!plot) return null;
  const table = dataTable({
    caption: "Scores of each run",
    name: "scores",
    rows: score.runs,
    sorted: [3, true],
    columns: [
      textColumn("run", (run) => run.file),
      numberColumn("precision", (run) => run.micro.precision),
      numberColumn("recall", (run) => run.micro.recall),
      numberColumn("F1", (run) => run.micro.f1),
      intervalColumn((run) => ({ interval: run.micro.intervals?.f1 })),
      numberColumn("macro F1", (run) => run.macro?.f1),
      countColumn("invalid labels", (run) => run.invalid),
    ],
  });
  return plotWithTable(plot, { name: "systems", table });
}

/** Scores corrected for chance have a match of their own, so they have a picture of their own. */
function beyondChance({ chance }, plot) {
  if (!plot) return null;
  const table = dataTable({
    caption: "Scores beyond chance",
    name: "beyond-chance",
    rows: chance.parts.flatMap(({ part, runs: scored }) => scored.map((run) => ({ ...run, part }))),
    sorted: [4, true],
    columns: [
      textColumn("run", (row) => row.file),
      { title: "sentences", value: (row) => row.part },
      numberColumn("observed", (row) => row.observed),
      numberColumn("by chance", (row) => row.expected),
      valueColumn("beyond chance"),
      intervalColumn(),
      countColumn("rank", (row) => row.rank),
    ],
  });
  return plotWithTable(plot, { name: "beyond-chance", table });
}

/** The name of a run without the folder that all share. */
function shortName(runs, file) {
  const folder = runs[0].file.slice(0, runs[0].file.lastIndexOf("/") + 1);
  return runs.every((run) => run.file.startsWith(folder)) ? file.slice(folder.length) : file;
}

function types({ score }) {
  const all = score?.runs ?? [];
  const names = [...new Set(all.flatMap((run) => Object.keys(run.types ?? {})))].sort();
  if (!names.length) return null;
  return el("section", { "aria-label": "By type" }, dataTable({
    caption: "F1 of each type",
    name: "types",
    rows: names,
    columns: [
      textColumn("type", (name) => name),
      ...all
        .slice(0, 12)
        .map((run) => numberColumn(plain(shortName(all, run.file), 30), (name) => run.types?.[name]?.f1)),
    ],
  }));
}

function ranks({ ranks: all, score }) {
  if (!all?.length) return null;
  const match = all.find((row) => row.corrected_match)?.corrected_match ?? "token";
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
      numberColumn("F1", (row) => row.f1),
      intervalColumn(),
      { title: "over", value: (row) => row.interval_over },
      numberColumn(`F1 by match ${match}`, (row) => row.corrected_of),
      numberColumn("the same beyond chance", (row) => row.corrected),
    ],
  }));
}

function repairsBeside({ all_repairs: payload }) {
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
      textColumn("run", (file) => file),
      ...methods.map((method) => numberColumn(plain(method), (file) => f1(file, method))),
      numberColumn("spread", spread),
    ],
  }));
}

function comparisons({ comparisons: payload }) {
  const all = payload?.comparisons ?? [];
  if (!all.length) return null;
  const rows = all.map((each) => ({ ...each, name: `${each.first} − ${each.second}`, value: each.difference }));
  return el("section", { "aria-label": "Comparisons" }, dataTable({
    caption: "Differences in F1, and how often chance gives one as large",
    name: "comparisons",
    rows,
    columns: [
      {
        title: "systems",
        value: (row) => row.name,
        cell: (row) => [shown(row.first, 40), " − ", shown(row.second, 40)],
      },
      valueColumn("difference"),
      intervalColumn(),
      numberColumn("p", (row) => row.p),
      numberColumn("p (Holm)", (row) => row.p_holm),
    ],
  }));
}
