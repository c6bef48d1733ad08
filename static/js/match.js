// The board is swapped as a whole: what was open stays open, and the focus is not lost.
"use strict";

let opened = [];
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#match-board details[open]")].map((details) => details.id);
});
// What was sent is said; what was refused can be said better.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.id === "chat-form" && event.detail.successful) event.target.reset();
});
// On a small screen what is used next may be above the window, or below it or the bar. In a drawing
// that can be moved, pan-zoom.js sees to its part.
const bringIntoSight = () => {
  const part = document.querySelector("[data-in-sight]");
  if (!part) return;
  const { top, bottom } = part.getBoundingClientRect();
  const end = document.querySelector(".bar")?.getBoundingClientRect().top ?? innerHeight;
  if (top < 0) scrollBy(0, top - 8);
  else if (bottom > end) scrollBy(0, Math.min(top, bottom - end + 8));
};
document.addEventListener("htmx:afterSettle", (event) => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (document.activeElement === document.body) {
    document.getElementById("match-board")?.focus({ preventScroll: true });
  }
  // Whoever reads the chat meanwhile is not torn away from it.
  const { target, requestConfig } = event.detail;
  if (target?.id === "match-board" && !requestConfig.elt.matches("[data-poll]")) bringIntoSight();
});
