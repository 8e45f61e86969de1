// What mouse, finger, pen and arrow keys do in the three pictures. Hovering
// reads a cell and leaves no trace; pressing, dragging and keys choose it.
import { cellAt } from "../../plots/heatmap.ts";
import { MARGIN, sampleAt } from "./figure.ts";

/** A cell of the table. */
export interface Place {
  readonly pos: number;
  readonly dim: number;
}

/** What the pictures need of the widget. */
export interface PointerHost {
  readonly seqLen: number;
  readonly dModel: number;
  /** The chosen cell. */
  readonly chosen: Place;
  /** Shows a cell while the pointer rests on it; undefined: no longer. */
  hover(place: Partial<Place> | undefined): void;
  choose(place: Partial<Place>): void;
}

/** A finger has to travel this far before it drags rather than taps. */
const TOUCH_SLOP = 6;

/**
 * Pointer handling of one picture.
 *
 * @param at - the place under a pointer
 * @param grab - called when a drag begins; may answer what moves do instead
 */
function track(
  element: Element,
  host: PointerHost,
  at: (event: PointerEvent, first: boolean) => Partial<Place> | undefined,
): void {
  let start: PointerEvent | undefined;
  let dragging = false;
  const choose = (event: PointerEvent, first: boolean): void => {
    const place = at(event, first);
    if (place) host.choose(place);
  };
  const on = (type: string, act: (event: PointerEvent) => void): void =>
    element.addEventListener(type, act as EventListener);
  on("pointerdown", (event) => {
    if (event.button !== 0 || at(event, true) === undefined) return;
    start = event;
    dragging = event.pointerType !== "touch";
    element.setPointerCapture(event.pointerId);
    host.hover(undefined);
    if (dragging) choose(event, true);
  });
  on("pointermove", (event) => {
    if (start === undefined) {
      if (event.pointerType !== "touch") host.hover(at(event, true));
      return;
    }
    if (event.pointerId !== start.pointerId) return;
    const [dx, dy] = [
      event.clientX - start.clientX,
      event.clientY - start.clientY,
    ];
    if (!dragging && Math.hypot(dx, dy) < TOUCH_SLOP) return;
    if (!dragging) choose(start, true);
    dragging = true;
    choose(event, false);
  });
  on("pointerup", (event) => {
    // A tap; the page did not scroll, or pointercancel would have come.
    if (start !== undefined && !dragging) choose(event, true);
    start = undefined;
  });
  on("pointercancel", () => {
    start = undefined;
  });
  on("pointerleave", () => host.hover(undefined));
}

/** Heatmap: both row and column follow. */
export function bindHeat(
  plot: HTMLElement,
  cells: HTMLElement,
  host: PointerHost,
): void {
  track(plot, host, (event, first) => {
    const box = cells.getBoundingClientRect();
    const inside =
      event.clientX >= box.left - MARGIN.left && event.clientY <= box.bottom;
    if (first && !inside) return undefined;
    const { row, column } = cellAt(event, box, host.seqLen, host.dModel);
    return { pos: row, dim: column };
  });
  plot.addEventListener("keydown", (event) => {
    const next = stepped(event, host);
    if (next === undefined) return;
    event.preventDefault();
    host.choose(next);
  });
}

/** The cell that a key leads to; undefined for other keys. */
function stepped(event: KeyboardEvent, host: PointerHost): Place | undefined {
  if (event.altKey || event.metaKey) return undefined;
  const { seqLen, dModel, chosen } = host;
  const clamp = (value: number, count: number): number =>
    Math.min(count - 1, Math.max(0, value));
  const move = (pos: number, dim: number): Place => ({
    pos: clamp(chosen.pos + pos, seqLen),
    dim: clamp(chosen.dim + dim, dModel),
  });
  const page = Math.max(1, Math.round(seqLen / 10));
  switch (event.key) {
    case "ArrowUp":
      return move(-1, 0);
    case "ArrowDown":
      return move(1, 0);
    case "ArrowLeft":
      return move(0, -1);
    case "ArrowRight":
      return move(0, 1);
    case "PageUp":
      return move(-page, 0);
    case "PageDown":
      return move(page, 0);
    case "Home":
      return event.ctrlKey ? { pos: 0, dim: 0 } : move(0, -dModel);
    case "End":
      return event.ctrlKey ? move(seqLen, dModel) : move(0, dModel);
    default:
      return undefined;
  }
}

/**
 * Waves: along them the position follows; near a curve its dimension is taken.
 *
 * @param nearest - the dimension of the curve near a point of the box, if any
 */
export function bindWaves(
  plot: HTMLElement,
  curves: HTMLElement,
  host: PointerHost,
  nearest: (pos: number, y: number) => number | undefined,
): void {
  track(plot, host, (event, first) => {
    const box = curves.getBoundingClientRect();
    // The page may be zoomed or scaled: px of the screen → px of the drawing.
    const scale = box.width / (curves.clientWidth || 1);
    const at = sampleAt(host.seqLen, curves.clientWidth);
    const x = at.invert((event.clientX - box.left) / (scale || 1));
    const last = host.seqLen - 1;
    const pos = Math.min(last, Math.max(0, Math.round(x || 0)));
    if (!first) return { pos };
    const dim = nearest(pos, (event.clientY - box.top) / (scale || 1));
    return dim === undefined ? { pos } : { pos, dim };
  });
}

/** A hand as the pointer meets it. */
export interface Hand {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Radians per position. */
  readonly frequency: number;
  /** The dimension that choosing this hand chooses. */
  readonly dim: number;
}

/** Clock hands: turning one moves the position. */
export function bindHands(
  svg: SVGSVGElement,
  host: PointerHost,
  hands: () => readonly Hand[],
): void {
  let hand: Hand | undefined;
  let angle = 0;
  let exact = 0;
  track(svg, host, (event, first) => {
    const box = svg.getBoundingClientRect();
    const scale = box.width / (svg.clientWidth || 1) || 1;
    const x = (event.clientX - box.left) / scale;
    const y = (event.clientY - box.top) / scale;
    const near = hands().find(
      (h) => Math.hypot(x - h.x, y - h.y) <= h.radius + 12,
    );
    if (first) {
      if (near === undefined) return undefined;
      hand = near;
      angle = Math.atan2(x - hand.x, hand.y - y);
      exact = host.chosen.pos;
      return { dim: hand.dim };
    }
    if (hand === undefined) return undefined;
    const next = Math.atan2(x - hand.x, hand.y - y);
    const turned = next - angle;
    angle = next;
    // The short way round.
    const step = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    exact += step / hand.frequency;
    exact = Math.min(host.seqLen - 1, Math.max(0, exact));
    return { pos: Math.round(exact) };
  });
}
