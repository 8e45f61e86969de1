// <pe-log-steps>: positions on a logarithmic ruler, and under a glass what is left
// of neighbours when they are stored.

import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { distance } from "../../kit/pieces/tensor-rows.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { cellValue, group, plural, quantity } from "../../words/text.ts";

const table = {
  "max-len": integer({ default: 1024, min: 4, max: 1024 }),
  "d-model": integer({ default: 1, min: 1, max: 8 }),
  format: choice(["float16", "bfloat16", "float32"]),
  pos: integer({ default: 100, min: 0, max: 1022 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** The first column. */
  readonly values: readonly number[];
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
    en: "Drag the glass along the ruler. Near the start neighbours keep their distance. Do nine of them still have nine numbers at the end, stored on a grid? Then try the other formats, or more columns.",
    zh: "沿标尺拖动放大镜。开头处相邻位置离得开；到了末尾，存到格子上之后，九个相邻位置还是九个数吗？再换别的格式，或增加列数。",
  },
  maxLen: { en: "Positions", zh: "位置个数" },
  dModel: { en: "Columns", zh: "列数" },
  format: { en: "Stored as", zh: "存储格式" },
  float16: { en: "float16", zh: "float16" },
  bfloat16: { en: "bfloat16", zh: "bfloat16" },
  float32: { en: "float32", zh: "float32" },
  pos: { en: "Position", zh: "位置" },
  keys: {
    en: "Positions on a logarithmic ruler; left and right arrows choose a position.",
    zh: "对数标尺上的各个位置；左右方向键选择位置。",
  },
} as const;

type Here = Shown<State, Model>;

function compute({ maxLen, dModel, format }: Readonly<State>): Model {
  const rows = pe.logarithmic({ seqLen: maxLen, dModel });
  // As wide, with an even width: a sine without its cosine repeats itself.
  const width = dModel + (dModel % 2);
  const waves = pe.sinusoidal({ seqLen: maxLen, dModel: width });
  const stepsOf = (of: Tensor): Float64Array =>
    Float64Array.from({ length: maxLen - 1 }, (_, p) => distance(of, p, p + 1));
  return {
    width,
    values: Array.from(
      { length: maxLen },
      (_, p) => rows.data[p * dModel] ?? 0,
    ),
    steps: stepsOf(rows),
    waves: stepsOf(waves),
    distinct: pe.analysisCollisions({ rows, format }).distinct,
    distinctWaves: pe.analysisCollisions({ rows: waves, format }).distinct,
  };
}

/** Bits behind the first one of a number, in each format. */
const BITS = { float16: 10, bfloat16: 7, float32: 23 } as const;

/** From one number of a format to the next, beside a positive one. */
const gridAt = (value: number, format: State["format"]): number => {
  const lowest = format === "float16" ? -14 : -126;
  const exponent = Math.max(lowest, Math.floor(Math.log2(value)));
  return 2 ** (exponent - BITS[format]);
};

/** A number as a format keeps it: the nearest, of two the even one. */
export function stored(value: number, format: State["format"]): number {
  if (value === 0) return 0;
  const unit = gridAt(value, format);
  const [low, rest] = [Math.floor(value / unit), (value / unit) % 1];
  const up = rest > 0.5 || (rest === 0.5 && low % 2 === 1);
  return (low + Number(up)) * unit;
}

/** Neighbours under the glass, the chosen position among them. */
const SEEN = 9;

function glass({ state, model }: Here) {
  const count = Math.min(SEEN, state.maxLen);
  const first = Math.min(state.pos, state.maxLen - count);
  const values = model.values.slice(first, first + count);
  const kept = values.map((value) => stored(value, state.format));
  return { first, count, values, kept };
}

/** px: the line of the ruler, and how far its ticks go. */
const RULER = { y: 30, tick: 10, height: 62 } as const;

function ruler(shown: Here, { width }: Box): readonly Mark[] {
  const { state, model } = shown;
  const { first, values } = glass(shown);
  const at = (p: number): number => width * (model.values[p] as number);
  const [from, to] = [values[0], values.at(-1)] as [number, number];
  const high = RULER.y + RULER.tick + 4;
  // Far out it is thinner than a line.
  const size = Math.max(3, (to - from) * width);
  const left = Math.min(at(first), width - size);
  return [
    rect([left, RULER.y - RULER.tick - 4, size, 2 * RULER.tick + 8], {
      fill: "soft",
      stroke: "accent",
    }),
    {
      kind: "path",
      stroke: "ink2",
      opacity: 0.6,
      width: 0.75,
      draw(pen) {
        for (let p = 0; p < state.maxLen; p += 1) {
          pen.moveTo(at(p), RULER.y - RULER.tick);
          pen.lineTo(at(p), RULER.y + RULER.tick);
        }
      },
    },
    ...[0, 1, 10, 100, state.maxLen - 1]
      .filter((p, k) => k === 4 || p < state.maxLen / 3)
      .map((p) =>
        textMark(at(p), high + 12, group(String(p)), "ink2", {
          anchor: p === 0 ? "start" : at(p) > width - 20 ? "end" : "middle",
        }),
      ),
    segment(at(state.pos), 4, at(state.pos), high, {
      stroke: "accent",
      width: 2,
    }),
  ];
}

/** px under the glass: where numbers are, and where they are stored. */
const LENS = { text: 12, top: 24, bottom: 118, height: 150, most: 80 } as const;

function lens(shown: Here, { width }: Box): readonly Mark[] {
  const { state, lang } = shown;
  const { first, values, kept } = glass(shown);
  const [low, high] = [
    Math.min(values[0] as number, kept[0] as number),
    Math.max(values.at(-1) as number, kept.at(-1) as number),
  ];
  const x = (value: number): number =>
    14 + ((width - 28) * (value - low)) / (high - low || 1);
  const unit = gridAt(high, state.format);
  const lines = Math.floor((high - low) / unit) + 1;
  const start = Math.ceil(low / unit);
  const shares = (k: number): boolean =>
    kept[k] === kept[k - 1] || kept[k] === kept[k + 1];
  const { top, bottom } = LENS;
  const grid = lang === "zh" ? "可存的数" : "numbers that can be stored";
  const note = `${grid}${lines > LENS.most ? (lang === "zh" ? "：密得画不出" : ": too close to be drawn") : ""}`;
  return [
    segment(0, top, width, top, { stroke: "rule" }),
    segment(0, bottom, width, bottom, { stroke: "ink3" }),
    {
      kind: "path",
      stroke: "ink3",
      draw(pen) {
        for (let k = 0; lines <= LENS.most && k < lines; k += 1) {
          pen.moveTo(x((start + k) * unit), bottom - 6);
          pen.lineTo(x((start + k) * unit), bottom + 6);
        }
      },
    },
    textMark(width, bottom + 24, note, "ink2", { anchor: "end" }),
    ...values.flatMap((value, k): Mark[] => {
      const [from, to] = [x(value), x(kept[k] as number)];
      const now = first + k === state.pos;
      const ink = shares(k) ? "warm" : now ? "accent" : "ink2";
      return [
        textMark(from, LENS.text, String(first + k), now ? "accent" : "ink2", {
          anchor: "middle",
          bold: now,
        }),
        segment(from, top, to, bottom, { stroke: ink, width: now ? 2 : 1 }),
        circle(from, top, 3.5, { fill: ink }),
        circle(to, bottom, 4.5, { fill: ink }),
      ];
    }),
  ];
}

/** The position whose place on the ruler is nearest. */
function positionAt({ model }: Here, x: number, { width }: Box): number {
  const far = (p: number): number =>
    Math.abs(width * (model.values[p] as number) - x);
  let best = 0;
  for (let p = 1; p < model.values.length; p += 1) {
    if (far(p) < far(best)) best = p;
  }
  return best;
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
  main: ["pos", "format"],
  compute,
  finding({ state, model, lang }) {
    const first = model.steps[0] as number;
    const last = model.steps.at(-1) as number;
    const ratio = quantity(first / last);
    return {
      en: `The first step is <b>${ratio}</b> times the last. In ${state.format}, ${group(String(state.maxLen))} positions have <b>${group(String(model.distinct))}</b> different rows; sinusoids of width ${model.width} have ${group(String(model.distinctWaves))}.`,
      zh: `第一步是最后一步的 <b>${ratio}</b> 倍。存成 ${state.format}，${group(String(state.maxLen))} 个位置有 <b>${group(String(model.distinct))}</b> 种不同的行；${model.width} 维的正弦表有 ${group(String(model.distinctWaves))} 种。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "steps",
      height: RULER.height,
      margin: { left: 8, right: 8, top: 4, bottom: 0 },
      title: ({ state, lang }) => {
        const { en, zh } = {
          en: state.dModel > 1 ? "its first column" : "its number",
          zh: state.dModel > 1 ? "第一列的数" : "它的数",
        };
        return lang === "zh"
          ? `每个位置标在${zh}处，从 0 到 1`
          : `each position at ${en}, from 0 to 1`;
      },
      label: (shown) => say(shown),
      marks: ruler,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({ pos: positionAt(shown, at.x, box) }),
        steps: { x: "pos" },
      },
    },
    {
      kind: "plot",
      id: "lens",
      height: LENS.height,
      margin: { left: 8, right: 8, top: 4, bottom: 0 },
      title: (shown) => {
        const { values, kept } = glass(shown);
        const [low, high] = [values[0], values.at(-1)] as [number, number];
        const times = quantity(1 / (high - low), 2);
        const count = new Set(kept).size;
        return {
          en: `magnified ${times} times: ${values.length} neighbours, ${count} stored ${plural(count, "number")}`,
          zh: `放大 ${times} 倍：${values.length} 个相邻位置，存成 ${count} 个数`,
        }[shown.lang];
      },
      label: (shown) => say(shown),
      marks: lens,
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
      model.distinct,
      at(model.steps),
      model.distinctWaves,
      at(model.waves),
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
