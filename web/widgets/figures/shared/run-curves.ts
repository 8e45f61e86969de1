// Curves of runs of training: loss by step, right answers by length. Shipped
// runs are lines with a band of seeds, the reader's own are dots on top.
import { scaleLinear, scaleLog } from "d3-scale";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import type { Point } from "../../kit/pointer.ts";
import type { Box } from "../../kit/spec.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import type { Band } from "../../trained/run-results.ts";
import { MULTIPLES, POINT } from "../../trained/runs.ts";
import type { Strings } from "../../words/strings.ts";
import type { Lang, Text } from "../../words/text.ts";

/** Of every figure with these curves, and of what it asks the reader for. */
export const CURVE_STRINGS = {
  task: { en: "Task", zh: "任务" },
  testAt: { en: "Test length, number", zh: "测试长度（序号）" },
  keys: {
    en: "Share of right answers by length; arrow keys choose a length.",
    zh: "各长度的正确率；方向键选择长度。",
  },
  axisRight: { en: "right, %", zh: "正确率（%）" },
  axisLength: {
    en: "length of the test, times that of training",
    zh: "测试长度（训练长度的倍数）",
  },
  axisLoss: { en: "loss, nats", zh: "损失（奈特）" },
  axisStep: { en: "step of training", zh: "训练步数" },
} as const satisfies Strings;

interface Look {
  readonly ink: Ink;
  readonly dashed?: true;
}

/** Two schemes share no look. */
const LOOKS: Readonly<Record<string, Look>> = {
  none: { ink: "ink3" },
  learned: { ink: "warm" },
  sinusoidal: { ink: "warm", dashed: true },
  rope: { ink: "accent" },
  alibi: { ink: "good" },
  t5: { ink: "good", dashed: true },
};

/** How a scheme is drawn; in plain ink what is none of them. */
export const lookOf = (scheme: string): Look => LOOKS[scheme] ?? { ink: "ink" };

/** A shipped curve. */
export interface ShippedCurve extends Look {
  readonly chosen: boolean;
  readonly band: Band;
}

/** The reader's own, as far as it is made. */
export interface OwnCurve extends Look {
  readonly chosen: boolean;
  readonly values: readonly number[];
}

export interface Curves {
  readonly shipped: readonly ShippedCurve[];
  readonly own: readonly OwnCurve[];
}

type Place = (n: number, value: number) => readonly [number, number];

/** What is chosen comes last, on top. */
const byChoice = <C extends { readonly chosen: boolean }>(
  curves: readonly C[],
): C[] => [...curves].sort((a, b) => Number(a.chosen) - Number(b.chosen));

/** Of a run that was opened, what came before is not. */
const isKnown = (value: number): boolean => !Number.isNaN(value);

function through(
  values: readonly number[],
  at: Place,
  style: Omit<Extract<Mark, { kind: "path" }>, "kind" | "draw">,
): Mark {
  return {
    kind: "path",
    ...style,
    draw(pen) {
      const first = values.findIndex(isKnown);
      values.forEach((value, n) => {
        if (!isKnown(value)) return;
        const [x, y] = at(n, value);
        if (n === first) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
    },
  };
}

/** A band of seeds and the line of their mean. */
function shippedMarks(
  { ink, dashed, chosen, band: { mean, low, high } }: ShippedCurve,
  at: Place,
): readonly Mark[] {
  return [
    {
      kind: "path",
      fill: ink,
      opacity: chosen ? 0.22 : 0.08,
      draw(pen) {
        high.forEach((value, n) => {
          const [x, y] = at(n, value);
          if (n === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        });
        for (let n = low.length - 1; n >= 0; n -= 1) {
          pen.lineTo(...(at(n, low[n] as number) as [number, number]));
        }
        pen.closePath();
      },
    },
    through(mean, at, {
      stroke: ink,
      width: chosen ? 3 : 1.5,
      ...(dashed ? { dash: [5, 3] } : {}),
    }),
  ];
}

function ownMarks(
  { ink, chosen, values }: OwnCurve,
  at: Place,
  radius: number,
): readonly Mark[] {
  if (!values.some(isKnown)) return [];
  const dots = values.flatMap((value, n) =>
    isKnown(value)
      ? [
          circle(...at(n, value), chosen ? radius : radius - 1, {
            fill: "paper",
            stroke: ink,
            width: chosen ? 2 : 1,
          }),
        ]
      : [],
  );
  const width = chosen ? 1 : 0.75;
  return [through(values, at, { stroke: ink, width, dash: [1, 3] }), ...dots];
}

/** Lengths as multiples of that of training, over the width. */
const lengthScale = ({ width }: Box) =>
  scaleLog()
    .base(2)
    .domain([MULTIPLES[0], MULTIPLES.at(-1) as number])
    .range([0, width]);

/** The number of the test length at a place. */
function lengthAt(x: number, box: Box): number {
  const scale = lengthScale(box);
  const off = MULTIPLES.map((multiple) => Math.abs(scale(multiple) - x));
  return off.indexOf(Math.min(...off));
}

/** What is told by length: its axis, and what is drawn of a value. */
interface Measure {
  readonly label: Text;
  readonly most: number;
  readonly times: number;
  readonly ticks?: readonly number[];
}

/** Shares of right answers, in percent. */
export const SHARES: Measure = {
  label: CURVE_STRINGS.axisRight,
  most: 100,
  times: 100,
  ticks: [0, 25, 50, 75, 100],
};

/** Curves by length; the border of training is dashed. */
export function lengthMarks(
  curves: Curves,
  about: {
    readonly of: Measure;
    /** What guessing comes to; undefined: it is not known. */
    readonly guess: number | undefined;
    readonly testAt: number;
    readonly lang: Lang;
  },
  box: Box,
): readonly Mark[] {
  const { of, guess, testAt, lang } = about;
  const x = lengthScale(box);
  const y = scaleLinear().domain([0, of.most]).range([box.height, 0]);
  const height = (value: number) => y(of.times * value);
  const at: Place = (n, value) => [x(MULTIPLES[n] as number), height(value)];
  const border = x(1);
  const level = (value: number) =>
    segment(0, height(value), box.width, height(value), {
      stroke: "ink3",
      dash: [2, 3],
    });
  return [
    segment(border, 0, border, box.height, { stroke: "warm", dash: [5, 4] }),
    ...(guess === undefined ? [] : [level(guess)]),
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0.5, 1, 2, 4, 8],
          format: String,
          marked: MULTIPLES[testAt] as number,
          label: CURVE_STRINGS.axisLength[lang],
        },
        y: {
          scale: y,
          ...(of.ticks ? { ticks: of.ticks } : { format: String }),
          label: of.label[lang],
        },
      },
      box,
    ),
    ...byChoice(curves.shipped).flatMap((curve) => shippedMarks(curve, at)),
    ...curves.shipped.map(({ band, chosen, ink }) => {
      const value = band.mean[testAt] as number;
      return circle(...at(testAt, value), chosen ? 4.5 : 3, { fill: ink });
    }),
    ...byChoice(curves.own).flatMap((curve) => ownMarks(curve, at, 5)),
  ];
}

/** A hand on such a picture, or an arrow key, chooses a length. */
export const BY_LENGTH = {
  cursor: "ew-resize",
  pick: (_: unknown, at: Point, box: Box) => ({ testAt: lengthAt(at.x, box) }),
  steps: { any: "testAt" },
} as const;

/** Loss by step, each point over the middle of the steps that it is of. */
export function lossMarks(
  curves: Curves,
  about: { readonly steps: number; readonly lang: Lang },
  box: Box,
): readonly Mark[] {
  const values = [
    ...curves.shipped.flatMap(({ band }) => band.high),
    ...curves.own.flatMap((curve) => curve.values.filter(isKnown)),
  ];
  const x = scaleLinear().domain([0, about.steps]).range([0, box.width]);
  const most = Math.max(...values, 1e-3);
  const y = scaleLinear().domain([0, most]).range([box.height, 0]);
  const at: Place = (n, loss) => [x((n + 0.5) * POINT), y(loss)];
  return [
    ...axes(
      {
        x: { scale: x, label: CURVE_STRINGS.axisStep[about.lang] },
        y: {
          scale: y,
          format: String,
          label: CURVE_STRINGS.axisLoss[about.lang],
        },
      },
      box,
    ),
    ...byChoice(curves.shipped).flatMap((curve) => shippedMarks(curve, at)),
    ...byChoice(curves.own).flatMap((curve) => ownMarks(curve, at, 2.5)),
  ];
}
