// Moving about in a drawing and zooming into it: any [data-pan-zoom] with an <svg> in it, by mouse,
// fingers, keys and buttons. It only changes the viewBox. Drawings that are swapped keep their view
// if they have an id; zoomed out, they show everything, whatever that is now. What is marked with
// [data-in-sight] is seen after a swap, wherever the view was left.

const DEEPEST = 6;
const BY_KEY = 1.3;
const DRAG_STARTS_AT = 5; // pixels: less is a click
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const kept = new Map(); // by id: the view that was left
const whole = new WeakMap(); // by drawing: the view that shows everything

const drawing = (frame) => frame.querySelector("svg");

function read(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
}

function show(frame, { x, y, width }) {
  const svg = drawing(frame);
  const all = whole.get(svg);
  const scale = Math.min(1, Math.max(1 / DEEPEST, width / all.width));
  const size = { width: all.width * scale, height: all.height * scale };
  const view = {
    x: Math.min(all.x + all.width - size.width, Math.max(all.x, x)),
    y: Math.min(all.y + all.height - size.height, Math.max(all.y, y)),
    ...size,
  };
  const before = read(svg);
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  const isZoomed = scale < 0.999;
  frame.classList.toggle("is-zoomed", isZoomed);
  for (const button of frame.querySelectorAll("[data-zoom]")) {
    const isAtEnd = button.dataset.zoom === "in" ? scale <= 1.001 / DEEPEST : !isZoomed;
    button.setAttribute("aria-disabled", isAtEnd);
  }
  if (frame.id) isZoomed ? kept.set(frame.id, view) : kept.delete(frame.id);
  return Math.hypot(view.x - before.x, view.y - before.y, view.width - before.width) > 0.01;
}

// Where a point of the screen is in the drawing.
function locate(svg, x, y) {
  return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
}

function move(frame, right, down) {
  const svg = drawing(frame);
  const view = read(svg);
  const { a } = svg.getScreenCTM();
  return show(frame, { ...view, x: view.x - right / a, y: view.y - down / a });
}

// What is at this point of the screen, else in the middle, stays where it is.
function zoom(frame, factor, point) {
  const svg = drawing(frame);
  const view = read(svg);
  const all = whole.get(svg);
  const width = Math.min(all.width, Math.max(all.width / DEEPEST, view.width / factor));
  const by = width / view.width;
  const at = point
    ? locate(svg, point.x, point.y)
    : { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  return show(frame, { x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, width });
}

const ZOOMS = {
  in: (frame) => zoom(frame, BY_KEY),
  out: (frame) => zoom(frame, 1 / BY_KEY),
  fit: (frame) => show(frame, whole.get(drawing(frame))),
};
const ZOOM_KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };

function bringIntoSight(frame, element) {
  const outer = drawing(frame).getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const isSeen =
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom;
  if (isSeen) return;
  const right = (outer.left + outer.right - inner.left - inner.right) / 2;
  const down = (outer.top + outer.bottom - inner.top - inner.bottom) / 2;
  move(frame, right, down);
}

// A swapped drawing comes as the server drew it.
function prepare() {
  for (const frame of document.querySelectorAll("[data-pan-zoom]")) {
    const svg = drawing(frame);
    if (!svg || whole.has(svg)) continue;
    whole.set(svg, read(svg));
    frame.tabIndex = 0;
    for (const buttons of frame.querySelectorAll("[data-zoom-buttons]")) buttons.hidden = false;
    show(frame, kept.get(frame.id) ?? read(svg));
    for (const element of svg.querySelectorAll("[data-in-sight]")) bringIntoSight(frame, element);
  }
}
prepare();
document.addEventListener("htmx:afterSwap", prepare); // before it is seen
document.addEventListener("htmx:load", prepare); // also for pages from the history

// Fingers, mouse and pen

const pointers = new Map(); // where each of them was last
let held = null; // the frame
let isDragging = false;
let travelled = 0;

const midpoint = ([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);

document.addEventListener("pointerdown", (event) => {
  const frame = event.target.closest("[data-pan-zoom]");
  if (!frame || event.button || event.target.closest("[data-zoom-buttons]")) return;
  if (frame !== held) pointers.clear();
  if (!pointers.size) [isDragging, travelled] = [false, 0];
  held = frame;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

document.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before || !held?.isConnected) return;
  const now = { x: event.clientX, y: event.clientY };
  travelled += Math.hypot(now.x - before.x, now.y - before.y);
  if (travelled < DRAG_STARTS_AT) return;
  if (!isDragging) held.setPointerCapture(event.pointerId);
  isDragging = true;
  const old = [...pointers.values()];
  pointers.set(event.pointerId, now);
  if (pointers.size === 2) {
    const fingers = [...pointers.values()];
    const [from, to] = [midpoint(old), midpoint(fingers)];
    zoom(held, distance(fingers) / Math.max(1, distance(old)), from);
    move(held, to.x - from.x, to.y - from.y);
  } else if (pointers.size === 1) {
    move(held, now.x - before.x, now.y - before.y);
  }
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    setTimeout(() => (isDragging &&= pointers.size > 0)); // after the click, if there is one
  });
}

// The end of a drag over a link is no click on it.
document.addEventListener(
  "click",
  (event) => {
    if (!isDragging || !event.target.closest("[data-pan-zoom]")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-pan-zoom]")) event.preventDefault();
});

// Two fingers are ours; one scrolls the page until there is something to move about in.
document.addEventListener(
  "touchstart",
  (event) => {
    if (event.touches.length > 1 && event.target.closest("[data-pan-zoom]")) event.preventDefault();
  },
  { passive: false },
);

// Without Ctrl the wheel scrolls the page.
document.addEventListener(
  "wheel",
  (event) => {
    const frame = event.target.closest("[data-pan-zoom]");
    if (!frame || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    zoom(frame, Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  },
  { passive: false },
);

// Buttons and keys

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) ZOOMS[button.dataset.zoom](button.closest("[data-pan-zoom]"));
});

document.addEventListener("keydown", (event) => {
  const frame = event.target.closest("[data-pan-zoom]");
  if (!frame || event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  const { clientWidth, clientHeight } = frame;
  const step = Math.min(clientWidth, clientHeight) / 5;
  const hasMoved = arrow
    ? move(frame, -arrow[0] * step, -arrow[1] * step)
    : ZOOMS[ZOOM_KEYS[event.key]]?.(frame);
  if (hasMoved) event.preventDefault();
});

// What gets the focus by a key comes into sight. Under a finger nothing moves, or the click is lost.
document.addEventListener("focusin", (event) => {
  if (!event.target.matches(":focus-visible")) return;
  const frame = event.target.closest("[data-pan-zoom]");
  if (frame && drawing(frame)?.contains(event.target)) bringIntoSight(frame, event.target);
});
