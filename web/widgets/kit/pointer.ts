// What mouse, finger, pen and arrow keys do in a panel. Hovering reads and
// leaves no trace; pressing, dragging and keys change the state.
import type { Text } from "../words/text.ts";
import type { State } from "./bounds.ts";
import { Corners } from "./corners.ts";
import type { Box, Shown } from "./spec.ts";

/** A point of a plot, in px from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A drag from its first moment on. */
export interface Drag {
  /** Where it began. */
  readonly from: Point;
  /** This is its first moment. */
  readonly first: boolean;
  /** What the panel wants to remember until it ends. */
  readonly memory: Map<string, unknown>;
}

/** How a panel answers pointers and keys. */
export interface Pointing<S, M> {
  /** The part of the state under the pointer; undefined: nothing is there. */
  readonly hover?: (
    shown: Shown<S, M>,
    at: Point,
    box: Box,
  ) => Partial<S> | undefined;
  /** What a press or drag chooses; undefined: nothing to take hold of. */
  readonly drag?: (
    shown: Shown<S, M>,
    at: Point,
    box: Box,
    drag: Drag,
  ) => Partial<S> | undefined;
  /** What it is made of: the choice, and what brings it into agreement. */
  readonly aim?: readonly [
    NonNullable<Pointing<S, M>["drag"]>,
    settle: (state: State) => State,
  ];
  /** What an arrow or another key changes; undefined: not its key. */
  readonly key?: (
    shown: Shown<S, M>,
    event: KeyboardEvent,
  ) => Partial<S> | undefined;
  /** Names of what arrow keys step through. */
  readonly stepped?: readonly string[];
  /** What the keys do, for those who cannot see it; else `strings.keys`. */
  readonly keys?: Text;
  /** Where the sign of what can be dragged stands, if all of it can. */
  readonly sign?: (shown: Shown<S, M>, box: Box) => Point;
  /** CSS cursor. */
  readonly cursor?: string;
  /** Dragging up and down does something too, so it may not scroll the page. */
  readonly vertical?: boolean;
}

/** What pointing needs of its widget. */
export interface PointingHost<S, M> {
  /** The state without hovering; undefined before the first drawing. */
  shown(): Shown<S, M> | undefined;
  box(): Box;
  hover(values: Partial<S> | undefined): void;
  choose(values: Partial<S>): void;
}

/** A finger has to travel this far before it drags rather than taps. */
const TOUCH_SLOP = 6;

/**
 * Makes a panel answer.
 *
 * @param plot - the element that listens
 */
export function bindPointing<S, M>(
  plot: GlobalEventHandlers & Element,
  pointing: Pointing<S, M>,
  host: PointingHost<S, M>,
): void {
  const { hover, drag, key } = pointing;
  let start: PointerEvent | undefined;
  let dragging = false;
  let memory = new Map<string, unknown>();

  let corners: Corners | undefined;
  const pointOf = (event: PointerEvent): Point | undefined => {
    corners ??= new Corners(plot);
    return corners.pointOf(event, host.box());
  };
  const take = (event: PointerEvent, first: boolean): boolean => {
    const shown = host.shown();
    if (shown === undefined || start === undefined) return false;
    const [from, at] = [pointOf(start), pointOf(event)];
    if (from === undefined || at === undefined) return false;
    const values = drag?.(shown, at, host.box(), { from, first, memory });
    if (values !== undefined) {
      host.choose(values);
      plot.toggleAttribute("data-dragged", true);
    }
    return values !== undefined;
  };
  const look = (event: PointerEvent): void => {
    const shown = host.shown();
    const at = hover && shown && pointOf(event);
    if (at) host.hover(hover(shown, at, host.box()));
  };

  const on = (type: string, act: (event: PointerEvent) => void): void =>
    plot.addEventListener(type, act as EventListener);
  on("pointerdown", (event) => {
    if (event.button !== 0 || !drag) return;
    start = event;
    memory = new Map();
    dragging = event.pointerType !== "touch";
    host.hover(undefined);
    if (dragging && !take(event, true)) {
      start = undefined;
      return;
    }
    plot.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (start === undefined) {
      if (event.pointerType !== "touch") look(event);
      return;
    }
    if (event.pointerId !== start.pointerId) return;
    const way = Math.hypot(
      event.clientX - start.clientX,
      event.clientY - start.clientY,
    );
    if (!dragging && way < TOUCH_SLOP) return;
    if (!dragging) take(start, true);
    dragging = true;
    take(event, false);
  });
  on("pointerup", (event) => {
    // A tap; the page did not scroll, or pointercancel would have come.
    if (start !== undefined && !dragging) take(event, true);
    start = undefined;
  });
  on("pointercancel", () => {
    start = undefined;
  });
  on("pointerleave", () => host.hover(undefined));
  if (!key) return;
  plot.addEventListener("keydown", (event) => {
    const shown = host.shown();
    if (shown === undefined || event.altKey || event.metaKey) return;
    const values = key(shown, event);
    if (values === undefined) return;
    event.preventDefault();
    host.choose(values);
  });
}

/** Steps of a number by arrow keys, pages and ends; undefined: other key. */
export function stepped(
  event: KeyboardEvent,
  value: number,
  [low, high]: readonly [low: number, high: number],
  axis: "x" | "y" | "both" = "both",
): number | undefined {
  const page = Math.max(1, Math.round((high - low) / 10));
  const steps: Readonly<Record<string, number>> = {
    ...(axis === "y" ? {} : { ArrowLeft: -1, ArrowRight: 1 }),
    ...(axis === "x" ? {} : { ArrowUp: -1, ArrowDown: 1 }),
    PageUp: -page,
    PageDown: page,
    Home: low - value,
    End: high - value,
  };
  const step = steps[event.key];
  return step === undefined
    ? undefined
    : Math.min(high, Math.max(low, value + step));
}
