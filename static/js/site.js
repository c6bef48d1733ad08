// What pages can do better with JavaScript; everything works without it.
"use strict";

// A tab that nobody looks at does not ask for news; it asks at once when it is looked at again.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.dataset.poll !== undefined) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  const poll = document.querySelector("[data-poll]");
  if (!document.hidden && poll) htmx.trigger(poll, "look");
});

// Refusals are pages of their own; show what they say instead of dropping it.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { status } = event.detail.xhr;
  if (status >= 400 && status < 500) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

// What was said about the last page is old news once the page goes on.
document.addEventListener("htmx:afterSwap", () => document.querySelector(".messages")?.remove());

// Whoever goes back twice wants the page before, however late the answer to the first step comes.
let returning;
document.addEventListener("htmx:historyCacheMiss", (event) => {
  returning?.abort();
  returning = event.detail.xhr;
});
