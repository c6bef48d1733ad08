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
document.addEventListener("htmx:afterSettle", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (document.activeElement === document.body) {
    document.getElementById("match-board")?.focus({ preventScroll: true });
  }
});
