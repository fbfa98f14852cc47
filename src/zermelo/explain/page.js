// Steps through searches that Python has drawn: at each stop every node gets the classes and texts that hold then.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const slider = find("slider");
const last = data.stops.length - 1;
let stop = 0, timer = 0, pause = 700;

// The moment that holds at a stop: the last that is not later.
function momentAt(moments, stop) {
  let low = 0, high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle][0] <= stop) low = middle + 1; else high = middle;
  }
  return moments[low - 1];
}

function put(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function draw() {
  for (const section of document.querySelectorAll("section")) {
    const side = data.sides[section.dataset.side];
    put(section.querySelector(".told"), side.told[stop]);
    put(section.querySelector(".counts"), side.counts[stop]);
    for (const node of section.querySelectorAll(".view:not([hidden]) [data-node]")) {
      const moment = momentAt(side.moments[node.dataset.node], stop);
      const [classes, value, above, below, title] = moment.slice(1).map((word) => side.words[word]);
      const shape = node.classList[1];
      node.setAttribute("class", `node ${shape} ${classes}`);
      const beside = node.querySelectorAll(".window");
      put(node.querySelector(".value"), value);
      put(beside[0], above);
      put(beside[1], below);
      put(node.querySelector("title"), title);
    }
  }
  slider.value = stop;
}

function go(to) {
  stop = Math.max(0, Math.min(last, to));
  if (stop === last) rest();
  draw();
}

function rest() {
  clearInterval(timer);
  timer = 0;
  put(find("play"), "▶ play");
}

function play() {
  if (timer) return rest();
  if (stop === last) go(0);
  timer = setInterval(() => go(stop + 1), pause);
  put(find("play"), "❚❚ pause");
}

function pace(factor) {
  pause = Math.max(40, Math.min(4000, pause * factor));
  if (timer) { rest(); play(); }
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

// A fold is a link to another view of the same search; "back" returns.
function open(view, from) {
  from.hidden = true;
  view.hidden = false;
  if (from.dataset.from !== view.id) view.dataset.from = from.id;
  draw();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".view a");
  const back = event.target.closest(".view .back");
  if (link) {
    event.preventDefault();
    open(find(link.getAttribute("href").slice(1)), link.closest(".view"));
  } else if (back) {
    const view = back.closest(".view");
    open(find(view.dataset.from || view.id.replace(/\d+$/, "0")), view);
  }
});

// A node that is clicked, or reached by Tab and Enter: the window around this one may show its board.
function tell(node) {
  const side = data.sides[node.closest("section").dataset.side];
  if (!side.moves) return;
  window.parent.postMessage({ zermelo: "node", moves: side.moves[node.dataset.node] }, "*");
}
if (data.sides.some((side) => side.moves)) {
  for (const node of document.querySelectorAll("[data-node]")) {
    node.setAttribute("tabindex", "0");
    node.style.cursor = "pointer";
  }
  document.addEventListener("click", (event) => {
    const node = event.target.closest("[data-node]");
    if (node && !event.target.closest("a")) tell(node);
  });
  document.addEventListener("keydown", (event) => {
    const node = event.target.closest("[data-node]");
    if (node && event.key === "Enter") tell(node);
  });
}

const actions = {
  first: () => go(0), back: () => go(stop - 1), play, next: () => go(stop + 1), last: () => go(last),
  slower: () => pace(1.5), faster: () => pace(1 / 1.5), theme,
};
for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
slider.addEventListener("input", () => go(Number(slider.value)));

const keys = {
  ArrowRight: actions.next, ArrowLeft: actions.back, Home: actions.first, End: actions.last, " ": play,
  "+": actions.faster, "-": actions.slower, d: theme,
};
document.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  action();
});

const wanted = /[#&]step=(\d+)/.exec(location.hash);  // page.html#step=12 opens there
go(wanted ? Number(wanted[1]) : 0);
