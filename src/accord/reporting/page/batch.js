// Batches: the next open cases for this window alone, for a time; so several adjudicators never get the same case.
import { ask } from "./ask.js";
import { desk } from "./desk.js";
import { el, fill, say } from "./dom.js";
import { counted } from "./numbers.js";
import { plain } from "./text.js";
import { askWho } from "./who.js";

const [FEWEST, MOST, USUAL] = [1, 500, 10];

/** Whether the batch of this window is over: it is done, ended, was undone, or goes on elsewhere. */
export function batchChanged({ taken, cases }) {
  if (!desk.batch) return false;
  const open = new Set(cases.filter(({ state }) => state === "open").map(({ id }) => id));
  const isDone = desk.batch.every((id) => !open.has(id));
  desk.batch = desk.batch.filter((id) => taken[id]?.window === desk.window || !open.has(id));
  if (desk.batch.some((id) => taken[id]?.window === desk.window)) return false;
  desk.batchSaid = isDone ? "Your batch is done." : "Your batch has ended.";
  desk.batch = null;
  return true;
}

/** A batch to take or to give back, and those of others; `changed()` lists the cases again. */
export function batchBar(changed) {
  const mine = Object.values(desk.queue.taken).filter(({ window: own }) => own === desk.window);
  const said = el("p", { class: "about", role: "status" }, desk.batchSaid);
  const doing = (path, more, then) => async () => {
    if (path !== "/api/batch/back" && askWho()) return;
    const { layer } = desk;
    try {
      const body = { layer, who: desk.who, window: desk.window, ...more() };
      const answer = await ask(path, { method: "POST", body });
      if (desk.layer === layer) then(answer);
    } catch (error) {
      fill(said, error.message);
    }
  };
  const took = ({ taken }) => {
    desk.batchSaid = taken.length ? null : "No open case is free: all are decided, or in the batches of others.";
    desk.batch = taken.length ? taken : null;
    for (const id of taken) desk.queue.taken[id] = { window: desk.window, who: desk.who, minutes: 60 };
    say(desk.batchSaid ?? `your batch: ${counted(taken.length, "case")}`);
    changed();
  };
  const bounds = { min: FEWEST, max: MOST, value: desk.batchSize ?? USUAL };
  const size = el("input", { type: "number", id: "batch-size", ...bounds });
  const wanted = () => {
    desk.batchSize = Number(size.value);
    return { size: desk.batchSize, items: desk.queue.cases.map(({ id }) => id) };
  };
  const back = (whose) => doing("/api/batch/back", () => whose, () => {
    const gone = ({ window: own, who }) => own === whose.window || who === whose.holder;
    for (const [id, each] of Object.entries(desk.queue.taken)) if (gone(each)) delete desk.queue.taken[id];
    if (whose.window) desk.batch = null;
    desk.batchSaid = null;
    changed();
  });
  const button = (words, does) => el("button", { type: "button", onclick: does }, words);
  const take = el(
    "p",
    { class: "bar-of-tools" },
    el("label", { class: "chooser inline" }, el("span", {}, "Take the next"), size, el("span", {}, "open cases")),
    button("Take", doing("/api/batch", wanted, took)),
  );
  const own = () => [
    el(
      "p",
      { class: "about" },
      `${counted(mine.length, "open case")} of your batch: nobody else is given them, `,
      "until an hour after your last decision.",
    ),
    el("p", { class: "bar-of-tools" }, button("Give back", back({ window: desk.window }))),
  ];
  return el(
    "details",
    { class: "batches", open: Boolean(mine.length || desk.batchSaid) },
    el("summary", {}, "Batches", mine.length > 0 && `: ${counted(mine.length, "case")} yours`),
    mine.length ? own() : take,
    said,
    othersOf(desk.queue.taken).map(([who, { length }, minutes]) =>
      el(
        "p",
        { class: "bar-of-tools other-batch" },
        el("span", {}, `${plain(who, 40)} has ${counted(length, "case")} for ${counted(minutes, "minute")}. `),
        who === desk.who && button("Go on with it here", doing("/api/batch/go-on", () => ({}), took)),
        button("Release", back({ holder: who })),
      ),
    ),
  );
}

/** The batches of other windows by name: [who, cases, minutes]. */
function othersOf(taken) {
  const others = Object.entries(taken).filter(([, { window: own }]) => own !== desk.window);
  const held = Map.groupBy(others, ([, { who }]) => who);
  return [...held].map(([who, rows]) => [who, rows, Math.max(...rows.map(([, { minutes }]) => minutes))]);
}
