// A number is counted when its field is left, and then the city is drawn anew. That must not take
// the cell from under the mouse, nor what is typed meanwhile.
"use strict";

const isNumber = (element) => Boolean(element?.matches?.("#calculator input[type=number]"));
const count = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

// The mouse leaves a field as it goes down: what it goes up on comes first, and takes the number along.
let isDown = false;
let left = null;
document.addEventListener("pointerdown", () => (isDown = true), true);
document.addEventListener(
  "change",
  (event) => {
    if (!isDown || !isNumber(event.target)) return;
    event.stopPropagation();
    left = event.target;
  },
  true,
);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(
    end,
    () => {
      isDown = false;
      setTimeout(() => left && count(left)); // after the click, if there is one
    },
    true,
  );
}

// What is typed while the server counts stays, and is counted in its turn.
let sent = {};
let typed = null;
let uncounted = null;
document.addEventListener("htmx:beforeRequest", () => {
  left = uncounted = null;
  const fields = document.querySelectorAll("#calculator input[type=number]");
  sent = Object.fromEntries([...fields].map((field) => [field.id, field.value]));
});
document.addEventListener("htmx:beforeSwap", () => {
  const field = document.activeElement;
  typed = isNumber(field) && field.value !== sent[field.id] ? field.value : null;
});
document.addEventListener("htmx:afterSettle", () => {
  const field = document.activeElement;
  if (!isNumber(field)) return;
  if (typed === null) return field.select(); // as after the Tab key: the next digit replaces it
  field.value = typed;
  uncounted = field;
});
document.addEventListener("focusout", (event) => {
  if (event.target === uncounted && uncounted.isConnected) count(uncounted);
});
