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
const RUNNING = "running";
const STOPPED = "Stopped. What is shown is what was measured before.";
const live = { version: 0, waiting: null, bar: null, state: null, lost: false };

async function look() {
  let next = SELDOM;
  try {
    const state = await ask("/api/state");
    live.state = state;
    if (live.lost) hideBar();
    if (state.version !== live.version && state.has_payload) await redraw(state);
    if (!state.has_payload) welcome(state);
    if (state.job?.state === "running") next = OFTEN;
    showJob(state.job);
    decisionsChanged(state.changes);
  } catch (error) {
    if (!live.lost) tell(error.message);
    live.lost = true;
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
  const bar = theBar();
  if (job?.state === "failed" || job?.state === "cancelled") {
    if (bar.dataset.shown === job.id) return;
    tell(job.state === "cancelled" ? STOPPED : `Not measured: ${job.message}`);
    bar.dataset.shown = job.id;
    return;
  }
  if (job?.state !== "running") {
    if (bar.dataset.shown === RUNNING) hideBar();
    return;
  }
  bar.hidden = false;
  bar.dataset.shown = RUNNING;
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
}

/** Files may be dropped anywhere; text that is dragged goes where it would. */
function takeDrops(page) {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  page.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    page.classList.add("dropping");
  });
  page.addEventListener("dragleave", (event) => event.relatedTarget || page.classList.remove("dropping"));
  page.addEventListener("drop", (event) => {
    page.classList.remove("dropping");
    if (!holdsFiles(event)) return;
    event.preventDefault();
    dropFiles(event.dataTransfer, tell).then(hideBar, (error) => tell(error.message));
  });
}

function stopJob() {
  const path = `/api/jobs/${live.state.job.id}`;
  ask(path, { method: "DELETE" }).catch((error) => tell(error.message));
}

/** Words that stay until they are closed, or a measurement runs. */
function tell(words) {
  const bar = theBar();
  bar.hidden = false;
  bar.dataset.shown = "";
  live.lost = false;
  fill(bar, el("span", {}, words), el("button", { type: "button", onclick: hideBar }, "Close"));
  say(words);
}

function hideBar() {
  live.lost = false;
  theBar().hidden = true;
}

function theBar() {
  if (!live.bar) {
    live.bar = el("div", { class: "job", role: "region", "aria-label": "Work in progress", hidden: true });
    document.body.append(live.bar);
  }
  return live.bar;
}

history.replaceState(null, "", location.pathname + location.hash); // the key has become a cookie
window.addEventListener("hashchange", () => drawWaiting());
takeDrops(document.documentElement);
look();
