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

/** What a hand takes hold of in a picture. */
export interface Hold {
  /** Names of what it sets. */
  readonly takes: string;
  /** The middle of the sign; undefined: nothing is more to be taken than the rest. */
  readonly at?: Point;
}

/** How far what is chosen is from what a press would choose. */
function distance(values: State, state: State): number {
  return Object.entries(values).reduce((sum, [name, it]) => {
    const now = state[name];
    if (it === now) return sum;
    const isNumber = typeof it === "number" && typeof now === "number";
    return sum + (isNumber ? Math.abs(it - now) : Infinity);
  }, 0);
}

/** What can be taken there, in px of the panel's box; undefined: nothing. */
export function holdOf(
  panel: Drawn,
  shown: Shown<State, unknown>,
  box: Box,
): Hold | undefined {
  const [w, h] = [box.width / ACROSS, box.height / DOWN];
  let found = new Map<number, Point>();
  let least = Infinity;
  let takes: string | undefined;
  for (let k = 0; k < ACROSS * DOWN; k++) {
    const at = {
      x: ((k % ACROSS) + 0.5) * w,
      y: (Math.floor(k / ACROSS) + 0.5) * h,
    };
    const how = { from: at, first: true, memory: new Map<string, unknown>() };
    const values = panel.pointing?.drag?.(shown, at, box, how);
    if (values === undefined) continue;
    takes ??= Object.keys(values).join();
    const far = distance(values, shown.state);
    if (far < least) found = new Map();
    least = Math.min(least, far);
    if (far === least) found.set(k, at);
  }
  if (takes === undefined) return undefined;
  if (least === Infinity) return { takes };
  const all = [...found.values()];
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const middle = (of: number[]): number =>
    (Math.min(...of) + Math.max(...of)) / 2;
  const spans = (of: number[], size: number): boolean =>
    Math.max(...of) - Math.min(...of) > 0.9 * size;
  const [wide, high] = [spans(xs, box.width), spans(ys, box.height)];
  if (wide && high) return { takes };
  // A line across is taken at its right end, one upright at its foot; what is
  // small has the sign at its lower right corner.
  const x = high ? middle(xs) : wide ? box.width - HALF : box.width;
  const y = wide ? middle(ys) : high ? box.height - HALF : box.height;
  const far = (at: Point): number =>
    Math.hypot((at.x - x) / box.width, (at.y - y) / box.height);
  // Not at the very edge of what is round.
  const inside = [...found].flatMap(([k, at]) =>
    found.has(k - 1) && found.has(k - 2 * ACROSS) ? [at] : [],
  );
  const some = inside.length > 0 ? inside : all;
  return { takes, at: some.reduce((a, b) => (far(b) < far(a) ? b : a)) };
}
