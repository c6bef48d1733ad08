// The folded table of contents gets out of the way once something is chosen in it.
const contents = document.querySelector(".contents.folded");
contents?.addEventListener("click", (event) => {
  if (event.target.closest("a")) contents.open = false;
});
