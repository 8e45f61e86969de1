// <pe-alibi-reach>: how far ALiBi's heads see in a text of any length, and what
// a token at a given distance pays.

import { scaleLog } from "d3-scale";
import * as pe from "posenc";
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { stepped } from "../../kit/pointer.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, parameter, quantity } from "../../words/text.ts";

const table = {
  head: integer({ default: 7, min: 0, max: 31 }),
  distance: integer({ default: 11_000, min: 1, max: 100_000 }),
  "train-len": integer({ default: 2048, min: 16, max: 16_384 }),
  "num-heads": integer({ default: 8, min: 1, max: 32 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly slopes: Float32Array;
  /** Number added to the score at the chosen distance, by head. */
  readonly penalty: Float64Array;
  /** Nearest tokens that hold 99% of the weight of equal scores: in a text of
   * the trained length, and in one as long as the distance. */
  readonly trained: readonly number[];
  readonly tested: readonly number[];
}

/** Share of the weight that counts as all of it. */
const SHARE = 0.99;

const strings = {
  name: { en: "How far ALiBi’s heads see", zh: "ALiBi 的头能看多远" },
  caption: {
    en: "All keys are equally interesting; only the distance counts. For each head, the steepest on the left: the number of nearest tokens that get 99% of the attention, in a text of the trained length (ring) and in one as long as the distance (dot). Move the distance, and drag across the heads.",
    zh: "所有键同样重要，只有距离起作用。横轴是各个头，最左边的斜率最大；纵轴是占去 99% 注意力的最近词元个数，空心为训练长度的文本，实心为长达所选距离的文本。改变距离，再在各个头之间拖动。",
  },
  head: { en: "Head", zh: "头" },
  distance: { en: "Distance", zh: "距离" },
  trainLen: { en: "Length in training", zh: "训练长度" },
  numHeads: { en: "Heads", zh: "头数" },
  keys: {
    en: "Reach of each head; left and right arrows choose a head, up and down the distance.",
    zh: "各个头的视野；左右方向键选择头，上下方向键改变距离。",
  },
  axisHead: { en: "head", zh: "头" },
  axisReach: {
    en: "nearest tokens with 99% of the weight",
    zh: "占 99% 权重的最近词元数",
  },
} as const;

type Here = Shown<State, Model>;

/**
 * Nearest tokens that hold the share of a head's weight, per head. Equal scores
 * leave e^(−m·b) for the token b back, a geometric series: of `keys` terms its
 * first n add up to (1 − e^(−m·n)) / (1 − e^(−m·keys)) of it.
 */
const reach = (slopes: Float32Array, keys: number): number[] =>
  Array.from(slopes, (m) => {
    const whole = -Math.expm1(-m * keys);
    const n = Math.ceil(-Math.log1p(-SHARE * whole) / m);
    return Math.min(keys, Math.max(1, n));
  });

const scales = ({ state, model }: Here, { width, height }: Box) => {
  const count = model.slopes.length;
  return {
    x: (head: number): number => ((head + 0.5) / count) * width,
    y: scaleLog()
      .domain([1, 1.4 * Math.max(state.distance, state.trainLen)])
      .range([height, 0]),
  };
};

function dots(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const width = box.width / model.slopes.length;
  const line = (at: number, stroke: "warm" | "ink3"): Mark =>
    segment(0, y(at), box.width, y(at), { stroke, dash: [5, 4], width: 1.25 });
  const label = (at: number, text: string): Mark => ({
    kind: "text",
    x: box.width - 4,
    y: y(at) - 5,
    text,
    anchor: "end",
    fill: "ink2",
  });
  const ticks: Mark[] = Array.from(model.slopes, (_, head) => ({
    kind: "text" as const,
    x: x(head),
    y: box.height + 18,
    text: String(head),
    anchor: "middle" as const,
    fill: head === state.head ? ("accent" as const) : ("ink2" as const),
    bold: head === state.head,
  })).filter((_, head) => width > 18 || head % 4 === 0 || head === state.head);
  return [
    rect([x(state.head) - width / 2, 0, width, box.height], { fill: "soft" }),
    ...axes(
      {
        y: {
          scale: y,
          ticks: [1, 10, 100, 1000, 10_000, 100_000].filter(
            (v) => v <= (y.domain()[1] as number),
          ),
          format: (v) => quantity(v),
          label: strings.axisReach[lang],
        },
      },
      box,
    ),
    segment(0, box.height, box.width, box.height, { stroke: "rule" }),
    ...ticks,
    {
      kind: "text",
      x: box.width,
      y: box.height + 36,
      text: strings.axisHead[lang],
      anchor: "end",
      fill: "ink2",
    },
    line(state.trainLen, "ink3"),
    label(state.trainLen, strings.trainLen[lang]),
    line(state.distance, "warm"),
    label(state.distance, strings.distance[lang]),
    ...model.trained.map((v, head) =>
      circle(x(head), y(v), 6, { stroke: "ink2", width: 1.5 }),
    ),
    ...model.tested.map((v, head) =>
      circle(x(head), y(v), 3.5, { fill: "accent" }),
    ),
  ];
}

function say({ state, model, lang }: Here): string {
  const { head } = state;
  const slope = parameter(
    Number((model.slopes[head] as number).toPrecision(4)),
  );
  const penalty = model.penalty[head] as number;
  const pays = penalty > -0.1 ? quantity(penalty, 2) : decimals(penalty, 2);
  const [a, b] = [model.trained[head], model.tested[head]].map((v) =>
    quantity(v as number),
  );
  const at = quantity(state.distance);
  return {
    en: `Head ${head}, slope ${slope}: a token ${at} back gets ${pays}; 99% of the weight lies on the nearest ${a} tokens in a text of the trained length, on ${b} in the long one.`,
    zh: `第 ${head} 个头，斜率 ${slope}：往前 ${at} 个位置的词元得 ${pays} 分；99% 的权重，在训练长度的文本里落在最近 ${a} 个词元上，在长文本里落在 ${b} 个上。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-alibi-reach",
  table,
  strings,
  bounds: { head: { max: ({ numHeads }) => numHeads - 1 } },
  controls: [
    { key: "distance", logarithmic: true, max: () => 20_000 },
    { key: "head" },
    { key: "trainLen", logarithmic: true },
    { key: "numHeads" },
  ],
  compute({ distance, trainLen, numHeads }) {
    const { data } = pe.alibi({
      numHeads,
      queryPositions: [distance],
      keyPositions: [0],
    });
    const slopes = pe.alibiSlopes({ numHeads });
    return {
      slopes,
      penalty: Float64Array.from(data),
      trained: reach(slopes, trainLen),
      tested: reach(slopes, distance + 1),
    };
  },
  finding({ state, model, lang }) {
    const { penalty, tested } = model;
    const least = -Math.max(...penalty);
    const mild = least < 1 ? quantity(least, 2) : decimals(least, 1);
    const far = quantity(Math.max(...tested));
    const at = quantity(state.distance);
    return {
      en: `Every head lowers the score of a token ${at} back, by at least <b>${mild}</b>; with equal scores no head looks further than <b>${far}</b> tokens.`,
      zh: `对往前 ${at} 个位置的词元，每个头都要扣分，至少扣 <b>${mild}</b>；各键内容分数相同时，没有一个头看得比 <b>${far}</b> 个词元更远。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "reach",
      height: [240, 210],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "ink2",
          text: lang === "zh" ? "训练长度的文本" : "text of the trained length",
        },
        {
          ink: "accent",
          text: lang === "zh" ? "长文本" : "text as long as the distance",
        },
      ],
      label: say,
      marks: dots,
      pointing: {
        pick: ({ model }, at, box) => ({
          head: Math.floor((at.x / box.width) * model.slopes.length),
        }),
        key({ state }, event) {
          const range = [0, state.numHeads - 1] as const;
          const head = stepped(event, state.head, range, "x");
          if (head !== undefined && !event.key.startsWith("Page")) {
            return { head };
          }
          const factor = { ArrowUp: 1.25, ArrowDown: 0.8 }[event.key];
          if (factor === undefined) return undefined;
          const next = Math.max(1, Math.round(state.distance * factor));
          return { distance: Math.min(20_000, next) };
        },
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
        ? ["斜率", "该距离的偏置", "视野（训练长度）", "视野（长文本）"]
        : ["slope", "bias at the distance", "reach, trained", "reach, long"],
      rows: Array.from(model.slopes, (slope, head) => ({
        head: String(head),
        cells: [
          quantity(slope, 4),
          decimals(model.penalty[head] as number, 2),
          quantity(model.trained[head] as number),
          quantity(model.tested[head] as number),
        ],
      })),
      marked: { row: state.head, column: 1 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [numHeads, distance] = [${state.numHeads}, ${state.distance}];
const { data } = pe.bias.alibi({ numHeads, queryPositions: [distance], keyPositions: [0] });
const slope = pe.bias.alibiSlopes({ numHeads })[${state.head}];
console.log(slope, data[${state.head}]);
// Nearest tokens that hold 99% of the weight of equal scores: in a text of the
// trained length, and in one as long as the distance.
for (const keys of [${state.trainLen}, distance + 1]) {
  const whole = -Math.expm1(-slope * keys);
  const n = Math.ceil(-Math.log1p(-${SHARE} * whole) / slope);
  console.log(Math.min(keys, Math.max(1, n)));
}
`,
  listing: ({ state: { numHeads, head } }) => ({
    kind: "alibi",
    values: { numHeads, head },
  }),
  states: ({ state: { head }, model }) =>
    [model.slopes, model.penalty, model.trained, model.tested].map(
      (all) => all[head] as number,
    ),
});
