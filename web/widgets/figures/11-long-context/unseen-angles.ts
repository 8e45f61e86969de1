// <pe-unseen-angles>: the angles of each rotary pair that training showed, and
// those that a longer text brings.

import { scaleLinear } from "d3-scale";
import type { Coverage, RotaryScaling } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { integerTicks } from "../../plots/axes.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { decimals, escapeHtml, plural, quantity } from "../../words/text.ts";

const table = {
  pair: integer({ default: 50, min: 0, max: 127 }),
  "train-len": integer({ default: 2048, min: 2, max: 1_000_000 }),
  "test-len": integer({ default: 8192, min: 2, max: 4_000_000 }),
  scaling: choice(["none", "linear", "ntk", "yarn"]),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "head-dim": integer({ default: 128, min: 2, max: 256 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly coverage: Coverage;
}

/** Heads, bases and lengths of published models before any extension. */
const MODELS = [
  { name: "LLaMA", values: [128, 10_000, 2048] },
  { name: "Llama 2", values: [128, 10_000, 4096] },
  { name: "Llama 3", values: [128, 500_000, 8192] },
  { name: "Qwen2.5", values: [128, 1_000_000, 32_768] },
  { name: "Phi-3", values: [96, 10_000, 4096] },
] as const;

const strings = {
  name: { en: "Angles that training never showed", zh: "训练中没见过的角度" },
  caption: {
    en: "Each column is a pair of a head: how much of its circle training covered, and, in the warm colour, what the longer text adds. Drag across the columns to see the circle of one pair. Then choose a rescaling: it is applied to the long text only, as if the trained model were used with it.",
    zh: "每一列是头里的一对：训练覆盖了圆周的多少；暖色部分是更长的文本新带来的角度。在各列上拖动，可以看到那一对的圆。再选一种缩放：它只作用于长文本，相当于把训练好的模型直接拿来用。",
  },
  pair: { en: "Pair i", zh: "第 i 对" },
  trainLen: { en: "Length in training", zh: "训练长度" },
  testLen: { en: "Length of the text", zh: "文本长度" },
  scaling: { en: "Rescaling", zh: "缩放方式" },
  none: { en: "none", zh: "不缩放" },
  linear: { en: "interpolation", zh: "线性内插" },
  ntk: { en: "NTK", zh: "NTK" },
  yarn: { en: "YaRN", zh: "YaRN" },
  base: { en: "Base", zh: "底数" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  keys: {
    en: "Arc of each pair; left and right arrows choose a pair, up and down change the length of the text.",
    zh: "各对的弧；左右方向键选择一对，上下方向键改变文本长度。",
  },
  axisPair: { en: "pair i", zh: "第 i 对" },
  axisArc: { en: "arc of the circle", zh: "占圆周的弧" },
} as const;

type Here = Shown<State, Model>;

const TURN = 2 * Math.PI;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const factorOf = ({ trainLen, testLen }: Readonly<State>): number =>
  testLen / trainLen;

function scalingOf(state: Readonly<State>): RotaryScaling | undefined {
  const factor = factorOf(state);
  switch (state.scaling) {
    case "linear":
    case "ntk":
      return { type: state.scaling, factor };
    case "yarn":
      return { type: "yarn", factor, originalMaxSeqLen: state.trainLen };
    default:
      return undefined;
  }
}

const pairX = (count: number, { width }: Box) =>
  scaleLinear()
    .domain([-0.5, count - 0.5])
    .range([0, width]);

function columns(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { pairs } = model.coverage;
  const x = pairX(pairs.length, box);
  const y = scaleLinear().domain([0, 360]).range([box.height, 0]);
  const width = box.width / pairs.length;
  const gap = width > 5 ? 1 : 0;
  const bar = (k: number, low: number, high: number) =>
    [
      x(k) - width / 2,
      y(high),
      Math.max(0.5, width - gap),
      y(low) - y(high),
    ] as const;
  const seen = pairs.map((it) => 360 * Math.min(1, it.trainTurns));
  const paint = (
    fill: "accent" | "warm" | "rule",
    span: (k: number) => readonly [number, number],
  ): Mark => ({
    kind: "path",
    draw(pen) {
      for (let k = 0; k < pairs.length; k += 1) {
        const [low, high] = span(k);
        if (high > low) pen.rect(...bar(k, low, high));
      }
    },
    fill,
  });
  const unseen = (k: number): number => {
    const pair = pairs[k];
    return pair ? degrees(pair.unseenAngle) : 0;
  };
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, pairs.length - 1, box.width, 72),
          label: strings.axisPair[lang],
          marked: state.pair,
        },
        y: {
          scale: y,
          ticks: [0, 90, 180, 270, 360],
          format: (v) => `${v}°`,
          label: strings.axisArc[lang],
        },
      },
      box,
    ),
    paint("accent", (k) => [0, seen[k] as number]),
    paint("warm", (k) => {
      const low = seen[k] as number;
      return [low, Math.min(360, low + unseen(k))];
    }),
    rect(
      [
        x(state.pair) - Math.max(2, width / 2) - 1,
        0,
        Math.max(4, width) + 2,
        box.height,
      ],
      { stroke: "ink", width: 1.25 },
    ),
  ];
}

function dial(shown: Here, { width, height }: Box): readonly Mark[] {
  const { state, model } = shown;
  const pair = model.coverage.pairs[state.pair];
  if (!pair) return [];
  const [cx, cy] = [width / 2, height / 2];
  const radius = Math.min(width, height) / 2 - 12;
  const from = -Math.PI / 2;
  const seen = TURN * Math.min(1, pair.trainTurns);
  const arc = (
    start: number,
    sweep: number,
    stroke: "accent" | "warm",
  ): Mark => ({
    kind: "path",
    draw(pen) {
      const at = from + start;
      pen.moveTo(cx + radius * Math.cos(at), cy + radius * Math.sin(at));
      pen.arc(cx, cy, radius, at, at + sweep);
    },
    stroke,
    width: 7,
  });
  const end = from + TURN * pair.testTurns;
  return [
    circle(cx, cy, radius, { stroke: "rule", width: 7 }),
    ...(seen > 0 ? [arc(0, seen, "accent")] : []),
    ...(pair.unseenAngle > 0 ? [arc(seen, pair.unseenAngle, "warm")] : []),
    segment(cx, cy, cx + radius * Math.cos(end), cy + radius * Math.sin(end), {
      stroke: "ink",
      width: 1.5,
    }),
    circle(cx, cy, 2.5, { fill: "ink" }),
  ];
}

function say({ state, model, lang }: Here): string {
  const pair = model.coverage.pairs[state.pair];
  if (!pair) return "";
  const [turns, test] = [
    quantity(pair.trainTurns, 3),
    quantity(pair.testTurns, 3),
  ];
  const unseen = decimals(degrees(pair.unseenAngle), 1);
  return {
    en: `Pair ${state.pair}: ${turns} turns in training, ${test} in the longer text, ${unseen}° of new angles.`,
    zh: `第 ${state.pair} 对：训练中转 ${turns} 圈，长文本中转 ${test} 圈，新角度 ${unseen}°。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-unseen-angles",
  table,
  strings,
  bounds: {
    headDim: EVEN,
    testLen: { min: ({ trainLen }) => trainLen },
    pair: { max: ({ headDim }) => headDim / 2 - 1 },
  },
  // NTK's new base needs two pairs at least.
  settle: (state) => ({
    ...state,
    scaling: state.headDim < 4 ? "none" : state.scaling,
  }),
  controls: [
    { key: "testLen", logarithmic: true },
    { key: "trainLen", logarithmic: true },
    { key: "pair" },
    { key: "base", logarithmic: true },
    { key: "headDim", step: 2 },
    { key: "scaling" },
  ],
  main: ["testLen", "scaling"],
  compute(state) {
    const { headDim, base, trainLen, testLen } = state;
    const scaling = scalingOf(state);
    const given = { headDim, base, trainLen, testLen };
    return {
      coverage: pe.analysisCoverage(scaling ? { ...given, scaling } : given),
    };
  },
  finding({ state, model, lang }) {
    const { unseen, pairs, maxUnseenAngle } = model.coverage;
    const [train, test] = [quantity(state.trainLen), quantity(state.testLen)];
    const most = decimals(degrees(maxUnseenAngle), 1);
    return {
      en: `Trained on ${train} positions and given ${test}, <b>${unseen}</b> of ${pairs.length} ${plural(pairs.length, "pair reaches", "pairs reach")} angles they have never had, by up to <b>${most}°</b>.`,
      zh: `以 ${train} 个位置训练，输入 ${test} 个位置：${pairs.length} 对中有 <b>${unseen}</b> 对转到从未见过的角度，最多超出 <b>${most}°</b>。`,
    }[lang];
  },
  rows: [
    [
      ["columns", 4],
      ["dial", 1.2],
    ],
    [["models", 1]],
  ],
  panels: [
    {
      kind: "plot",
      id: "columns",
      height: [250, 200],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "训练见过" : "seen in training",
        },
        { ink: "warm", text: lang === "zh" ? "新角度" : "new angles" },
      ],
      label: say,
      marks: columns,
      pointing: {
        cursor: "ew-resize",
        pick: ({ model }, at, box) => ({
          pair: pairX(model.coverage.pairs.length, box).invert(at.x),
        }),
        steps: { x: "pair" },
        key({ state }, event) {
          const factor = { ArrowUp: 1.25, ArrowDown: 0.8 }[event.key];
          return factor === undefined
            ? undefined
            : { testLen: state.testLen * factor };
        },
      },
    },
    {
      kind: "plot",
      id: "dial",
      height: [250, 170],
      margin: { left: 4, right: 4, top: 26, bottom: 42 },
      title: ({ state, lang }) =>
        lang === "zh" ? `第 ${state.pair} 对的圆` : `pair ${state.pair}`,
      label: say,
      marks: dial,
    },
    {
      kind: "html",
      id: "models",
      tall: [60, 128],
      title: ({ lang }) =>
        lang === "zh" ? "公开模型的设置" : "settings of published models",
      label: say,
      html({ state }) {
        const buttons = MODELS.map(({ name, values: [d, base, length] }) => {
          const chosen =
            state.headDim === d &&
            state.base === base &&
            state.trainLen === length;
          const set = `headDim=${d} base=${base} trainLen=${length} testLen=${4 * length}`;
          return `<button type="button" aria-pressed="${chosen}" data-set="${set}"><span lang="en">${escapeHtml(name)}</span></button>`;
        });
        return `<p class="presets">${buttons.join(" ")}</p>`;
      },
      lines: () => [],
    },
  ],
  styles:
    ".presets { display: flex; flex-wrap: wrap; gap: 8px; margin: 4px 0; }",
  sentence: say,
  tableData({ state, model, lang }) {
    const zh = lang === "zh";
    const { pairs } = model.coverage;
    const count = Math.min(17, pairs.length);
    const step = (pairs.length - 1) / Math.max(1, count - 1);
    const rows = [
      ...new Set(
        Array.from({ length: count }, (_, k) => Math.round(k * step)),
      ).add(state.pair),
    ].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.pair[lang],
      columns: zh
        ? ["波长", "训练中的圈数", "长文本中的圈数", "新角度（°）"]
        : ["wavelength", "turns in training", "turns in the text", "new, °"],
      rows: rows.map((k) => {
        const it = pairs[k];
        const numbers = it
          ? [
              it.wavelength,
              it.trainTurns,
              it.testTurns,
              degrees(it.unseenAngle),
            ]
          : [];
        return { head: String(k), cells: numbers.map((v) => quantity(v, 5)) };
      }),
      marked: { row: rows.indexOf(state.pair), column: 3 },
    };
  },
  csv: ({ model }) =>
    `pair,wavelength,train turns,test turns,unseen angle\n${model.coverage.pairs
      .map(
        (it, k) =>
          `${k},${it.wavelength},${it.trainTurns},${it.testTurns},${it.unseenAngle}\n`,
      )
      .join("")}`,
  code({ state }) {
    const scaling = scalingOf(state);
    return `import { load } from "posenc";

const pe = await load();
const { pairs, unseen, maxUnseenAngle } = pe.analysis.coverage({
  headDim: ${state.headDim},
  base: ${state.base},
  trainLen: ${state.trainLen},
  testLen: ${state.testLen},${scaling ? `\n  scaling: ${JSON.stringify(scaling)},` : ""}
});
console.log(unseen, maxUnseenAngle);
const { wavelength, trainTurns, testTurns, unseenAngle } = pairs[${state.pair}];
console.log(wavelength, trainTurns, testTurns, unseenAngle);
`;
  },
  listing: ({ state: { headDim, base, trainLen, testLen, scaling } }) =>
    scaling === "none"
      ? { kind: "coverage", values: { headDim, base, trainLen, testLen } }
      : undefined,
  states({ state, model: { coverage } }) {
    const pair = coverage.pairs[state.pair] as Coverage["pairs"][number];
    const { wavelength, trainTurns, testTurns, unseenAngle } = pair;
    return [
      coverage.unseen,
      coverage.maxUnseenAngle,
      wavelength,
      trainTurns,
      testTurns,
      unseenAngle,
    ];
  },
});
