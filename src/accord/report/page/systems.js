// Systems: their scores with intervals, what chance gives, their ranks, and what the choice of a repair changes.
import { el } from "./dom.js";
import { count, decimal, ends, figure } from "./numbers.js";
import { intervalPlot } from "./plot.js";
import { copyButton, picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MOST_RUNS = 30;

export const systemsView = {
  id: "systems",
  title: "Systems",
  has: (payload) => Boolean(payload.systems),
  draw({ payload: { systems } }) {
    return [
      el("h2", {}, "How good the systems are"),
      el("p", { class: "lead" }, "Against ", el("code", {}, shown(systems.reference, 80)), "."),
      runs(systems),
      ranks(systems),
      beyondChance(systems),
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

function runs({ score }) {
  if (!score?.runs?.length) return null;
  const rows = score.runs.map(
    (run) => ({ name: shortName(score.runs, run.file), value: run.micro.f1, interval: run.micro.intervals?.f1, run }),
  );
  const table = dataTable({
    caption: "Scores of each run",
    name: "scores",
    rows,
    sorted: [3, true],
    columns: [
      { title: "run", value: (row) => row.run.file, cell: (row) => shown(row.run.file, 60) },
      ...["precision", "recall", "f1"].map((name) => ({
        title: name === "f1" ? "F1" : name,
        value: (row) => row.run.micro[name],
        cell: (row) => decimal(row.run.micro[name]),
        number: true,
      })),
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      { title: "macro F1", value: (row) => row.run.macro?.f1, cell: (row) => decimal(row.run.macro?.f1), number: true },
      { title: "invalid labels", value: (row) => row.run.invalid, cell: (row) => count(row.run.invalid), number: true },
    ],
  });
  const title = "F1 of each run";
  const best = [...rows].sort((one, other) => (other.value ?? -1) - (one.value ?? -1)).slice(0, MOST_RUNS);
  const drawn = intervalPlot({
    rows: best,
    title,
    described: `${rows.length} runs, each with F1 and its interval.`,
    chance: null,
    axis: "F1",
    fine: true,
  });
  return picture({ drawing: drawn, title, note: rows.length > MOST_RUNS ? `The ${MOST_RUNS} best of ${rows.length}; the table has all.` : null, name: "systems", table });
}

/** The name of a run without the folder that all share. */
function shortName(runs, file) {
  const folder = runs[0].file.slice(0, runs[0].file.lastIndexOf("/") + 1);
  return runs.every((run) => run.file.startsWith(folder)) ? file.slice(folder.length) : file;
}

/** Scores corrected for chance have a match of their own, so they have a picture of their own. */
function beyondChance({ chance }) {
  const rows = (chance?.parts ?? []).flatMap(
    (part) => part.runs.map((run) => ({ ...run, part: part.part, other: { value: run.expected } })),
  );
  if (!rows.length) return null;
  const named = rows.map(
    (row) => ({ ...row, name: shortName(rows, row.file) + (chance.parts.length > 1 ? `, ${row.part}` : "") }),
  );
  const table = dataTable({
    caption: "Scores beyond chance",
    name: "beyond-chance",
    rows: named,
    sorted: [4, true],
    columns: [
      { title: "run", value: (row) => row.file, cell: (row) => shown(row.file, 60) },
      { title: "sentences", value: (row) => row.part },
      { title: "observed", value: (row) => row.observed, cell: (row) => decimal(row.observed), number: true },
      { title: "by chance", value: (row) => row.expected, cell: (row) => decimal(row.expected), number: true },
      { title: "beyond chance", value: (row) => row.value, cell: (row) => figure(row), number: true },
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      { title: "rank", value: (row) => row.rank, number: true },
    ],
  });
  const title = `F1 beyond chance, match: ${plain(chance.match)}`;
  const drawn = intervalPlot({
    rows: named.slice(0, MOST_RUNS),
    title,
    described: `${rows.length} runs with F1 corrected for chance, and what chance would give.`,
    axis: "F1",
  });
  return picture({
    drawing: drawn,
    title,
    note: "● corrected for chance   □ what random spans would give",
    name: "beyond-chance",
    table,
  });
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
      { title: "type", value: (name) => name, cell: (name) => shown(name, 60) },
      ...all.slice(0, 12).map(
        (run) => ({ title: plain(shortName(all, run.file), 30), value: (name) => run.types?.[name]?.f1 ?? null, cell: (name) => decimal(run.types?.[name]?.f1), number: true }),
      ),
    ],
  }));
}

function ranks({ ranks: all }) {
  if (!all?.length) return null;
  return el("section", { "aria-label": "Ranks" }, dataTable({
    caption: "Ranks of systems",
    name: "ranks",
    rows: all,
    head: 1,
    sorted: [0, false],
    columns: [
      { title: "rank", value: (row) => row.rank, number: true },
      { title: "system", value: (row) => row.system, cell: (row) => shown(row.system, 60) },
      { title: "F1", value: (row) => row.f1, cell: (row) => decimal(row.f1), number: true },
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      ...(
        all.some((row) => typeof row.corrected === "number") ? [
          {
            title: "beyond chance",
            value: (row) => row.corrected,
            cell: (row) => decimal(row.corrected),
            number: true,
          },
        ] : []
      ),
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
      { title: "run", value: (file) => file, cell: (file) => shown(file, 60) },
      ...methods.map(
        (method) => ({ title: plain(method), value: (file) => f1(file, method), cell: (file) => decimal(f1(file, method)), number: true }),
      ),
      { title: "spread", value: spread, cell: (file) => decimal(spread(file)), number: true },
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
      { title: "difference", value: (row) => row.value, cell: (row) => figure(row), number: true },
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      { title: "p", value: (row) => row.p, cell: (row) => decimal(row.p), number: true },
      { title: "p (Holm)", value: (row) => row.p_holm, cell: (row) => decimal(row.p_holm), number: true },
    ],
  }));
}
