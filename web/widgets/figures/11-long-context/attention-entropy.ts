// <pe-attention-entropy>: how spread out attention is, and what is left for the
// key that matters, as the text grows: with scores as they are, and with scores
// that grow with the logarithm of the length.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, type Pen, segment } from "../../plots/marks.ts";
import { decimals, group, quantity } from "../../words/text.ts";
import { random } from "../shared/random-content.ts";

/** Lengths: powers of two. */
const LEAST = 4;
const MOST = 13;
const LENGTHS = Array.from(
  { length: MOST - LEAST + 1 },
  (_, k) => 2 ** (k + LEAST),
);
const QUERIES = 8;
const WIDTH = 32;

const table = {
  "train-len": integer({ default: 512, min: 16, max: 8192 }),
  lead: real({ default: 8, min: 0, max: 16 }),
  "log-len": integer({ default: MOST, min: LEAST, max: MOST }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

const WAYS = ["plain", "scaled"] as const;
type Way = (typeof WAYS)[number];

/** Of one length, in the mean over queries. */
interface Measured {
  /** In nats. */
  readonly entropy: number;
  /** Weight of the key that leads. */
  readonly weight: number;
}

type Model = Readonly<Record<Way, readonly Measured[]>>;

const strings = {
  name: { en: "Attention over ever more keys", zh: "键越来越多时的注意力" },
  caption: {
    en: "One key leads all others, whose scores are random. As the text grows, its weight is eaten up by their number. Multiply the scores by ln\u00a0n\u00a0/\u00a0ln\u00a0L: it holds. Drag to read a length.",
    zh: "有一个键领先，其余各键的分数是随机的。文本变长，它的权重就被众多的键蚕食。把分数乘以 ln\u00a0n\u00a0/\u00a0ln\u00a0L，就守得住。拖动可读某个长度。",
  },
  trainLen: { en: "Length in training L", zh: "训练长度 L" },
  lead: { en: "Lead of the one key", zh: "领先的幅度" },
  logLen: { en: "Length n = 2 to the power", zh: "长度 n 是 2 的几次方" },
  seed: { en: "Seed", zh: "随机种子" },
  plain: { en: "scores as they are", zh: "分数不变" },
  scaled: { en: "times ln n / ln L", zh: "乘以 ln n / ln L" },
  most: { en: "ln n, all keys alike", zh: "ln n，各键相同" },
  length: { en: "keys n", zh: "键的个数 n" },
  entropy: { en: "entropy of the weights, nats", zh: "权重的熵（奈特）" },
  weight: { en: "weight of the key that leads", zh: "领先的键的权重" },
  keys: {
    en: "Lengths; left and right arrows choose one.",
    zh: "长度；左右方向键选择。",
  },
} as const;

type Here = Shown<State, Model>;

/** Random keys of the last seed: they stay while the rest is dragged. */
let drawn: { readonly seed: number; readonly rows: Float32Array } | undefined;

function keysOf(seed: number): Float32Array {
  if (drawn?.seed !== seed) {
    const count = LENGTHS.at(-1) as number;
    drawn = { seed, rows: random(count, WIDTH, 2 * seed + 1).data };
  }
  return drawn.rows;
}

function measured(state: Readonly<State>): Model {
  const { trainLen, lead, seed } = state;
  const one = WIDTH + 1;
  const wide = (rows: Float32Array, last: (row: number) => number) => {
    const wider = new Float32Array((rows.length / WIDTH) * one);
    for (let row = 0; row * WIDTH < rows.length; row += 1) {
      const own = rows.subarray(row * WIDTH, (row + 1) * WIDTH);
      wider.set(own, row * one);
      wider[row * one + WIDTH] = last(row);
    }
    return wider;
  };
  // The last column gives the first key its lead, whatever the query.
  const root = Math.sqrt(WIDTH);
  const queries = wide(random(QUERIES, WIDTH, 2 * seed).data, () => 1);
  const keys = wide(keysOf(seed), (row) => (row === 0 ? lead * root : 0));
  const q = { data: queries, shape: [QUERIES, 1, one] };
  const at = (n: number, by: number): Measured => {
    const { weights } = pe.attention({
      q,
      k: { data: keys.subarray(0, n * one), shape: [n, 1, one] },
      v: { data: new Float32Array(n), shape: [n, 1, 1] },
      scale: by / root,
      returnWeights: true,
    });
    const all = weights?.data ?? new Float32Array(QUERIES * n);
    let [entropy, weight] = [0, 0];
    // By index: an iterator over so many numbers takes longer than attention.
    for (let k = 0; k < all.length; k += 1) {
      const w = all[k] as number;
      if (w > 0) entropy -= w * Math.log(w);
    }
    for (let k = 0; k < all.length; k += n) weight += all[k] as number;
    return { entropy: entropy / QUERIES, weight: weight / QUERIES };
  };
  return {
    plain: LENGTHS.map((n) => at(n, 1)),
    scaled: LENGTHS.map((n) => at(n, Math.log(n) / Math.log(trainLen))),
  };
}

const INK = { plain: "warm", scaled: "accent" } as const;
const lengthX = ({ width }: Box) =>
  scaleLog()
    .domain([2 ** LEAST, 2 ** MOST])
    .range([0, width]);

function curves(
  shown: Here,
  box: Box,
  field: "entropy" | "weight",
): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = lengthX(box);
  const isEntropy = field === "entropy";
  const top = isEntropy ? Math.ceil(MOST * Math.LN2) : 1;
  const y = scaleLinear().domain([0, top]).range([box.height, 0]);
  const line = (
    data: readonly number[],
    style: { stroke: "warm" | "accent" | "ink3"; dash?: readonly number[] },
  ): Mark => ({
    kind: "path",
    draw(pen: Pen) {
      data.forEach((v, k) => {
        const [px, py] = [x(LENGTHS[k] as number), y(v)];
        if (k === 0) pen.moveTo(px, py);
        else pen.lineTo(px, py);
      });
    },
    width: 2,
    ...style,
  });
  const now = 2 ** state.logLen;
  const trained = x(state.trainLen);
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [16, 64, 256, 1024, 4096].filter(
            (_, k) => box.width > 300 || k % 2 === 0,
          ),
          marked: now,
          label: strings.length[lang],
        },
        y: {
          scale: y,
          ticks: isEntropy ? [0, 2, 4, 6, 8] : [0, 0.25, 0.5, 0.75, 1],
          format: String,
          label: strings[field][lang],
        },
      },
      box,
    ),
    segment(trained, 0, trained, box.height, { stroke: "ink3", dash: [2, 3] }),
    segment(x(now), 0, x(now), box.height, { stroke: "ink3" }),
    ...(isEntropy
      ? [line(LENGTHS.map(Math.log), { stroke: "ink3", dash: [5, 4] })]
      : []),
    ...WAYS.map((way) =>
      line(
        model[way].map((it) => it[field]),
        { stroke: INK[way] },
      ),
    ),
    ...WAYS.map((way) => {
      const it = model[way][state.logLen - LEAST] as Measured;
      return circle(x(now), y(it[field]), 4.5, { fill: INK[way] });
    }),
  ];
}

const here = ({ state, model }: Here, way: Way): Measured =>
  model[way][state.logLen - LEAST] as Measured;

function say(shown: Here): string {
  const { state, lang } = shown;
  const [plain, scaled] = WAYS.map((way) => here(shown, way)) as [
    Measured,
    Measured,
  ];
  const n = group(String(2 ** state.logLen));
  return {
    en: `With ${n} keys: entropy ${decimals(plain.entropy, 2)} and weight ${decimals(plain.weight, 3)} as they are, ${decimals(scaled.entropy, 2)} and ${decimals(scaled.weight, 3)} with the factor.`,
    zh: `有 ${n} 个键时：分数不变，熵是 ${decimals(plain.entropy, 2)}、权重 ${decimals(plain.weight, 3)}；乘系数后，熵是 ${decimals(scaled.entropy, 2)}、权重 ${decimals(scaled.weight, 3)}。`,
  }[lang];
}

const pick = (_: Here, at: { readonly x: number }, box: Box) => ({
  logLen: Math.log2(lengthX(box).invert(at.x)),
});

export const spec = figure<typeof table, Model>({
  tag: "pe-attention-entropy",
  table,
  strings,
  controls: [
    { key: "logLen" },
    { key: "lead" },
    { key: "trainLen", logarithmic: true },
    { key: "seed" },
  ],
  main: ["logLen", "lead"],
  compute: measured,
  finding(shown) {
    const { state, lang } = shown;
    const [plain, scaled] = WAYS.map((way) => here(shown, way)) as [
      Measured,
      Measured,
    ];
    const n = group(String(2 ** state.logLen));
    const factor = quantity(
      Math.log(2 ** state.logLen) / Math.log(state.trainLen),
    );
    return {
      en: `Among ${n} keys the one that leads keeps <b>${decimals(plain.weight, 2)}</b> of the weight; with scores times ${factor} it keeps <b>${decimals(scaled.weight, 2)}</b>.`,
      zh: `在 ${n} 个键中，领先的键分到 <b>${decimals(plain.weight, 2)}</b> 的权重；分数乘以 ${factor} 之后，分到 <b>${decimals(scaled.weight, 2)}</b>。`,
    }[lang];
  },
  rows: [
    [
      ["weight", 1],
      ["entropy", 1],
    ],
  ],
  panels: [
    {
      kind: "plot",
      id: "weight",
      attention: "random",
      height: [220, 150],
      margin: AXES,
      legend: ({ lang }) =>
        WAYS.map((way) => ({ ink: INK[way], text: strings[way][lang] })),
      label: say,
      marks: (shown, box) => curves(shown, box, "weight"),
      pointing: { cursor: "ew-resize", pick, steps: { any: "logLen" } },
    },
    {
      kind: "plot",
      id: "entropy",
      height: [220, 150],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "ink3", dashed: true, text: strings.most[lang] },
      ],
      label: say,
      marks: (shown, box) => curves(shown, box, "entropy"),
      pointing: { cursor: "ew-resize", pick, steps: { any: "logLen" } },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const fields = ["weight", "entropy"] as const;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.length[lang],
      columns: fields.flatMap((field) =>
        WAYS.map(
          (way) =>
            `${strings[field][lang]}${zh ? "，" : ", "}${strings[way][lang]}`,
        ),
      ),
      rows: LENGTHS.map((n, k) => ({
        head: group(String(n)),
        cells: fields.flatMap((field) =>
          WAYS.map((way) => decimals((model[way][k] as Measured)[field], 4)),
        ),
      })),
      marked: { row: state.logLen - LEAST, column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [width, n, trainLen, lead] = [${WIDTH}, ${2 ** state.logLen}, ${state.trainLen}, ${state.lead}];
const root = Math.sqrt(width);
const rows = (count, seed) =>
  pe.embedding.learned({ maxLen: count, dModel: width, std: 1, seed }).data;
// One column more gives the first key its lead, whatever the query.
const wide = (data, last) => ({
  data: Float32Array.from({ length: (data.length / width) * (width + 1) }, (_, k) => {
    const [row, column] = [Math.floor(k / (width + 1)), k % (width + 1)];
    return column < width ? data[row * width + column] : last(row);
  }),
  shape: [data.length / width, 1, width + 1],
});
const q = wide(rows(${QUERIES}, ${2 * state.seed}), () => 1);
const keys = rows(${LENGTHS.at(-1)}, ${2 * state.seed + 1}).subarray(0, n * width);
const k = wide(keys, (row) => (row === 0 ? lead * root : 0));
const v = { data: new Float32Array(n), shape: [n, 1, 1] };
for (const by of [1, Math.log(n) / Math.log(trainLen)]) {
  const { weights } = pe.attention({ q, k, v, scale: by / root, returnWeights: true });
  let [entropy, weight] = [0, 0];
  weights.data.forEach((w, at) => {
    if (w > 0) entropy -= w * Math.log(w);
    if (at % n === 0) weight += w;
  });
  console.log(entropy / ${QUERIES}, weight / ${QUERIES});
}
`,
  states: (shown) =>
    WAYS.map((way) => {
      const { entropy, weight } = here(shown, way);
      return [entropy, weight];
    }),
});
