// Overview: what to worry about, how much agreement there is, where it breaks and what to do next.
import { addressOf } from "./address.js";
import { el } from "./dom.js";
import { count, counted, decimal, ends, figure } from "./numbers.js";
import { intervalPlot, room } from "./plot.js";
import { copyButton, picture } from "./save.js";
import { dataTable } from "./table.js";
import { plain, shown } from "./text.js";

const MARKS = { error: "✕", warning: "!", note: "i" };
const MOST_ALERTS = 8;

export const overviewView = {
  id: "overview",
  title: "Overview",
  has: () => true,
  draw: (context) => [alerts(context), context.layer ? headline(context) : nothing(), allLayers(context)],
};

function alerts({ payload }) {
  const found = payload.alerts ?? [];
  if (!found.length) return null;
  const line = (alert) => {
    const layer = payload.layers.find((each) => each.id === alert.layer) ?? payload.layers[0];
    return el(
      "li",
      { class: `alert ${alert.severity}` },
      el("span", { class: "mark", "aria-hidden": "true" }, MARKS[alert.severity]),
      el("span", {}, el("strong", {}, `${alert.severity}: `), shown(alert.text, 600)),
      alert.view && alert.view !== "overview" && el("a", { href: addressOf(alert.view, layer) }, "look"),
    );
  };
  const rest = found.slice(MOST_ALERTS);
  return el(
    "section",
    { "aria-label": "Alerts", class: "alerts" },
    el("ul", {}, found.slice(0, MOST_ALERTS).map(line)),
    rest.length > 0 && el(
      "details",
      {},
      el("summary", {}, `${counted(rest.length, "more alert")}`),
      el("ul", {}, rest.map(line)),
    ),
  );
}

function nothing() {
  return el(
    "p",
    { class: "lead" },
    "There is no layer that two annotators share, so there is no agreement to measure.",
  );
}

function headline({ layer }) {
  const { headline: first, words = {} } = layer;
  const sentences = [["How much", words.how_much], ["Where it breaks", words.where], ["What to do next", words.next]];
  return el(
    "section",
    { class: "headline", "aria-labelledby": "headline-title" },
    el(
      "div",
      { class: "big" },
      el(
        "h2",
        { id: "headline-title" },
        shown(layer.name, 60),
        " ",
        el("span", { class: "kind" }, `${layer.kind}, by ${plain(layer.unit, 24)}`),
      ),
      el("p", { class: "value" }, el("span", { class: "coefficient" }, first.coefficient), figure(first)),
      first.interval && el(
        "p",
        { class: "interval" },
        `${ends(first.interval)}`,
        el("small", {}, ` ${Math.round(first.interval.level * 100)} % interval, ${first.interval.method}`),
      ),
      scale(first),
    ),
    el(
      "div",
      { class: "words" },
      sentences.filter(([, said]) => said).map(
        ([title, said]) => el("div", {}, el("h3", {}, title), el("p", {}, shown(said, 1200))),
      ),
    ),
    signature(layer),
    beside(layer),
  );
}

function scale(first) {
  if (typeof first.value !== "number") return null;
  const described = `${first.coefficient} is ${decimal(first.value)}${first.interval ? `, between ${ends(first.interval)}` : ""}; chance is 0 and perfect agreement is 1.`;
  return intervalPlot({
    rows: [{ ...first, name: "" }],
    title: `${first.coefficient} on its scale`,
    described,
    width: room(520),
    axis: "perfect",
  });
}

function signature(layer) {
  return el(
    "div",
    { class: "signature" },
    el(
      "p",
      {},
      el("span", { class: "label" }, "Signature"),
      el("code", {}, shown(layer.headline.signature, 600)),
      copyButton(() => layer.headline.signature, "Copy", "signature"),
    ),
    layer.command && el(
      "p",
      {},
      el("span", { class: "label" }, "Again with"),
      el("code", {}, shown(layer.command, 400)),
      copyButton(() => layer.command, "Copy", "command"),
    ),
  );
}

function beside(layer) {
  const results = [
    ...(layer.agreement?.results ?? []).slice(1),
    ...(layer.agreement?.companion_results ?? []),
    ...(layer.beside ?? []).flatMap(
      (each) => each.agreement?.results ?? [
        { coefficient: each.name, value: null, undefined: each.left_out, command: each.command },
      ],
    ),
  ];
  if (!results.length) return null;
  return el(
    "div",
    { class: "beside" },
    dataTable({
      caption: "Other measures of the same layer",
      name: "measures",
      rows: [{ ...layer.headline }, ...results],
      columns: [
        { title: "measure", value: (row) => row.coefficient },
        { title: "value", value: (row) => row.value, cell: (row) => figure(row), number: true },
        { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
        {
          title: "to compute it again",
          value: again,
          cell: (row) => (
            row.signature ? copyButton(
              () => row.signature,
              "Copy signature",
              row.coefficient,
            ) : el("code", {}, shown(again(row), 120))
          ),
          sort: false,
        },
      ],
    }),
  );
}

function again(row) {
  return row.signature ?? row.command ?? "";
}

function allLayers({ payload, go, layer }) {
  const { layers } = payload;
  if (layers.length < 2) return null;
  const rows = layers.map((each) => ({ ...each.headline, name: each.name, layer: each }));
  const known = rows.filter((row) => typeof row.value === "number").length;
  const table = dataTable({
    caption: "All layers",
    name: "layers",
    rows,
    onpick: (row) => go("overview", {}, row.layer),
    columns: [
      { title: "layer", value: (row) => row.name, cell: (row) => shown(row.name, 60) },
      { title: "kind", value: (row) => row.layer.kind },
      { title: "measure", value: (row) => row.coefficient },
      { title: "value", value: (row) => row.value, cell: (row) => figure(row), number: true },
      { title: "interval", value: (row) => ends(row.interval), number: true, sort: false },
      { title: "annotators", value: (row) => row.layer.annotators.length, number: true },
      {
        title: "documents",
        value: (row) => row.layer.documents_total,
        cell: (row) => count(row.layer.documents_total),
        number: true,
      },
    ],
  });
  const title = "All layers of this campaign";
  const drawn = intervalPlot({
    rows,
    title,
    described: `${known} layers with their agreement and its interval, chance at 0.`,
  });
  return el("section", { "aria-label": title }, picture({ drawing: drawn, title, name: "layers", table }));
}
