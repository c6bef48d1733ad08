// Checks in the reader's own browser that the seed is the one whose hash was shown all along.
"use strict";

document.addEventListener(
  "toggle",
  async (event) => {
    const seed = document.getElementById("fair-seed")?.textContent;
    // Only there on https and on one's own machine; the command beside it works everywhere.
    if (event.target.id !== "fair-deal" || !seed || !window.crypto?.subtle) return;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const isRight = hash === document.getElementById("fair-hash").textContent;
    document.getElementById("fair-yes").hidden = !isRight;
    document.getElementById("fair-no").hidden = isRight;
  },
  true,
);
