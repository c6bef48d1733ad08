// Stepping through a match by keyboard, by slider and by a click into a chart.
"use strict";

const STEPS = {
  ArrowLeft: "step-previous",
  ArrowRight: "step-next",
  Home: "step-first",
  End: "step-last",
};

// Not while something else wants the key: a field, the slider itself, a list that scrolls.
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const isTaken = event.target.closest("input, select, textarea, [tabindex='0']");
  if (!step || isTaken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const link = document.getElementById(step);
  if (link?.href) link.click();
});

// A click into a chart moves the slider to where it was.
document.addEventListener("click", (event) => {
  const chart = event.target.closest(".replay-figures svg");
  const slider = document.getElementById("replay-number");
  if (!chart || !slider) return;
  const { left, right } = chart.querySelector(".grid").getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (event.clientX - left) / (right - left)));
  slider.value = Math.round(share * slider.max);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
});

// What was open on the boards stays open.
let opened = [];
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#replay details[open]")].map((details) => details.id);
});

// What does not come anew with each position is brought up to date.
document.addEventListener("htmx:afterSettle", (event) => {
  const replay = document.getElementById("replay");
  if (!replay) return;
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  const { number } = replay.dataset;
  const slider = document.getElementById("replay-number");
  if (event.detail.requestConfig?.elt !== slider?.form) slider.value = number;
  moveMarkers(number / slider.max);
  markMove(number);
});

function moveMarkers(share) {
  for (const marker of document.querySelectorAll(".replay-figures .marker")) {
    const grid = marker.parentElement.querySelector(".grid");
    const [left, right] = [+grid.getAttribute("x1"), +grid.getAttribute("x2")];
    const at = left + (right - left) * (share || 0);
    marker.setAttribute("x1", at);
    marker.setAttribute("x2", at);
  }
}

function markMove(number) {
  const list = document.getElementById("replay-moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = list.querySelector(`[data-number="${number}"]`);
  link?.setAttribute("aria-current", "step");
  const row = link?.parentElement;
  list.scrollTop = row ? row.offsetTop - (list.clientHeight - row.offsetHeight) / 2 : 0;
}
