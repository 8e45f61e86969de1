// <pe-log-steps>: rows of logarithms tell near the start what they cannot tell
// far out.
import { scaleLog } from "d3-scale";
import type { Posenc, Tensor } from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { distance } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, group, quantity } from "../../words/text.ts";

const table = {
  "max-len": integer({ default: 1024, min: 4, max: 1024 }),
  "d-model": integer({ default: 1, min: 1, max: 8 }),
  format: choice(["float16", "bfloat16", "float32"]),
  pos: integer({ default: 100, min: 0, max: 1022 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Distance from each row to the next. */
  readonly steps: Float64Array;
  readonly waves: Float64Array;
  /** Different rows in the chosen format. */
  readonly distinct: number;
  readonly distinctWaves: number;
  /** Width of the sinusoidal rows beside them. */
  readonly width: number;
}

const strings = {
  name: { en: "Logarithmic rows", zh: "对数编码" },
  caption: {
    en: "Drag along the curve to read the step from one position to the next. Give the rows more columns, then the other 16-bit format: how many positions remain different?",
    zh: "沿曲线拖动，读出相邻两个位置之间的步长。再增加列数，或换另一种 16 位格式：还有多少个位置彼此不同？",
  },
  maxLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Columns", zh: "列数" },
  format: { en: "Stored as", zh: "存储格式" },
  float16: { en: "float16", zh: "float16" },
  bfloat16: { en: "bfloat16", zh: "bfloat16" },
  float32: { en: "float32", zh: "float32" },
  pos: { en: "Position", zh: "位置" },
  keys: {
    en: "Step by position; left and right arrows choose a position.",
    zh: "各位置的步长；左右方向键选择位置。",
  },
} as const;

type Here = Shown<State, Model>;

function compute(
  pe: Posenc,
  { maxLen, dModel, format }: Readonly<State>,
): Model {
  const rows = pe.embedding.logarithmic({ seqLen: maxLen, dModel });
  // As wide, with an even width: a sine without its cosine repeats itself.
  const width = dModel + (dModel % 2);
  const waves = pe.embedding.sinusoidal({ seqLen: maxLen, dModel: width });
  const stepsOf = (of: Tensor): Float64Array =>
    Float64Array.from({ length: maxLen - 1 }, (_, p) => distance(of, p, p + 1));
  return {
    width,
    steps: stepsOf(rows),
    waves: stepsOf(waves),
    distinct: pe.analysis.collisions({ rows, format }).distinct,
    distinctWaves: pe.analysis.collisions({ rows: waves, format }).distinct,
  };
}

function scales({ model }: Here, { width, height }: Box) {
  const last = model.steps.length;
  const [low, high] = [
    Math.min(...model.steps) / 2,
    Math.max(...model.steps, ...model.waves) * 2,
  ];
  return {
    x: scaleLog().domain([1, last]).range([0, width]),
    y: scaleLog().domain([low, high]).range([height, 0]),
  };
}

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const zh = lang === "zh";
  const whole = (v: number): boolean => Number.isInteger(Math.log10(v));
  const line = (values: Float64Array, stroke: "accent" | "ink3"): Mark => ({
    kind: "path",
    stroke,
    width: stroke === "accent" ? 2 : 1.5,
    ...(stroke === "ink3" ? { dash: [5, 4] } : {}),
    draw(pen) {
      values.forEach((step, p) => {
        const [px, py] = [x(p + 1), y(step)];
        if (p === 0) pen.moveTo(px, py);
        else pen.lineTo(px, py);
      });
    },
  });
  const at = x(state.pos + 1);
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [1, 10, 100, 1000].filter((v) => v <= model.steps.length),
          format: (v) => group(String(v)),
          label: zh ? "到达的位置" : "position reached by the step",
        },
        y: {
          scale: y,
          ticks: y.ticks().filter(whole),
          format: (v) => String(v),
          label: zh ? "步长" : "step",
        },
      },
      box,
    ),
    line(model.waves, "ink3"),
    line(model.steps, "accent"),
    segment(at, 0, at, box.height, { stroke: "ink3", dash: [2, 3] }),
    circle(at, y(model.steps[state.pos] as number), 5, { fill: "accent" }),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-log-steps",
  table,
  strings,
  bounds: { pos: { max: ({ maxLen }) => maxLen - 2 } },
  controls: [
    { key: "pos" },
    { key: "maxLen" },
    { key: "dModel" },
    { key: "format" },
  ],
  compute,
  finding({ state, model, lang }) {
    const first = model.steps[0] as number;
    const last = model.steps.at(-1) as number;
    const ratio = quantity(first / last);
    return {
      en: `The first step is <b>${ratio}</b> times the last. In ${state.format} <b>${group(String(model.distinct))}</b> of ${group(String(state.maxLen))} positions keep a row of their own; ${group(String(model.distinctWaves))} do with sinusoidal rows of width ${model.width}.`,
      zh: `第一步是最后一步的 <b>${ratio}</b> 倍。存成 ${state.format}，${group(String(state.maxLen))} 个位置中有 <b>${group(String(model.distinct))}</b> 个互不相同；${model.width} 维的正弦表有 ${group(String(model.distinctWaves))} 个。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "steps",
      height: [230, 190],
      margin: { ...AXES, left: 60 },
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "对数编码" : "logarithmic rows",
        },
        {
          ink: "ink3",
          dashed: true,
          text: lang === "zh" ? "正弦编码" : "sinusoidal rows",
        },
      ],
      label: (shown) => say(shown),
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({
          pos: scales(shown, box).x.invert(at.x) - 1,
        }),
        steps: { x: "pos" },
      },
    },
  ],
  sentence: (shown) => say(shown),
  tableData({ model, lang }) {
    const zh = lang === "zh";
    const last = model.steps.length - 1;
    const chosen = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter(
      (p) => p < last,
    );
    return {
      caption: strings.name[lang],
      corner: zh ? "起点" : "from position",
      columns: zh
        ? ["对数编码的步长", "正弦编码的步长"]
        : ["step, logarithmic", "step, sinusoidal"],
      rows: [...chosen, last].map((p) => ({
        head: group(String(p)),
        cells: [model.steps[p], model.waves[p]].map((it) =>
          cellValue(it as number),
        ),
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const seqLen = ${state.maxLen};
// As wide, with an even width: a sine without its cosine repeats itself.
const tables = [
  pe.embedding.logarithmic({ seqLen, dModel: ${state.dModel} }),
  pe.embedding.sinusoidal({ seqLen, dModel: ${state.dModel + (state.dModel % 2)} }),
];
for (const rows of tables) {
  console.log(pe.analysis.collisions({ rows, format: "${state.format}" }).distinct);
  // The step from the chosen position to the next, and that from the first.
  for (const p of [${state.pos}, 0]) {
    const [width, from] = [rows.shape[1], p * rows.shape[1]];
    let square = 0;
    for (let k = from; k < from + width; k += 1) square += (rows.data[k] - rows.data[k + width]) ** 2;
    console.log(Math.sqrt(square));
  }
}
`,
  states({ state: { pos }, model }) {
    const at = (steps: Float64Array) => [steps[pos], steps[0]] as number[];
    return [
      ...[model.distinct, at(model.steps)],
      ...[model.distinctWaves, at(model.waves)],
    ];
  },
});

function say({ state, model, lang }: Here): string {
  const step = quantity(model.steps[state.pos] as number);
  const from = group(String(state.pos));
  return {
    en: `From position ${from} to the next the row moves by ${step}; ${group(String(model.distinct))} of ${group(String(state.maxLen))} rows are different in ${state.format}.`,
    zh: `从位置 ${from} 到下一个位置，行移动 ${step}；${state.format} 下 ${group(String(state.maxLen))} 行中有 ${group(String(model.distinct))} 行互不相同。`,
  }[lang];
}
