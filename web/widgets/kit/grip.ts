// Where the sign stands that a picture can be dragged: on what the hand takes.
// It is found by asking what a press would choose: what is chosen now. Nothing
// that is written should be below it.
import type { Mark, TextMark } from "../plots/marks.ts";
import { widthOf } from "../plots/text-width.ts";
import { cellNumbers } from "./highlights.ts";
import type { Drawn } from "./panel.ts";
import type { Point } from "./pointer.ts";
import type { Box, Shown } from "./spec.ts";

type State = Record<string, unknown>;

/** Points that are asked, across and down. */
const ACROSS = 48;
const DOWN = 24;
/** px from the middle of the sign to its edge. */
export const HALF = 14;

/** How much sooner the sign moves along a line than off it. */
const ALONG = 16;

/** What a hand takes hold of in a picture. */
export interface Hold {
  /** Names of what a press sets. */
  readonly takes: string;
  /** Names of what any press sets. */
  readonly all: ReadonlySet<string>;
  /** The middle of the sign; undefined: nothing is more to be taken than the rest. */
  readonly at?: Point;
}

/** How far two states are from each other in what is chosen. */
function distance(values: State, state: State, other: State): number {
  let sum = 0;
  for (const name in values) {
    const [a, b] = [state[name], other[name]];
    if (a === b) continue;
    sum += typeof a === "number" ? Math.abs(a - (b as number)) : Infinity;
  }
  return sum;
}

/** How far a point is from a text; 0 within it. */
function awayFrom(
  { x, y, text, anchor = "start", size = 12 }: TextMark,
  at: Point,
): number {
  const width = widthOf(text, size);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return Math.hypot(
    Math.max(0, left - at.x, at.x - left - width),
    Math.max(0, y - 0.8 * size - at.y, at.y - y - 0.2 * size),
  );
}

/** Whether a sign there would hide what is written. */
function hides(marks: readonly Mark[], at: Point): boolean {
  return marks.some((mark) => {
    if (mark.kind === "text") {
      return mark.text !== "" && awayFrom(mark, at) < HALF + 1;
    }
    if (mark.kind !== "group") return false;
    const { x, y, scale = 1, marks: inner } = mark;
    // What is shrunk with its group is small: no sign is counted smaller for it.
    return hides(inner, { x: (at.x - x) / scale, y: (at.y - y) / scale });
  });
}

/** Places that are not at the very edge of what is round, if there are such. */
function steady(places: ReadonlyMap<number, Point>): readonly Point[] {
  const inside = [...places].flatMap(([k, at]) =>
    places.has(k - 1) && places.has(k - 2 * ACROSS) ? [at] : [],
  );
  return inside.length > 0 ? inside : [...places.values()];
}

const nearest = (places: readonly Point[], far: (at: Point) => number): Point =>
  places.reduce((a, b) => (far(b) < far(a) ? b : a));

/** What can be taken there, in px of the panel's box; undefined: nothing. */
export function holdOf(
  panel: Drawn,
  shown: Shown<State, unknown>,
  box: Box,
): Hold | undefined {
  const { aim, sign } = panel.pointing ?? {};
  if (!aim) return undefined;
  const [drag, settle] = aim;
  const [w, h] = [box.width / ACROSS, box.height / DOWN];
  const taken = new Map<number, Point>();
  const found = new Map<number, Point>();
  /** Many points choose the same, which is settled once. */
  const known: Record<string, number> = {};
  let least = Infinity;
  let takes: string | undefined;
  const all = new Set<string>();
  for (let k = 0; k < ACROSS * DOWN; k++) {
    const at = {
      x: ((k % ACROSS) + 0.5) * w,
      y: (Math.floor(k / ACROSS) + 0.5) * h,
    };
    const how = { from: at, first: true, memory: new Map<string, unknown>() };
    const values = drag(shown, at, box, how);
    if (values === undefined) continue;
    takes ??= Object.keys(values).join();
    for (const name in values) all.add(name);
    taken.set(k, at);
    const choice = Object.entries(values).join("\n");
    known[choice] ??= distance(
      values,
      shown.state,
      settle({ ...shown.state, ...values }),
    );
    const far = known[choice];
    if (far < least) found.clear();
    least = Math.min(least, far);
    if (far === least) found.set(k, at);
  }
  if (takes === undefined) return undefined;
  const own = sign?.(shown, box);
  if (own) return { takes, all, at: own };
  if (least === Infinity) return { takes, all };
  const ends = (axis: "x" | "y"): readonly [number, number] => {
    const all = [...found.values()].map((at) => at[axis]);
    return [Math.min(...all), Math.max(...all)];
  };
  const [left, right] = ends("x");
  const [top, bottom] = ends("y");
  const wide = right - left > 0.9 * box.width;
  const high = bottom - top > 0.9 * box.height;
  if (wide && high) return { takes, all };
  // A line across is taken at its right end, one upright at its foot; what is
  // small has the sign at its lower right corner.
  const x = high ? (left + right) / 2 : wide ? box.width - HALF : box.width;
  const y = wide ? (top + bottom) / 2 : high ? box.height - HALF : box.height;
  // Along a line rather than beside it.
  const far = (at: Point): number =>
    Math.hypot(
      ((high ? ALONG : 1) * (at.x - x)) / box.width,
      ((wide ? ALONG : 1) * (at.y - y)) / box.height,
    );
  const best = nearest(steady(found), far);
  const marks = [
    ...(panel.kind === "cells"
      ? cellNumbers(panel.matrix(shown), box, shown.theme)
      : []),
    ...(panel.marks?.(shown, box) ?? []),
  ];
  if (!hides(marks, best)) return { takes, all, at: best };
  const clear = (places: ReadonlyMap<number, Point>): Point[] =>
    steady(places).filter(
      (at) => (!high || at.y <= y) && (!wide || at.x <= x) && !hides(marks, at),
    );
  const free = clear(found);
  if (free.length > 0) return { takes, all, at: nearest(free, far) };
  // What is small may be taken beside its middle.
  if (wide || high || panel.kind === "cells") return { takes, all, at: best };
  const off = (at: Point): number => Math.hypot(at.x - best.x, at.y - best.y);
  const beside = clear(taken).filter((at) => off(at) <= 2 * HALF);
  return { takes, all, at: beside.length > 0 ? nearest(beside, off) : best };
}
