// The page from a server: it is fetched, drawn, and drawn again whenever something was measured anew.
import { adjudicateView, decisionsChanged } from "./adjudicate.js";
import { openPage } from "./app.js";
import { ask } from "./ask.js";
import { el, fill, say } from "./dom.js";
import { dropFiles, dropZone } from "./drop.js";
import { settingsView } from "./settings.js";

const OFTEN = 400;
const SELDOM = 2500;
const READING = "The files are being read and measured. The page appears as soon as there is something to show.";
const STOPPED = "Stopped. What is shown is what was measured before.";
const live = { version: 0, waiting: null, bar: null, state: null };

async function look() {
  let next = SELDOM;
  try {
    const state = await ask("/api/state");
    live.state = state;
    if (state.version !== live.version && state.has_payload) await redraw(state);
    if (!state.has_payload) welcome(state);
    if (state.job?.state === "running") next = OFTEN;
    showJob(state.job);
    decisionsChanged(state.changes);
  } catch (error) {
    showTrouble(error.message);
  }
  setTimeout(look, document.hidden ? 2 * SELDOM : next);
}

async function redraw(state) {
  live.version = state.version;
  const payload = await ask("/api/payload");
  live.waiting = payload;
  // what is being typed into a case is not taken away
  if (!location.hash.startsWith("#/adjudicate") || !document.querySelector(".view-adjudicate")) drawWaiting();
}

function drawWaiting() {
  if (!live.waiting) return;
  const payload = live.waiting;
  live.waiting = null;
  openPage(payload, { more: [adjudicateView, settingsView] });
}

function welcome(state) {
  const main = document.getElementById("main");
  if (main.querySelector(".welcome")) return;
  const words = state.has_files ? READING : "Drop files or a folder here, and see how far annotators agree.";
  const lead = el("p", { class: "lead" }, words);
  fill(main, el("div", { class: "view welcome" }, el("h1", {}, "accord"), lead, dropZone()));
}

function showJob(job) {
  const running = job?.state === "running";
  const failed = job?.state === "failed" || job?.state === "cancelled";
  if (!running && !failed) return hideBar();
  const bar = theBar();
  if (failed) {
    if (bar.dataset.shown === job.id) return undefined;
    bar.dataset.shown = job.id;
    const words = job.state === "cancelled" ? STOPPED : `Not measured: ${job.message}`;
    fill(bar, el("span", {}, words), el("button", { type: "button", onclick: () => (bar.hidden = true) }, "Close"));
    bar.hidden = false;
    return say(words);
  }
  bar.hidden = false;
  bar.dataset.shown = "";
  const share = job.total ? `${job.done.toLocaleString("en")} of ${job.total.toLocaleString("en")}` : "";
  if (!bar.querySelector("progress")) {
    fill(
      bar,
      el("span", { class: "what" }),
      el("progress", { "aria-label": "measuring" }),
      el("button", { type: "button", onclick: stopJob }, "Stop"),
    );
  }
  fill(bar.querySelector(".what"), `${job.what} ${share}`);
  const meter = bar.querySelector("progress");
  if (job.total > 1) Object.assign(meter, { max: job.total, value: job.done });
  else meter.removeAttribute("value");
  return undefined;
}

function stopJob() {
  const path = `/api/jobs/${live.state.job.id}`;
  ask(path, { method: "DELETE" }).catch((error) => showTrouble(error.message));
}

function showTrouble(words) {
  const bar = theBar();
  bar.hidden = false;
  bar.dataset.shown = "";
  fill(bar, el("span", {}, words));
}

function hideBar() {
  if (live.bar) live.bar.hidden = true;
}

function theBar() {
  if (!live.bar) {
    live.bar = el("div", { class: "job", role: "region", "aria-label": "Work in progress" });
    document.body.append(live.bar);
  }
  return live.bar;
}

history.replaceState(null, "", location.pathname + location.hash); // the key has become a cookie
window.addEventListener("hashchange", () => drawWaiting());
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer?.items?.length) dropFiles(event.dataTransfer).catch((error) => showTrouble(error.message));
});
look();
