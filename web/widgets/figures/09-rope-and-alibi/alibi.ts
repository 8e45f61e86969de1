// <pe-alibi>: the slopes of ALiBi for any number of heads, and the bias of each
// head.

import { scaleLinear, scaleLog } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { outline } from "../../kit/highlights.ts";
import { cellAtPoint, cellRect, type Matrix } from "../../kit/panel.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { pairCells, pairWords } from "../../kit/pieces/pair-cells.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { circle, type Mark, unseen } from "../../plots/marks.ts";
import { cellValue, plural, quantity } from "../../words/text.ts";

const table = {
  heads: integer({ default: 12, min: 1, max: 40 }),
  order: choice(["reference", "mpt", "geometric"]),
  head: integer({ default: 0, min: 0, max: 39 }),
  symmetric: onOff(false),
  "seq-len": integer({ default: 16, min: 2, max: 40 }),
  query: integer({ default: 12, min: 0, max: 39 }),
  key: integer({ default: 4, min: 0, max: 39 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly slopes: Float32Array;
  /** The same heads under the three rules. */
  readonly reference: Float32Array;
  readonly geometric: Float32Array;
  /** Heads that MPT's rule gives another slope than the reference. */
  readonly mptDiffers: number;
  /** Bias of each head as a positive penalty, and of all by distance. */
  readonly penalties: readonly Matrix[];
  readonly byDistance: Matrix;
}

const strings = {
  name: { en: "ALiBi’s slopes and biases", zh: "ALiBi 的斜率与偏置" },
  caption: {
    en: "Each dot is a head, on a logarithmic axis. Press a dot to see its bias. Then change the number of heads: when do the dots lie on one line, and when not? The paper’s sentence, taken literally, is the third rule.",
    zh: "每个点是一个头，纵轴为对数。点按一个点，看它的偏置矩阵。再改变头数：什么时候各点排成一条直线，什么时候不是？照论文的文字直算，就是第三种规则。",
  },
  heads: { en: "Heads", zh: "头数" },
  order: { en: "Rule", zh: "规则" },
  reference: { en: "reference", zh: "参考实现" },
  mpt: { en: "MPT", zh: "MPT" },
  geometric: { en: "2^(−8h/H) for any H", zh: "任意 H 都取 2^(−8h/H)" },
  head: { en: "Head", zh: "头" },
  symmetric: { en: "Both directions", zh: "双向" },
  seqLen: { en: "Tokens", zh: "词元数" },
  ...pairWords,
  slope: { en: "slope m", zh: "斜率 m" },
  axisHead: { en: "head", zh: "头" },
  distance: { en: "distance i − j", zh: "距离 i − j" },
  slopeKeys: {
    en: "Slopes of the heads; left and right arrows choose a head, up and down the number of heads.",
    zh: "各头的斜率；左右方向键选择头，上下方向键改变头数。",
  },
} as const;

type Here = Shown<State, Model>;

const isPower = (n: number): boolean => Number.isInteger(Math.log2(n));

function slopesPlot({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { heads, head } = state;
  const x = cellScale(heads, box.width);
  const y = scaleLog()
    .domain([2 ** -8.6, 1.3])
    .range([box.height, 0]);
  const dots = Math.min(5, box.width / heads / 3);
  const line = (values: Float32Array): Mark => ({
    kind: "path",
    draw(pen) {
      values.forEach((m, h) => {
        if (h === 0) pen.moveTo(x(h), y(m));
        else pen.lineTo(x(h), y(m));
      });
    },
    stroke: "rule",
  });
  const ghosts =
    state.order === "geometric" ? model.reference : model.geometric;
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, heads - 1, box.width, 40),
          label: strings.axisHead[lang],
          marked: head,
        },
        y: {
          scale: y,
          label: strings.slope[lang],
          ticks: [0, 2, 4, 6, 8].map((n) => 2 ** -n),
          format: (v) => (v === 1 ? "1" : `1/${Math.round(1 / v)}`),
        },
      },
      box,
    ),
    unseen([
      line(model.slopes),
      ...(isPower(heads)
        ? []
        : Array.from(ghosts, (m, h) =>
            circle(x(h), y(m), Math.max(1.5, dots - 1), { stroke: "ink3" }),
          )),
      ...Array.from(model.slopes, (m, h) =>
        circle(x(h), y(m), dots, { fill: h === head ? "warm" : "accent" }),
      ),
    ]),
  ];
}

function say({ state, model, lang }: Here): string {
  const { head, query, key, seqLen } = state;
  const slope = quantity(model.slopes[head] as number, 4);
  const penalty = model.penalties[head]?.values[query * seqLen + key] as number;
  const shut = key > query && !state.symmetric;
  const value = shut ? "−∞" : cellValue(penalty === 0 ? 0 : -penalty);
  return {
    en: `Head ${head}, slope ${slope}: query ${query}, key ${key} get ${value}.`,
    zh: `第 ${head} 头，斜率 ${slope}：查询 ${query}、键 ${key} 的偏置为 ${value}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-alibi",
  table,
  strings,
  bounds: {
    head: { max: ({ heads }) => heads - 1 },
    query: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [
    { key: "heads" },
    { key: "head" },
    { key: "seqLen" },
    { key: "order", menu: true },
    { key: "symmetric" },
  ],
  compute({ heads, order, symmetric, seqLen }) {
    const slopesOf = (rule: State["order"]) =>
      pe.alibiSlopes({ numHeads: heads, order: rule });
    const [reference, mpt] = [slopesOf("reference"), slopesOf("mpt")];
    const slopes = slopesOf(order);
    const steepest = Math.max(...slopes);
    const { data } = pe.alibi({
      numHeads: heads,
      order,
      symmetric,
      queryLen: seqLen,
      keyLen: seqLen,
    });
    const size = seqLen * seqLen;
    const finite = Float32Array.from(data, (v) =>
      Number.isFinite(v) ? -v || 0 : 0,
    );
    const matrix = (values: Float32Array, rows: number): Matrix => ({
      values,
      rows,
      columns: seqLen,
      domain: [0, Math.max(1, steepest * (seqLen - 1))],
      map: "sequential",
    });
    // The last query's row, from the query back to key 0.
    const last = pe.alibi({
      numHeads: heads,
      order,
      queryLen: 1,
      keyLen: seqLen,
    }).data;
    const byDistance = Float32Array.from(last, (_, n) => {
      const from = n - (n % seqLen);
      return -(last[from + seqLen - 1 - (n % seqLen)] as number) || 0;
    });
    return {
      slopes,
      reference,
      geometric: slopesOf("geometric"),
      mptDiffers: reference.filter((m, h) => m !== mpt[h]).length,
      penalties: Array.from({ length: heads }, (_, h) =>
        matrix(finite.slice(h * size, (h + 1) * size), seqLen),
      ),
      byDistance: matrix(byDistance, heads),
    };
  },
  finding({ state, model, lang }) {
    const { heads, order } = state;
    const [steep, flat] = [
      quantity(Math.max(...model.slopes), 3),
      quantity(Math.min(...model.slopes), 3),
    ];
    const off = Math.max(
      ...model.reference.map((m, h) => {
        const ratio = m / (model.geometric[h] as number);
        return Math.max(ratio, 1 / ratio);
      }),
    );
    const factor = quantity(off, 2);
    const literal =
      off < 1.000001
        ? {
            en: "All three rules agree.",
            zh: "三种规则一致。",
          }
        : {
            en: `MPT’s rule differs from the reference in <b>${model.mptDiffers || "no"}</b> heads; the literal 2^(−8h/H) by a factor of up to <b>${factor}</b>.`,
            zh: `MPT 的规则与参考实现${model.mptDiffers ? `有 <b>${model.mptDiffers}</b> 个头不同` : "处处相同"}；直接用 2^(−8h/H) 则最多相差 <b>${factor}</b> 倍。`,
          };
    const name = strings[order][lang];
    return {
      en: `${heads} ${plural(heads, "head")}, slopes from <b>${steep}</b> to <b>${flat}</b> (${name}). ${literal.en}`,
      zh: `${heads} 个头，斜率从 <b>${steep}</b> 到 <b>${flat}</b>（${name}）。${literal.zh}`,
    }[lang];
  },
  rows: [
    [
      ["slopes", 3],
      ["bias", 2],
    ],
    [["distance", 1]],
  ],
  panels: [
    {
      kind: "plot",
      id: "slopes",
      height: [230, 190],
      margin: AXES,
      label: say,
      marks: slopesPlot,
      pointing: {
        cursor: "pointer",
        keys: strings.slopeKeys,
        pick: ({ state }, at, box) => ({
          head: Math.floor((at.x / box.width) * state.heads),
        }),
        steps: { x: "head", up: "heads" },
      },
    },
    pairCells<State, Model>({
      id: "bias",
      title: ({ state, model, lang }) => {
        const m = quantity(model.slopes[state.head] as number, 3);
        return lang === "zh"
          ? `第 ${state.head} 头的惩罚，m = ${m}`
          : `penalty of head ${state.head}, m = ${m}`;
      },
      matrix: ({ state, model }) => model.penalties[state.head] as Matrix,
      label: say,
      height: [240, 240],
      hidden: ({ state }) =>
        state.symmetric ? undefined : (query, key) => key > query,
    }),
    {
      kind: "cells",
      id: "distance",
      answers: true,
      height: [150, 150],
      margin: AXES,
      title: ({ lang }) =>
        lang === "zh"
          ? "各头在各距离上的惩罚 m·(i − j)"
          : "penalty m·(i − j) of every head at every distance",
      matrix: ({ model }) => model.byDistance,
      label: say,
      marks({ state, model, lang }, box) {
        const { rows, columns } = model.byDistance;
        return [
          ...axes(
            {
              x: {
                scale: cellScale(columns, box.width),
                ticks: integerTicks(0, columns - 1, box.width, 48),
                label: strings.distance[lang],
              },
              y: {
                scale: scaleLinear()
                  .domain([-0.5, rows - 0.5])
                  .range([0, box.height]),
                ticks: integerTicks(0, rows - 1, box.height, 30),
                label: strings.axisHead[lang],
                marked: state.head,
              },
            },
            box,
          ),
          ...outline(
            cellRect(model.byDistance, box, {
              row: state.head,
              column: 0,
              width: columns,
            }),
          ),
        ];
      },
      pointing: {
        cursor: "pointer",
        vertical: true,
        pick: ({ model }, at, box) => ({
          head: cellAtPoint(model.byDistance, box, at).row,
        }),
      },
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.head[lang],
      columns: zh
        ? ["斜率", "2^(−8h/H)", "距离 10 的偏置", "距离 1000 的偏置"]
        : ["slope", "2^(−8h/H)", "bias at distance 10", "at distance 1000"],
      rows: Array.from(model.slopes, (m, h) => ({
        head: String(h),
        cells: [m, model.geometric[h] as number, -10 * m, -1000 * m].map((v) =>
          quantity(v, 4),
        ),
      })),
      marked: { row: state.head, column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [n, numHeads, head] = [${state.seqLen}, ${state.heads}, ${state.head}];
const slopes = pe.bias.alibiSlopes({ numHeads, order: "${state.order}" });
console.log(slopes);
const { data } = pe.bias.alibi({
  numHeads,
  order: "${state.order}",
  symmetric: ${state.symmetric},
  queryLen: n,
  keyLen: n,
});
// What the chosen query loses at each key; keys ahead may be hidden.
const from = (head * n + ${state.query}) * n;
console.log(data.slice(from, from + n).map((bias) => (Number.isFinite(bias) ? -bias : 0)));
`,
  listing({ state, model }) {
    // The programs follow the authors' rule, as MPT's comes to.
    const alike = model.slopes.every((m, h) => m === model.reference[h]);
    if (!alike) return undefined;
    const { heads: numHeads, head, seqLen, symmetric } = state;
    const values = { numHeads, head, seqLen, causal: !symmetric };
    return { kind: "alibi", values };
  },
  states({ state: { seqLen: n, head, query }, model }) {
    const { values } = model.penalties[head] as Matrix;
    return [model.slopes, values.subarray(query * n, (query + 1) * n)];
  },
});
