// What mouse, finger, pen and arrow keys do in the three pictures. Hovering
// reads a cell and leaves no trace; pressing, dragging and keys choose it.
import { cellAtPoint } from "../kit/panel.ts";
import { type Point, type Pointing, stepped } from "../kit/pointer.ts";
import type { Box, Shown } from "../kit/spec.ts";
import type { State } from "./attributes.ts";
import { columnAt, frequency, sineColumn } from "./columns.ts";
import { MARGIN, sampleAt } from "./pictures-as-marks.ts";
import type { View } from "./view.ts";

type Here = Shown<State, View>;
type Answers = Pointing<State, View>;

/** The cell at a point, clamped to the table. */
function cellOf({ state }: Here, at: Point, box: Box) {
  const size = { rows: state.seqLen, columns: state.dModel };
  const { row, column } = cellAtPoint(size, box, at);
  return { pos: row, dim: column };
}

/** Whether a point is on the cells or on the axis beside them. */
const onCells = ({ x, y }: Point, { height }: Box): boolean =>
  x >= -MARGIN.left && y <= height;

/** Heatmap: both row and column follow. */
export const heat: Answers = {
  hover: (shown, at, box) =>
    onCells(at, box) ? cellOf(shown, at, box) : undefined,
  drag: (shown, at, box, { first }) =>
    first && !onCells(at, box) ? undefined : cellOf(shown, at, box),
  key({ state }, event) {
    const [lastPos, lastDim] = [state.seqLen - 1, state.dModel - 1];
    if (event.ctrlKey && event.key === "Home") return { pos: 0, dim: 0 };
    if (event.ctrlKey && event.key === "End") {
      return { pos: lastPos, dim: lastDim };
    }
    if (/Up|Down/.test(event.key)) {
      const pos = stepped(event, state.pos, [0, lastPos], "y");
      return pos === undefined ? undefined : { pos };
    }
    const dim = stepped(event, state.dim, [0, lastDim], "x");
    return dim === undefined ? undefined : { dim };
  },
};

/** The position at a point of the waves. */
function posAt({ state }: Here, { x }: Point, { width }: Box): number {
  const pos = Math.round(sampleAt(state.seqLen, width).invert(x) || 0);
  return Math.min(state.seqLen - 1, Math.max(0, pos));
}

/** The position there; near a curve its dimension too. */
function waveAt(shown: Here, at: Point, box: Box) {
  const pos = posAt(shown, at, box);
  const dim = shown.model.nearestWave(pos, at.y);
  return dim === undefined ? { pos } : { pos, dim };
}

/** Waves: along them the position follows; a press near a curve takes it. */
export const waves: Answers = {
  hover: waveAt,
  drag: (shown, at, box, { first }) =>
    first ? waveAt(shown, at, box) : { pos: posAt(shown, at, box) },
};

/** px around a dial within which its hand is taken. */
const AROUND = 12;

/** A hand that is being turned. */
interface Turning {
  readonly x: number;
  readonly y: number;
  /** Radians per position. */
  readonly frequency: number;
  /** Where the pointer was last, in radians from twelve o'clock. */
  angle: number;
  /** The position, between whole ones too. */
  exact: number;
}

const dialAt = ({ model }: Here, { x, y }: Point) =>
  model.dials.find((d) => Math.hypot(x - d.x, y - d.y) <= d.radius + AROUND);

/** The dimension that a pair's hand chooses. */
function dimOf(pair: number, { state }: Here): number {
  const chosen = columnAt(state.dim, state).pair;
  return pair === chosen ? state.dim : sineColumn(pair, state);
}

const angleOf = (at: Point, { x, y }: Point): number =>
  Math.atan2(at.x - x, y - at.y);

/** Clock hands: turning one moves the position. */
export const hands: Answers = {
  hover(shown, at) {
    const dial = dialAt(shown, at);
    return dial && { dim: dimOf(dial.pair, shown) };
  },
  drag(shown, at, _, { first, memory }) {
    const { state } = shown;
    if (first) {
      const dial = dialAt(shown, at);
      if (dial === undefined) return undefined;
      const { x, y, pair } = dial;
      const speed = frequency(pair, state);
      const angle = angleOf(at, dial);
      const turning = { x, y, frequency: speed, angle, exact: state.pos };
      memory.set("hand", turning);
      return { dim: dimOf(pair, shown) };
    }
    const hand = memory.get("hand") as Turning | undefined;
    if (hand === undefined) return undefined;
    const next = angleOf(at, hand);
    const turned = next - hand.angle;
    hand.angle = next;
    // The short way round.
    const step = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    const exact = hand.exact + step / hand.frequency;
    hand.exact = Math.min(state.seqLen - 1, Math.max(0, exact));
    return { pos: Math.round(hand.exact) };
  },
};
