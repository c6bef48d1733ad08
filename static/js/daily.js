// Copies what is to be told to others; without this script it can be marked and copied by hand.
"use strict";

document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      return; // not allowed here: the text is marked, so that the keyboard can copy it
    }
    const said = button.parentElement.querySelector("[data-copied]");
    said.textContent = said.dataset.copied;
  });
});
