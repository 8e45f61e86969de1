// <pe-fading>: sums of waves of many speeds against the distance: geometric
// speeds beside evenly spaced ones, and a bound beside the value.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import { decimals, parameter, quantity } from "../../words/text.ts";
import { random } from "../shared/random-content.ts";

const table = {
  shows: choice(["speeds", "bound"]),
  at: integer({ default: 100, min: 1, max: 2000 }),
  "head-dim": integer({ default: 64, min: 4, max: 128 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "seq-len": integer({ default: 600, min: 20, max: 2000 }),
  seed: integer({ default: 3, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** g(k) / g(0), for k = 0, 1, … */
  readonly geometric: Float64Array;
  readonly even: Float64Array;
  /** Of random content, over the sum of |h_i|: the sum, and Abel's bound. */
  readonly value: Float64Array;
  readonly bound: Float64Array;
}

const strings = {
  name: { en: "How sums of waves fade", zh: "波的和怎样衰减" },
  caption: {
    en: "Drag along the distance. With geometric speeds the sum falls and stays low; with evenly spaced ones it falls faster and comes back whole. The bound for any content falls too, far above the sum itself.",
    zh: "沿距离拖动。转速成等比数列时，总和降下去就不再回来；等间隔时降得更快，却会完整地重现。适用于任何内容的上界也在下降，但远高于总和。",
  },
  shows: { en: "Show", zh: "显示" },
  speeds: { en: "two sets of speeds", zh: "两组转速" },
  bound: { en: "value and bound", zh: "数值与上界" },
  at: { en: "Distance k", zh: "距离 k" },
  headDim: { en: "Columns d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  seqLen: { en: "Largest distance", zh: "最大距离" },
  seed: { en: "Seed of q and k", zh: "q、k 的随机种子" },
  geometric: { en: "geometric, base^(−2i/d)", zh: "等比，底数^(−2i/d)" },
  even: { en: "even, from 2/d to 1", zh: "等间隔，从 2/d 到 1" },
  value: { en: "|sum| of random q and k", zh: "随机 q、k 的 |和|" },
  limit: { en: "bound by Abel summation", zh: "阿贝尔求和给出的上界" },
  product: { en: "share of the sum at k = 0", zh: "与 k = 0 时之比" },
  share: { en: "share of Σ|hᵢ|", zh: "与 Σ|hᵢ| 之比" },
  distance: { en: "distance k in positions", zh: "距离 k（位置数）" },
  keys: {
    en: "Sums by distance; left and right arrows choose a distance.",
    zh: "和随距离的变化；左右方向键选择距离。",
  },
} as const;

type Here = Shown<State, Model>;

/** Cosines and sines of all distances at some speeds: [distance, pair]. */
function wavesOf(speeds: ArrayLike<number>, seqLen: number) {
  const frequencies = { inverseFrequency: speeds };
  const { cos, sin } = pe.rotaryTables({ frequencies, seqLen });
  return { cos: cos.data, sin: sin.data };
}

/** The mean cosine of each distance. */
function meanCosine(
  cos: Float32Array,
  pairs: number,
  count: number,
): Float64Array {
  const means = new Float64Array(count);
  for (let k = 0; k < count; k += 1) {
    let sum = 0;
    for (let i = 0; i < pairs; i += 1) sum += cos[k * pairs + i] as number;
    means[k] = sum / pairs;
  }
  return means;
}

/** The length of a vector: numbers this size need no `Math.hypot`, which is slow. */
const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

function model(state: Readonly<State>): Model {
  const { headDim, base, seqLen, seed } = state;
  const pairs = headDim / 2;
  const count = seqLen + 1;
  const { inverseFrequency } = pe.rotaryFrequencies({ headDim, base });
  const geometric = wavesOf(inverseFrequency, count);
  const steps = Float64Array.from(
    { length: pairs },
    (_, i) => (pairs - i) / pairs,
  );
  const even = wavesOf(steps, count);
  // h_i = q_i times the conjugate of k_i, as complex numbers.
  const q = random(1, headDim, 2 * seed).data;
  const k = random(1, headDim, 2 * seed + 1).data;
  const h = Array.from({ length: pairs }, (_, i) => {
    const [a, b, c, d] = [q[2 * i], q[2 * i + 1], k[2 * i], k[2 * i + 1]].map(
      Number,
    ) as [number, number, number, number];
    return [a * c + b * d, b * c - a * d] as const;
  });
  const [real, imaginary] = [0, 1].map((part) =>
    Float64Array.from(h, (it) => it[part] as number),
  ) as [Float64Array, Float64Array];
  const size = h.reduce((sum, [re, im]) => sum + Math.hypot(re, im), 0);
  // The step after the last goes down to zero.
  const leap = Math.max(
    ...h.map(([re, im], i) => {
      const [nextRe, nextIm] = h[i + 1] ?? [0, 0];
      return Math.hypot(nextRe - re, nextIm - im);
    }),
  );
  const value = new Float64Array(count);
  const bound = new Float64Array(count);
  for (let n = 0; n < count; n += 1) {
    let [re, im, sumRe, sumIm, partial] = [0, 0, 0, 0, 0];
    for (let i = 0; i < pairs; i += 1) {
      const [a, b] = [real[i] as number, imaginary[i] as number];
      const sin = geometric.sin[n * pairs + i] as number;
      const cos = geometric.cos[n * pairs + i] as number;
      re += a * cos - b * sin;
      im += a * sin + b * cos;
      sumRe += cos;
      sumIm += sin;
      partial += lengthOf(sumRe, sumIm);
    }
    value[n] = lengthOf(re, im) / size;
    bound[n] = (leap * partial) / size;
  }
  return {
    geometric: meanCosine(geometric.cos, pairs, count),
    even: meanCosine(even.cos, pairs, count),
    value,
    bound,
  };
}

/** Lowest share that the logarithmic axis shows. */
const FLOOR = 0.01;

type Curve = readonly [
  name: "even" | "geometric" | "limit" | "value",
  values: Float64Array,
  ink: Ink,
];

/** The two curves that are shown, the more important one last. */
const curvesOf = ({
  state,
  model: it,
}: Pick<Here, "state" | "model">): readonly Curve[] =>
  state.shows === "speeds"
    ? [
        ["even", it.even, "warm"],
        ["geometric", it.geometric, "accent"],
      ]
    : [
        ["limit", it.bound, "warm"],
        ["value", it.value, "accent"],
      ];

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model: it, lang } = shown;
  const isBound = state.shows === "bound";
  const x = scaleLinear().domain([0, state.seqLen]).range([0, box.width]);
  const highest = Math.max(2, it.bound[1] ?? 2);
  const y = isBound
    ? scaleLog().domain([FLOOR, highest]).range([box.height, 0])
    : scaleLinear().domain([-1, 1]).range([box.height, 0]);
  const ticks = isBound
    ? [0.01, 0.1, 1, 10, 100].filter((v) => v <= highest)
    : [-1, -0.5, 0, 0.5, 1];
  const px = x(state.at);
  const height = (v: number): number =>
    y(isBound ? Math.min(highest, Math.max(FLOOR, v)) : v);
  const all = curvesOf(shown);
  return [
    ...axes(
      {
        x: { scale: x, label: strings.distance[lang], marked: state.at },
        y: {
          scale: y,
          ticks,
          format: parameter,
          label: strings[isBound ? "share" : "product"][lang],
        },
      },
      box,
    ),
    ...(isBound ? [] : [segment(0, y(0), box.width, y(0), { stroke: "rule" })]),
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    ...all.map(([, data, stroke]) =>
      lineMark(
        {
          data: data.map(height),
          start: 1,
          stride: 1,
          count: data.length - 1,
        },
        (n) => x(n + 1),
        (v) => v,
        { stroke, width: stroke === "accent" ? 2 : 1.5 },
      ),
    ),
    ...all.map(([, data, fill]) =>
      circle(px, height(data[state.at] as number), 4.5, { fill }),
    ),
  ];
}

function say(shown: Here): string {
  const { state, model: it, lang } = shown;
  const k = state.at;
  if (state.shows === "bound") {
    const [value, bound] = [it.value, it.bound].map((all) =>
      quantity(all[k] as number),
    );
    return {
      en: `At distance ${k} the sum is ${value} of what it could be, and the bound says ${bound} at most.`,
      zh: `距离 ${k} 处，和是可能最大值的 ${value} 倍，上界是 ${bound}。`,
    }[lang];
  }
  const [one, other] = [it.geometric, it.even].map((all) =>
    decimals(all[k] as number, 3),
  );
  return {
    en: `At distance ${k} the sum is ${one} of the full one with geometric speeds, ${other} with even ones.`,
    zh: `距离 ${k} 处，等比转速的和是最大值的 ${one} 倍，等间隔转速是 ${other} 倍。`,
  }[lang];
}

/** The largest number from a distance on, and where it is. */
function highestFrom(all: Float64Array, from: number): [number, number] {
  let at = from;
  for (let k = from; k < all.length; k += 1) {
    if ((all[k] as number) > (all[at] as number)) at = k;
  }
  return [all[at] as number, at];
}

/** Where the search for a return begins: beyond the first fall. */
const beyond = ({ seqLen }: Readonly<State>): number => Math.min(seqLen, 20);

export const spec = figure<typeof table, Model>({
  tag: "pe-fading",
  table,
  strings,
  bounds: { headDim: EVEN, at: { max: ({ seqLen }) => seqLen } },
  controls: [
    { key: "shows" },
    { key: "at" },
    { key: "headDim", step: 2 },
    { key: "base", logarithmic: true },
    { key: "seqLen", logarithmic: true },
    { key: "seed" },
  ],
  main: ["shows", "at"],
  compute: model,
  finding({ state, model: it, lang }) {
    if (state.shows === "bound") {
      const [first, last] = [it.bound[1], it.bound[state.at]] as [
        number,
        number,
      ];
      const times = quantity(first / last, 2);
      const [high] = highestFrom(it.value, state.at);
      return {
        en: `From distance 1 to ${state.at} the bound falls from ${quantity(first)} to <b>${quantity(last)}</b>, by a factor of <b>${times}</b>; from there on the sum itself never exceeds <b>${quantity(high)}</b>.`,
        zh: `从距离 1 到 ${state.at}，上界由 ${quantity(first)} 降到 <b>${quantity(last)}</b>，只剩 1/<b>${times}</b>；此后，总和最大为 <b>${quantity(high)}</b>。`,
      }[lang];
    }
    const [even, evenAt] = highestFrom(it.even, beyond(state));
    const [geometric] = highestFrom(it.geometric, beyond(state));
    return {
      en: `Between distances ${beyond(state)} and ${state.seqLen}, evenly spaced speeds come back to <b>${decimals(even, 2)}</b> of the full sum, at ${evenAt}; geometric ones never exceed <b>${decimals(geometric, 2)}</b>.`,
      zh: `距离 ${beyond(state)} 到 ${state.seqLen} 之间，等间隔转速的和回到最大值的 <b>${decimals(even, 2)}</b> 倍（在 ${evenAt} 处）；等比转速则不超过 <b>${decimals(geometric, 2)}</b> 倍。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "curves",
      height: [240, 200],
      margin: AXES,
      legend: (shown) =>
        curvesOf(shown).map(([name, , ink]) => ({
          ink,
          text: strings[name][shown.lang],
        })),
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        pick: ({ state }, at, box) => ({
          at: (at.x / box.width) * state.seqLen,
        }),
        steps: { any: "at" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model: it, lang }) {
    const places = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
    const rows = [...new Set([...places, state.at])]
      .filter((k) => k <= state.seqLen)
      .sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.at[lang],
      columns: (["geometric", "even", "value", "limit"] as const).map(
        (name) => strings[name][lang],
      ),
      rows: rows.map((k) => ({
        head: String(k),
        cells: [it.geometric, it.even, it.value, it.bound].map((all) =>
          decimals(all[k] as number, 4),
        ),
      })),
      marked: { row: rows.indexOf(state.at), column: 0 },
    };
  },
  csv: ({ model: it }) =>
    `k,geometric,even,value,bound\n${Array.from(it.value, (v, k) => `${k},${it.geometric[k]},${it.even[k]},${v},${it.bound[k]}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [headDim, base, last, at] = [${state.headDim}, ${state.base}, ${state.seqLen}, ${state.at}];
const pairs = headDim / 2;
// Cosines and sines of each distance at each speed.
const wavesOf = (inverseFrequency) =>
  pe.rotary.tables({ frequencies: { inverseFrequency }, seqLen: last + 1 });
const geometric = wavesOf(pe.rotary.frequencies({ headDim, base }).inverseFrequency);
const even = wavesOf(Float64Array.from({ length: pairs }, (_, i) => (pairs - i) / pairs));
const meanAt = ({ cos }, k) => {
  let sum = 0;
  for (let i = 0; i < pairs; i += 1) sum += cos.data[k * pairs + i];
  return sum / pairs;
};
console.log(meanAt(geometric, at), meanAt(even, at));
// h_i = q_i times the conjugate of k_i, as complex numbers.
const row = (seed) => pe.embedding.learned({ maxLen: 1, dModel: headDim, std: 1, seed }).data;
const [q, k] = [row(${2 * state.seed}), row(${2 * state.seed + 1})];
const h = Array.from({ length: pairs }, (_, i) => {
  const [a, b, c, d] = [q[2 * i], q[2 * i + 1], k[2 * i], k[2 * i + 1]];
  return [a * c + b * d, b * c - a * d];
});
const size = h.reduce((sum, [re, im]) => sum + Math.hypot(re, im), 0);
const leap = Math.max(...h.map(([re, im], i) => {
  const [nextRe, nextIm] = h[i + 1] ?? [0, 0];
  return Math.hypot(nextRe - re, nextIm - im);
}));
const lengthOf = (x, y) => Math.sqrt(x * x + y * y);
let [re, im, sumRe, sumIm, partial] = [0, 0, 0, 0, 0];
h.forEach(([a, b], i) => {
  const [cos, sin] = [geometric.cos, geometric.sin].map((it) => it.data[at * pairs + i]);
  re += a * cos - b * sin;
  im += a * sin + b * cos;
  sumRe += cos;
  sumIm += sin;
  partial += lengthOf(sumRe, sumIm);
});
console.log(lengthOf(re, im) / size, (leap * partial) / size); // the sum, its bound
`,
  states: ({ state, model: it }) =>
    [it.geometric, it.even, it.value, it.bound].map(
      (all) => all[state.at] as number,
    ),
});
