// The three pictures as marks, for the screen and for files.
import { type ScaleLinear, scaleLinear } from "d3-scale";
import {
  bottomAxis,
  cellScale,
  integerTicks,
  leftAxis,
} from "../plots/axes.ts";
import { type Dial, dialGrid } from "../plots/dials.ts";
import { lineMark, type Samples } from "../plots/lines.ts";
import { circle, type Ink, type Mark, segment } from "../plots/marks.ts";
import { group } from "../words/text.ts";
import type { State } from "./attributes.ts";
import {
  columnAt,
  cosineColumn,
  dialPairs,
  frequency,
  settingPairs,
  sineColumn,
} from "./columns.ts";

/** Room of the axes around a plot; the style sheet has the same numbers. */
export const MARGIN = { left: 44, bottom: 24 } as const;
/** Room for lines and points that touch an edge of the waves' box. */
const INSET = 6;

/** Reads one cell of the table. */
export type Read = (pos: number, dim: number) => number;

const whole = (value: number): string => group(String(value));

/** Axes of the heatmap around a box of this size. */
export function heatAxes(state: State, width: number, height: number): Mark[] {
  const { seqLen, dModel, pos, dim } = state;
  return [
    ...leftAxis({
      scale: cellScale(seqLen, height),
      ticks: integerTicks(0, seqLen - 1, height, 48),
      format: whole,
      marked: pos,
    }),
    {
      kind: "group",
      x: 0,
      y: height,
      marks: bottomAxis({
        scale: cellScale(dModel, width),
        ticks: integerTicks(0, dModel - 1, width, 72),
        format: whole,
        marked: dim,
      }),
    },
  ];
}

/** One curve of the waves. */
export interface Wave {
  readonly dim: number;
  readonly pair: number;
  readonly stroke: Ink;
  readonly chosen: boolean;
}

const SETTING: readonly Ink[] = ["warm", "good", "ink3"];

/** The chosen dimension and those around it, the chosen one last, on top. */
export function wavesOf(state: State): Wave[] {
  const { pair } = columnAt(state.dim, state);
  const around = settingPairs(pair, state.seqLen, state).map((other, k) => ({
    dim: sineColumn(other, state),
    pair: other,
    stroke: SETTING[k] as Ink,
    chosen: false,
  }));
  return [...around, { dim: state.dim, pair, stroke: "accent", chosen: true }];
}

/** Value → px in the box of the waves. */
export function waveScale(height: number): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([1, -1])
    .range([INSET, height - INSET]);
}

/** Index of a sample → px in the box of the waves. */
export function sampleAt(
  count: number,
  width: number,
): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([0, count - 1])
    .range([INSET, width - INSET]);
}

/** Axes of the waves around a box of this size. */
export function waveAxes(state: State, width: number, height: number): Mark[] {
  return [
    ...leftAxis({ scale: waveScale(height), ticks: [1, 0, -1], format: whole }),
    {
      kind: "group",
      x: 0,
      y: height,
      marks: bottomAxis({
        scale: sampleAt(state.seqLen, width),
        ticks: integerTicks(0, state.seqLen - 1, width, 72),
        format: whole,
        marked: state.pos,
      }),
    },
  ];
}

/** The curves. */
export function curveMarks(
  waves: readonly Wave[],
  samples: readonly Samples[],
  width: number,
  height: number,
): Mark[] {
  const y = waveScale(height);
  const curves = samples.map((curve, k) => {
    const { stroke, chosen } = waves[k] as Wave;
    const style = { stroke, width: chosen ? 2.25 : 1.25 };
    return lineMark(curve, sampleAt(curve.count, width), y, style);
  });
  return [segment(0, y(0), width, y(0), { stroke: "rule" }), ...curves];
}

/** Where the position cuts the curves. */
export function cutMarks(
  state: State,
  waves: readonly Wave[],
  read: Read,
  width: number,
  height: number,
): Mark[] {
  const x = sampleAt(state.seqLen, width)(state.pos);
  const y = waveScale(height);
  const points = waves.flatMap(({ dim, stroke, chosen }) => {
    const at = y(read(state.pos, dim));
    return [
      circle(x, at, chosen ? 5 : 3.5, { fill: "paper" }),
      circle(x, at, chosen ? 4 : 2.5, { fill: stroke }),
    ];
  });
  return [segment(x, 0, x, height, { stroke: "ink" }), ...points];
}

/** The dials of a state with the pair that each shows. */
export interface PairDial extends Dial {
  readonly pair: number;
}

/** The hands at the chosen position. */
export function dialsOf(
  state: State,
  read: Read,
  width: number,
  height: number,
): PairDial[] {
  const { pair: chosen } = columnAt(state.dim, state);
  const pairs = dialPairs(chosen, state);
  return dialGrid(pairs.length, width, height).map((place, k) => {
    const pair = pairs[k] as number;
    return {
      ...place,
      pair,
      sin: read(state.pos, sineColumn(pair, state)),
      cos: read(state.pos, cosineColumn(pair, state)),
      sweep: (state.seqLen - 1) * frequency(pair, state),
      label: `i = ${pair}`,
      active: pair === chosen,
    };
  });
}
