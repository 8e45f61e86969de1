// <pe-rotating-pair>: a query and a key in the plane of one pair, turned by
// their positions.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { WHOLE } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { field } from "../../kit/pieces/live-math.ts";
import type { Point } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals } from "../../words/text.ts";
import { signedOffset } from "../08-relative-positions/offsets.ts";
import { errorText } from "../shared/random-content.ts";
import { arrow, between, frame, sweep, type Vector } from "./turned-hands.ts";

const table = {
  "pos-q": integer({ default: 6, min: 0, max: 100 }),
  "pos-k": integer({ default: 2, min: 0, max: 100 }),
  slide: real({ default: 0, min: 0, max: 400 }),
  pair: integer({ default: 5, min: 0, max: 31 }),
  qx: real({ default: 0.9, min: -1.2, max: 1.2 }),
  qy: real({ default: 0.3, min: -1.2, max: 1.2 }),
  kx: real({ default: 0.5, min: -1.2, max: 1.2 }),
  ky: real({ default: -0.6, min: -1.2, max: 1.2 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Radians per position. */
  readonly theta: number;
  readonly q: Vector;
  readonly k: Vector;
  readonly score: number;
  /** Score while both slide by 0 … 400, and while only the query does. */
  readonly both: Float32Array;
  readonly alone: Float32Array;
  readonly spread: number;
}

const HEAD_DIM = 64;
const SLIDES = 401;

const strings = {
  name: { en: "A pair of dimensions turns", zh: "一对维度在旋转" },
  caption: {
    en: "The dashed vectors are those before, the solid ones have been turned by their positions. Drag a solid tip, or type other numbers. Then press play beside “Slide both”: the hands turn together, the angle between them stays, and so does the score.",
    zh: "虚线是旋转前的向量，实线是按位置转过之后的。拖动实线的端点，或改写数值。再点“一起滑动”旁的播放：两根针一同转动，夹角不变，分数也就不变。",
  },
  posQ: { en: "Query position m", zh: "查询位置 m" },
  posK: { en: "Key position n", zh: "键位置 n" },
  slide: { en: "Slide both by s", zh: "一起滑动 s" },
  pair: { en: "Pair i of 32", zh: "第 i 对（共 32 对）" },
  qx: { en: "q, first column", zh: "q 的第一列" },
  qy: { en: "q, second column", zh: "q 的第二列" },
  kx: { en: "k, first column", zh: "k 的第一列" },
  ky: { en: "k, second column", zh: "k 的第二列" },
  keys: {
    en: "Query and key as hands; left and right arrows slide both, up and down move the query alone.",
    zh: "查询与键的两根针；左右方向键让两者一起滑动，上下方向键只移动查询。",
  },
  axisSlide: { en: "slide s", zh: "滑动 s" },
  score: { en: "score of this pair", zh: "这一对的分数" },
  both: { en: "both slide", zh: "一起滑动" },
  alone: { en: "only the query moves", zh: "只移动查询" },
} as const;

type Here = Shown<State, Model>;

function turn(
  [x, y]: Vector,
  theta: number,
  positions: readonly number[],
): Float32Array {
  const data = positions.flatMap(() => [x, y]);
  return pe.rotaryApply(
    { data, shape: [positions.length, 1, 2] },
    { frequencies: { inverseFrequency: [theta] }, positions },
  ).data;
}

const dots = (a: Float32Array, b: Float32Array): Float32Array =>
  Float32Array.from(
    { length: a.length / 2 },
    (_, n) =>
      (a[2 * n] as number) * (b[2 * n] as number) +
      (a[2 * n + 1] as number) * (b[2 * n + 1] as number),
  );

function plane({ state, model }: Here, box: Box): readonly Mark[] {
  const { x, y } = frame(box);
  const { qx, qy, kx, ky, posQ, posK, slide } = state;
  return [
    segment(x(-1.25), y(0), x(1.25), y(0), { stroke: "rule" }),
    segment(x(0), y(-1.25), x(0), y(1.25), { stroke: "rule" }),
    ...sweep(box, [qx, qy], model.theta * (posQ + slide), "accent"),
    ...sweep(box, [kx, ky], model.theta * (posK + slide), "ink2"),
    ...between(box, model.q, model.k),
    ...arrow(box, [qx, qy], "accent", "q", true),
    ...arrow(box, [kx, ky], "ink2", "k", true),
    ...arrow(box, model.q, "accent", "Rq", false),
    ...arrow(box, model.k, "ink2", "Rk", false),
  ];
}

function lines({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const reach = Math.max(
    0.1,
    ...[state].map((s) => Math.hypot(s.qx, s.qy) * Math.hypot(s.kx, s.ky)),
  );
  const x = scaleLinear()
    .domain([0, SLIDES - 1])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([-1.1 * reach, 1.1 * reach])
    .range([box.height, 0]);
  const all = { start: 0, stride: 1, count: SLIDES };
  return [
    ...axes(
      {
        x: { scale: x, label: strings.axisSlide[lang], marked: state.slide },
        y: {
          scale: y,
          label: strings.score[lang],
          format: (v) => decimals(v, 1),
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    lineMark({ ...all, data: model.alone }, x, y, {
      stroke: "ink3",
      width: 1,
      dash: [3, 3],
    }),
    lineMark({ ...all, data: model.both }, x, y, {
      stroke: "accent",
      width: 2,
    }),
    circle(x(state.slide), y(model.score), 5, { fill: "accent" }),
  ];
}

/** Which tip a point takes hold of. */
function tipAt({ model }: Here, at: Point, box: Box): "q" | "k" | undefined {
  const { x, y } = frame(box);
  const far = ([vx, vy]: Vector) => Math.hypot(at.x - x(vx), at.y - y(vy));
  const [q, k] = [far(model.q), far(model.k)];
  if (Math.min(q, k) > 28) return undefined;
  return q <= k ? "q" : "k";
}

const limited = (v: number): number =>
  Math.round(1000 * Math.min(1.2, Math.max(-1.2, v))) / 1000;

function say({ state, model, lang }: Here): string {
  const { posQ, posK, slide } = state;
  const score = cellValue(model.score);
  return {
    en: `Query at ${posQ + slide}, key at ${posK + slide}, offset ${signedOffset(posK - posQ)}: this pair adds ${score} to the score.`,
    zh: `查询在 ${posQ + slide}，键在 ${posK + slide}，偏移 ${signedOffset(posK - posQ)}：这一对给分数增加 ${score}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rotating-pair",
  table,
  strings,
  bounds: { slide: WHOLE },
  controls: [
    { key: "slide", play: { every: 125 } },
    { key: "posQ" },
    { key: "posK" },
    { key: "pair" },
  ],
  formula: {
    html: `<i>q</i> = (${field("qx")}, ${field("qy")}) <i>k</i> = (${field("kx")}, ${field("ky")})`,
    values: () => ({}),
  },
  compute({ posQ, posK, slide, pair, qx, qy, kx, ky }) {
    const { inverseFrequency } = pe.rotaryFrequencies({ headDim: HEAD_DIM });
    const theta = inverseFrequency[pair] as number;
    const slides = Array.from({ length: SLIDES }, (_, s) => s);
    const q = turn(
      [qx, qy],
      theta,
      slides.map((s) => posQ + s),
    );
    const k = turn(
      [kx, ky],
      theta,
      slides.map((s) => posK + s),
    );
    const still = turn(
      [kx, ky],
      theta,
      slides.map(() => posK),
    );
    const both = dots(q, k);
    return {
      theta,
      q: [q[2 * slide] as number, q[2 * slide + 1] as number],
      k: [k[2 * slide] as number, k[2 * slide + 1] as number],
      score: both[slide] as number,
      both,
      alone: dots(q, still),
      spread: Math.max(...both) - Math.min(...both),
    };
  },
  finding({ state, model, lang }) {
    const { posQ, posK, slide } = state;
    const score = decimals(model.score, 4);
    const spread = errorText(model.spread);
    const [low, high] = [Math.min(...model.alone), Math.max(...model.alone)];
    const range = [decimals(low, 2), decimals(high, 2)];
    return {
      en: `Query at ${posQ + slide}, key at ${posK + slide}: score <b>${score}</b>. Sliding both by up to 400 changes it by <b>${spread}</b> (rounding); moving the query alone takes it from ${range[0]} to ${range[1]}.`,
      zh: `查询在 ${posQ + slide}，键在 ${posK + slide}，分数 <b>${score}</b>。两者一起滑动，最远 400，只变化 <b>${spread}</b>（舍入误差）；只移动查询，则在 ${range[0]} 到 ${range[1]} 之间变化。`,
    }[lang];
  },
  rows: [
    [
      ["plane", 1],
      ["lines", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "plane",
      height: [300, 280],
      margin: { left: 0, right: 0, top: 4, bottom: 4 },
      label: say,
      marks: plane,
      pointing: {
        cursor: "grab",
        vertical: true,
        drag(shown, at, box, { first, memory }) {
          if (first) memory.set("tip", tipAt(shown, at, box));
          const tip = memory.get("tip") as "q" | "k" | undefined;
          if (tip === undefined) return undefined;
          const { unit, x, y } = frame(box);
          const { state, model } = shown;
          const vx = (at.x - x(0)) / unit;
          const vy = (y(0) - at.y) / unit;
          const pos = (tip === "q" ? state.posQ : state.posK) + state.slide;
          // Where the vector must point before it is turned.
          const angle = -model.theta * pos;
          const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
          const own = [vx * cos - vy * sin, vx * sin + vy * cos].map(limited);
          const [first_ = 0, second = 0] = own;
          return tip === "q"
            ? { qx: first_, qy: second }
            : { kx: first_, ky: second };
        },
        key({ state }, event) {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step !== undefined) return { slide: state.slide + step };
          const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          return up === undefined ? undefined : { posQ: state.posQ + up };
        },
      },
    },
    {
      kind: "plot",
      id: "lines",
      height: [234, 170],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.both[lang] },
        { ink: "ink2", text: strings.alone[lang], dashed: true },
      ],
      label: say,
      marks: lines,
      pointing: {
        cursor: "ew-resize",
        drag: (_, at, box) => ({ slide: (at.x / box.width) * (SLIDES - 1) }),
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const places = [0, 1, 2, 5, 10, 20, 50, 100, 200, 400];
    const rows = [...new Set([...places, state.slide])].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.axisSlide[lang],
      columns: [strings.both[lang], strings.alone[lang]],
      rows: rows.map((s) => {
        const pair = [model.both[s] as number, model.alone[s] as number];
        return { head: String(s), cells: pair.map((v) => decimals(v, 6)) };
      }),
      marked: { row: rows.indexOf(state.slide), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const { inverseFrequency } = pe.rotary.frequencies({ headDim: ${HEAD_DIM} });
const frequencies = { inverseFrequency: [inverseFrequency[${state.pair}]] };
const turned = (data, position) =>
  pe.rotary.apply({ data, shape: [1, 1, 2] }, { frequencies, positions: [position] }).data;
const q = turned([${state.qx}, ${state.qy}], ${state.posQ + state.slide});
const k = turned([${state.kx}, ${state.ky}], ${state.posK + state.slide});
console.log(q, k);
console.log(Math.fround(q[0] * k[0] + q[1] * k[1]));
`,
  states: ({ model: { q, k, score } }) => [q, k, score],
});
