// Where the sign stands that a picture can be dragged: on what the hand takes.
// It is found by asking what a press would choose: what is chosen now.
import type { Drawn } from "./panel.ts";
import type { Point } from "./pointer.ts";
import type { Box, Shown } from "./spec.ts";

type State = Record<string, unknown>;

/** Points that are asked, across and down. */
const ACROSS = 48;
const DOWN = 24;
/** px from the middle of the sign to its edge. */
const HALF = 14;

/** Whether a press there takes hold, and of what is chosen now. */
function holds(
  panel: Drawn,
  shown: Shown<State, unknown>,
  at: Point,
  box: Box,
): boolean {
  const how = { from: at, first: true, memory: new Map<string, unknown>() };
  const values = panel.pointing?.drag?.(shown, at, box, how);
  return (
    values !== undefined &&
    Object.entries(values).every(([name, it]) => it === shown.state[name])
  );
}

/**
 * The middle of the sign, in px of the panel's box; undefined: nothing of the
 * picture is more to be taken than the rest.
 */
export function gripPlace(
  panel: Drawn,
  shown: Shown<State, unknown>,
  box: Box,
): Point | undefined {
  const [w, h] = [box.width / ACROSS, box.height / DOWN];
  const found: Point[] = [];
  for (let k = 0; k < ACROSS * DOWN; k++) {
    const at = {
      x: ((k % ACROSS) + 0.5) * w,
      y: (Math.floor(k / ACROSS) + 0.5) * h,
    };
    if (holds(panel, shown, at, box)) found.push(at);
  }
  if (found.length === 0) return undefined;
  const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [wide, high] = [
    right - left > 0.9 * box.width,
    bottom - top > 0.9 * box.height,
  ];
  if (wide && high) return undefined;
  // A line across is taken at its right end, one upright at its foot; what is
  // small has the sign at its corner.
  const [x, y] = [
    wide ? box.width - HALF : high ? (left + right) / 2 : right,
    high ? box.height - HALF : wide ? (top + bottom) / 2 : bottom,
  ];
  return { x, y };
}
