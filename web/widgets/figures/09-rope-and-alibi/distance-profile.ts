// <pe-distance-profile>: scores and weights of one query over the distance,
// under ALiBi and under rotary encoding.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import type { Gestures } from "../../kit/gestures.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, decimals, quantity } from "../../words/text.ts";
import { plainScores } from "../shared/plain-scores.ts";
import { random, repeated, shaped } from "../shared/random-content.ts";

const table = {
  content: choice(["equal", "random"]),
  head: integer({ default: 3, min: 0, max: 7 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "head-dim": integer({ default: 64, min: 2, max: 128 }),
  distance: integer({ default: 64, min: 0, max: 511 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

/** Scores and weights by distance. */
interface Profile {
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  /** Keys that hold half of the attention, nearest first. */
  readonly half: number;
}

interface Model {
  readonly alibi: Profile;
  readonly rotary: Profile;
  readonly slope: number;
}

const KEYS = 512;
const HEADS = 8;

const strings = {
  name: { en: "Attention over the distance", zh: "注意力随距离的分布" },
  caption: {
    en: "The last of 512 tokens looks back. First the same token everywhere, so that only positions matter: ALiBi falls on a straight line, the rotary score waves about a slow decline. Then take random tokens: ALiBi still falls, the rotary decline is gone.",
    zh: "512 个词元中的最后一个往回看。先让各处都是同一个词元，只剩位置起作用：ALiBi 沿直线下降，旋转编码的分数在缓慢下降中起伏。再换成随机词元：ALiBi 照旧下降，旋转编码的下降却没有了。",
  },
  content: { en: "Tokens", zh: "词元" },
  equal: { en: "the same everywhere", zh: "各处相同" },
  random: { en: "random", zh: "随机" },
  head: { en: "Head of ALiBi, of 8", zh: "ALiBi 的头（共 8 个）" },
  base: { en: "Rotary base", zh: "旋转编码的底数" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  distance: { en: "Distance i − j", zh: "距离 i − j" },
  seed: { en: "Seed", zh: "随机种子" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
  rotary: { en: "rotary", zh: "旋转" },
  score: { en: "score", zh: "分数" },
  weight: { en: "attention weight", zh: "注意力权重" },
  keys: {
    en: "Profile over the distance; arrow keys choose a distance.",
    zh: "随距离的分布；方向键选择距离。",
  },
} as const;

type Here = Shown<State, Model>;

/** Numbers by key → by distance from the last key. */
const backwards = (data: Float32Array): Float32Array => data.slice().reverse();

function halfOf(weights: Float32Array): number {
  let sum = 0;
  const at = weights.findIndex((w) => {
    sum += w;
    return sum >= 0.5;
  });
  return at + 1;
}

function profile(scores: Float32Array, weights: Tensor | undefined): Profile {
  const own = backwards(weights?.data ?? new Float32Array(KEYS));
  return { scores: backwards(scores), weights: own, half: halfOf(own) };
}

function compute(state: Readonly<State>): Model {
  const { content, head, base, headDim: width, seed } = state;
  const one = random(1, width, 10 * seed + 1);
  // Of norm √d, so that q·k/√d begins at √d with equal tokens.
  const norm = Math.sqrt(one.data.reduce((sum, v) => sum + v * v, 0) / width);
  const q: Tensor = shaped({ data: one.data.map((v) => v / norm) }, 1, width);
  const k =
    content === "equal"
      ? repeated(KEYS, q)
      : random(KEYS, width, 10 * seed + 2);
  const given = { q, k, v: k, numHeads: 1, causal: true, returnWeights: true };
  const slopes = pe.alibiSlopes({ numHeads: HEADS });
  const slope = slopes[head] as number;
  const bias = pe.alibi({
    slopes: [slope],
    queryLen: 1,
    keyLen: KEYS,
  }).data;
  const frequencies = pe.rotaryFrequencies({ headDim: width, base });
  const turn = (x: Tensor, rows: number, offset: number): Tensor =>
    shaped(
      pe.rotaryApply(shaped(x, rows, 1, width), { frequencies, offset }),
      rows,
      width,
    );
  const turned = {
    q: turn(q, 1, KEYS - 1),
    k: turn(k, KEYS, 0),
  };
  const plain = plainScores(q, k);
  return {
    slope,
    alibi: profile(
      plain.map((v, n) => v + (bias[n] as number)),
      pe.attention({ ...given, position: { type: "alibi", slopes: [slope] } })
        .weights,
    ),
    rotary: profile(
      plainScores(turned.q, turned.k),
      pe.attention({ ...given, position: { type: "rotary", frequencies } })
        .weights,
    ),
  };
}

function curves(
  shown: Here,
  box: Box,
  part: "scores" | "weights",
): readonly Mark[] {
  const { state, model, lang } = shown;
  const [a, r] = [model.alibi[part], model.rotary[part]];
  const weights = part === "weights";
  // ALiBi's line falls out of sight: what is below e^−20 weighs nothing.
  const top = weights
    ? Math.min(1, Math.max(...r.subarray(0, 64), ...a.subarray(0, 64)))
    : Math.max(...a, ...r) + 1;
  const bottom = weights
    ? 0
    : Math.min(Math.min(...r) - 1, Math.max(Math.min(...a), top - 24));
  const x = scaleLinear()
    .domain([0, KEYS - 1])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([bottom, top])
    .range([box.height, 0])
    .clamp(true);
  // What lies outside is left out, or it would look like a plateau.
  const line = (values: Float32Array, stroke: "warm" | "accent"): Mark => ({
    kind: "path",
    draw(pen) {
      let drawing = false;
      values.forEach((v, n) => {
        const inside = v >= bottom && v <= top;
        if (inside && drawing) pen.lineTo(x(n), y(v));
        else if (inside) pen.moveTo(x(n), y(v));
        drawing = inside;
      });
    },
    stroke,
    width: 1.5,
  });
  const dot = (value: number, ink: "warm" | "accent"): Mark[] =>
    value < bottom ? [] : [circle(px, y(value), 4, { fill: ink })];
  const px = x(state.distance);
  return [
    ...axes(
      {
        x: { scale: x, label: strings.distance[lang], marked: state.distance },
        y: {
          scale: y,
          label: strings[weights ? "weight" : "score"][lang],
          format: (v) => (weights ? quantity(v, 1) : decimals(v, 0)),
        },
      },
      box,
    ),
    segment(px, 0, px, box.height, { stroke: "ink3" }),
    line(a, "warm"),
    line(r, "accent"),
    ...dot(a[state.distance] as number, "warm"),
    ...dot(r[state.distance] as number, "accent"),
  ];
}

function say({ state, model, lang }: Here): string {
  const at = state.distance;
  const [a, r] = [model.alibi, model.rotary].map(({ scores }) =>
    cellValue(scores[at] as number),
  );
  const [wa, wr] = [model.alibi, model.rotary].map(({ weights }) =>
    quantity(weights[at] as number, 2),
  );
  return {
    en: `At distance ${at}: ALiBi score ${a}, weight ${wa}; rotary score ${r}, weight ${wr}.`,
    zh: `距离 ${at}：ALiBi 分数 ${a}，权重 ${wa}；旋转编码分数 ${r}，权重 ${wr}。`,
  }[lang];
}

const pointing: Gestures<State, Model> = {
  cursor: "ew-resize",
  pick: (_, at, box) => ({ distance: (at.x / box.width) * (KEYS - 1) }),
};

export const spec = figure<typeof table, Model>({
  tag: "pe-distance-profile",
  table,
  strings,
  bounds: { headDim: EVEN },
  controls: [
    { key: "content" },
    { key: "head" },
    { key: "headDim", step: 2 },
    { key: "base", logarithmic: true },
    { key: "seed" },
  ],
  compute,
  finding({ state, model, lang }) {
    const slope = quantity(model.slope, 3);
    const [a, r] = [model.alibi.half, model.rotary.half];
    const tokens = strings[state.content][lang];
    return {
      en: `Tokens: ${tokens}. Under ALiBi with slope ${slope} the nearest <b>${a}</b> of 512 keys take half of the attention; under rotary encoding it takes <b>${r}</b>.`,
      zh: `词元：${tokens}。ALiBi 斜率 ${slope} 时，512 个键中最近的 <b>${a}</b> 个就占去一半注意力；旋转编码则要最近的 <b>${r}</b> 个。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "scores",
      attention: "random",
      height: [190, 170],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "warm", text: strings.alibi[lang] },
        { ink: "accent", text: strings.rotary[lang] },
      ],
      label: say,
      marks: (shown, box) => curves(shown, box, "scores"),
      pointing: {
        ...pointing,
        steps: { any: "distance" },
      },
    },
    {
      kind: "plot",
      id: "weights",
      attention: "random",
      height: [150, 140],
      margin: AXES,
      label: say,
      marks: (shown, box) => curves(shown, box, "weights"),
      pointing,
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const places = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 511];
    const rows = [...new Set([...places, state.distance])].sort(
      (a, b) => a - b,
    );
    return {
      caption: strings.name[lang],
      corner: strings.distance[lang],
      columns: zh
        ? ["ALiBi 分数", "ALiBi 权重", "旋转分数", "旋转权重"]
        : ["ALiBi score", "ALiBi weight", "rotary score", "rotary weight"],
      rows: rows.map((n) => ({
        head: String(n),
        cells: [model.alibi, model.rotary].flatMap(({ scores, weights }) => [
          decimals(scores[n] as number, 3),
          quantity(weights[n] as number, 3),
        ]),
      })),
      marked: { row: rows.indexOf(state.distance), column: 0 },
    };
  },
  csv: ({ model: { alibi, rotary } }) =>
    `distance,alibi score,alibi weight,rotary score,rotary weight\n${Array.from({ length: KEYS }, (_, n) => `${n},${alibi.scores[n]},${alibi.weights[n]},${rotary.scores[n]},${rotary.weights[n]}\n`).join("")}`,
  code: ({ state, model }) => `import { load } from "posenc";

const pe = await load();
const [n, d] = [${KEYS}, ${state.headDim}];
const row = pe.embedding.learned({ maxLen: 1, dModel: d, std: 1, seed: ${10 * state.seed + 1} }).data;
const norm = Math.sqrt(row.reduce((sum, v) => sum + v * v, 0) / d);
const q = { data: row.map((v) => v / norm), shape: [1, d] };
const k = ${
    state.content === "equal"
      ? "pe.embedding.lookup(q, new Array(n).fill(0))"
      : `pe.embedding.learned({ maxLen: n, dModel: d, std: 1, seed: ${10 * state.seed + 2} })`
  };
const given = { q, k, v: k, numHeads: 1, causal: true, returnWeights: true };
const frequencies = pe.rotary.frequencies({ headDim: d, base: ${state.base} });
for (const position of [
  { type: "alibi", slopes: [${model.slope}] },
  { type: "rotary", frequencies },
]) {
  const weights = pe.attention({ ...given, position }).weights.data.reverse();
  let sum = 0;
  const half = weights.findIndex((weight) => (sum += weight) >= 0.5) + 1;
  // Its weight, and how many keys hold half of all, nearest first.
  console.log(position.type, weights[${state.distance}], half);
}
`,
  states: ({ state, model: { alibi, rotary } }) =>
    [alibi, rotary].map(({ weights, half }) => [
      weights[state.distance] as number,
      half,
    ]),
});
