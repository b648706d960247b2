// The page from a server: it is fetched, drawn, and drawn again whenever something was measured again.
import { adjudicateView, decisionsChanged } from "./adjudicate.js";
import { openPage } from "./app.js";
import { ask } from "./ask.js";
import { el, fill, say } from "./dom.js";
import { dropFiles, dropZone, tellIn } from "./drop.js";
import { count } from "./numbers.js";
import { settingsView } from "./settings.js";
import { showStale } from "./stale.js";
import { measuredMeanwhile } from "./unmeasured.js";

const OFTEN = 400;
const SELDOM = 2500;
const STOPPED = "Stopped. What is shown is what was measured before.";
const OTHER_FILES = "Other files are shown now.";
/** `told` is the job that was told of last, and `words` the job that the words in the bar are about, if any. */
const live = {
  version: 0,
  files: null,
  waiting: null,
  bar: null,
  state: null,
  lost: null,
  told: null,
  words: null,
  timer: null,
  turn: 0,
};

async function look() {
  const turn = (live.turn += 1);
  let next = SELDOM;
  try {
    const state = await ask("/api/state");
    live.state = state;
    if (live.lost) tellNothing();
    live.lost = null;
    if (state.version !== live.version && state.has_payload) await redraw(state);
    if (!state.has_payload) welcome(state);
    if (state.job?.state === "running") next = OFTEN;
    showJob(state.job);
    showStale(state);
    decisionsChanged(state);
  } catch (error) {
    if (live.lost !== error.message) tell(error.message);
    live.lost = error.message;
  }
  if (turn === live.turn) live.timer = setTimeout(look, document.hidden ? 2 * SELDOM : next);
}

/** Looks at once, and not only when it is time. */
function lookNow() {
  clearTimeout(live.timer);
  return look();
}

async function redraw(state) {
  const isOther = live.files !== null && live.files !== state.files_shown;
  live.waiting = await ask("/api/payload");
  Object.assign(live, { version: state.version, files: state.files_shown });
  // what is being typed into a case or chosen among settings is not taken away, unless its files are gone; and then not
  // from under the keys, which would decide something else
  const isAtWork =
    /^#\/(adjudicate|settings)/.test(location.hash) && document.querySelector(".view-adjudicate, .view-settings");
  if (isAtWork && isOther) tell(OTHER_FILES);
  const field = document.activeElement?.closest("main input, main textarea, main select");
  if (isAtWork && isOther && field) field.addEventListener("blur", drawWaiting, { once: true });
  else if (!isAtWork || isOther) drawWaiting();
  else measuredMeanwhile(live.waiting);
}

function drawWaiting() {
  if (!live.waiting) return;
  const payload = live.waiting;
  live.waiting = null;
  openPage(payload, { more: [adjudicateView, settingsView] });
}

function welcome({ has_files: hasFiles, job }) {
  const main = document.getElementById("main");
  const stopped = hasFiles && job && job.state !== "running";
  const stage = stopped ? "stopped" : hasFiles ? "reading" : "waiting";
  if (main.querySelector(`.welcome[data-stage="${stage}"]`)) return;
  const words = {
    waiting: "Drop files or a folder here, and see how far annotators agree.",
    reading: "The files are being read and measured. The page appears as soon as there is something to show.",
    stopped: "There is nothing to show of these files yet.",
  }[stage];
  const again = () => ask("/api/settings", { method: "POST", body: {} }).catch((error) => tell(error.message));
  fill(
    main,
    el(
      "div",
      { class: "view welcome", "data-stage": stage },
      el("h1", {}, "accord"),
      el("p", { class: "lead" }, words),
      stopped && el("p", {}, el("button", { type: "button", class: "main-button", onclick: again }, "Measure again")),
      dropZone(),
    ),
  );
}

// --- the bar at the foot: how far a measurement is, and what is to be told, each for itself --------------------------

function showJob(job) {
  const { running } = theBar();
  if (live.words && live.words !== job?.id) tellNothing(); // what came of another job
  if (job?.state === "running") {
    drawRunning(running, job);
  } else {
    fill(running);
    if ((job?.state === "failed" || job?.state === "cancelled") && live.told !== job.id) {
      live.told = job.id;
      tell(job.state === "failed" ? `Not measured: ${job.message}` : live.state.has_payload ? STOPPED : "Stopped.");
      live.words = job.id;
    }
  }
  hideEmptyBar();
}

function drawRunning(running, { what, done, total }) {
  if (!running.querySelector("progress")) {
    fill(
      running,
      el("span", { class: "what" }),
      el("progress", { "aria-label": "measuring" }),
      el("button", { type: "button", onclick: stopJob }, "Stop"),
    );
  }
  const share = total ? `${count(done)} of ${count(total)}` : "";
  fill(running.querySelector(".what"), `${what} ${share}`);
  const meter = running.querySelector("progress");
  if (total > 1) Object.assign(meter, { max: total, value: done });
  else meter.removeAttribute("value");
}

/** Words that stay until they are closed or others come; or, with `stop`, until what they tell of is stopped. */
function tell(words, stop = null) {
  live.words = null;
  tellIn(theBar().words, words, { stop, close: tellNothing });
  hideEmptyBar();
  if (!stop) say(words);
}

function tellNothing() {
  live.words = null;
  fill(theBar().words);
  hideEmptyBar();
}

function hideEmptyBar() {
  const { bar, running, words } = theBar();
  bar.hidden = !running.hasChildNodes() && !words.hasChildNodes();
}

function theBar() {
  if (!live.bar) {
    const [running, words] = [el("div", { class: "running" }), el("div", { class: "told" })];
    const look = { class: "job", role: "region", "aria-label": "Work in progress", hidden: true };
    const bar = el("div", look, running, words);
    document.body.append(bar);
    live.bar = { bar, running, words };
  }
  return live.bar;
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
    dropFiles(event.dataTransfer, tell).then(() => (tellNothing(), lookNow()), (error) => tell(error.message));
  });
}

function stopJob() {
  const path = `/api/jobs/${live.state.job.id}`;
  ask(path, { method: "DELETE" }).catch((error) => tell(error.message));
}

history.replaceState(null, "", location.pathname + location.hash); // the key has become a cookie
window.addEventListener("hashchange", () => drawWaiting());
takeDrops(document.documentElement);
look();
