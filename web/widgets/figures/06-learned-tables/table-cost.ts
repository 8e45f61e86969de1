// <pe-table-cost>: how many numbers a table of positions holds, and how that
// compares with the model and with other encodings.
import { scaleLog } from "d3-scale";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { bottomAxis } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { escapeHtml, group, plural, quantity } from "../../words/text.ts";

const table = {
  "max-len": integer({ default: 512, min: 1, max: 1_000_000 }),
  "d-model": integer({ default: 768, min: 2, max: 16384 }),
  heads: integer({ default: 12, min: 1, max: 128 }),
  millions: real({ default: 110, min: 1, max: 2_000_000 }),
  format: choice(["float32", "bfloat16", "float64"]),
} as const;

type State = StateOf<typeof table>;

const KINDS = ["learned", "sinusoidal", "t5", "alibi", "rope"] as const;

interface Cost {
  readonly kind: (typeof KINDS)[number];
  /** Learned numbers. */
  readonly parameters: number;
  /** Numbers kept in memory when the table is made beforehand. */
  readonly kept: number;
}

interface Model {
  readonly costs: readonly Cost[];
  readonly bytes: number;
}

const strings = {
  name: { en: "What a table costs", zh: "一张表的代价" },
  caption: {
    en: "Press the name of a model, then make its context a hundred times longer: the table grows in proportion. What is its share of each model now?",
    zh: "点一个模型的名字，再把上下文拉长一百倍：表按比例变大。它在各个模型里各占多少？",
  },
  maxLen: { en: "Positions L", zh: "位置数 L" },
  dModel: { en: "Width D", zh: "维数 D" },
  heads: { en: "Heads H", zh: "头数 H" },
  millions: { en: "Model, 10⁶ parameters", zh: "模型参数，百万" },
  format: { en: "Stored as", zh: "存储格式" },
  float32: { en: "float32", zh: "float32" },
  bfloat16: { en: "bfloat16 or float16", zh: "bfloat16 或 float16" },
  float64: { en: "float64", zh: "float64" },
} as const;

type Here = Shown<State, Model>;

/** Sizes as the models' papers and code give them; totals rounded. */
const MODELS = [
  {
    name: "BERT-base (2018)",
    maxLen: 512,
    dModel: 768,
    heads: 12,
    millions: 110,
  },
  { name: "GPT-2 (2019)", maxLen: 1024, dModel: 768, heads: 12, millions: 124 },
  {
    name: "GPT-3 (2020)",
    maxLen: 2048,
    dModel: 12288,
    heads: 96,
    millions: 175_000,
  },
] as const;

const BYTES = { float32: 4, bfloat16: 2, float64: 8 } as const;

/** T5's number of buckets. */
const BUCKETS = 32;

/** Learned numbers of each encoding, as the library's catalog has them. */
export function parametersOf(
  kind: Cost["kind"],
  { maxLen, dModel, heads }: Pick<State, "maxLen" | "dModel" | "heads">,
): number {
  return {
    learned: maxLen * dModel,
    sinusoidal: 0,
    t5: BUCKETS * heads,
    alibi: 0,
    rope: 0,
  }[kind];
}

function costOf(kind: Cost["kind"], state: Readonly<State>): Cost {
  const { maxLen, dModel, heads } = state;
  const parameters = parametersOf(kind, state);
  const kept = {
    learned: parameters,
    sinusoidal: maxLen * dModel,
    t5: parameters,
    alibi: heads,
    // Sines and cosines of its rotations are as many as one head is wide.
    rope: maxLen * Math.round(dModel / heads),
  }[kind];
  return { kind, parameters, kept };
}

const NAMES = {
  learned: { en: "learned table", zh: "可学习的表" },
  sinusoidal: { en: "sinusoidal, as a buffer", zh: "正弦表（缓冲区）" },
  t5: { en: "T5 bias, 32 buckets", zh: "T5 偏置（32 个桶）" },
  alibi: { en: "ALiBi, slopes only", zh: "ALiBi（只存斜率）" },
  rope: { en: "RoPE, cached angles", zh: "RoPE（缓存角度）" },
} as const;

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** 1572864 → "1.57 MB" */
function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${quantity(size)}\u00a0${UNITS[unit]}`;
}

/** px of an encoding where there is room: its name, and its bar below. */
const ROW = 34;

function bars({ model, lang }: Here, box: Box): readonly Mark[] {
  const most = Math.max(...model.costs.map(({ kept }) => kept), 100);
  const x = scaleLog()
    .domain([1, most * 1.2])
    .range([0, box.width]);
  const marks: Mark[] = [
    {
      kind: "group",
      x: 0,
      y: box.height,
      marks: bottomAxis({
        scale: x as unknown as Parameters<typeof bottomAxis>[0]["scale"],
        ticks: x
          .ticks(5)
          .filter((v) => Number.isInteger(Math.log10(v)))
          .filter((_, k, all) => all.length < 7 || k % 2 === 0),
        format: (v) => quantity(v, 1),
      }),
    },
    {
      kind: "text",
      x: box.width,
      y: box.height + 36,
      text: lang === "zh" ? "数的个数" : "how many numbers",
      anchor: "end",
      fill: "ink2",
    },
  ];
  // On a low screen the rows are lower, the words of each above its bar.
  const high = box.height / KINDS.length;
  const bar = Math.max(3, Math.min(9, high - 17));
  model.costs.forEach(({ kind, parameters, kept }, row) => {
    const y = (row + 1) * high - bar - 5;
    marks.push(
      { kind: "text", x: 0, y: y - 4, text: NAMES[kind][lang], fill: "ink2" },
      rect([0, y, Math.max(1, x(Math.max(1, kept))), bar], {
        stroke: "accent",
        fill: parameters > 0 ? "accent" : "paper",
      }),
    );
  });
  return marks;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-table-cost",
  table,
  strings,
  controls: [
    { key: "maxLen", logarithmic: true },
    { key: "dModel", logarithmic: true },
    { key: "heads" },
    { key: "millions", logarithmic: true },
    { key: "format" },
  ],
  callsNothing: true,
  compute: (state) => ({
    costs: KINDS.map((kind) => costOf(kind, state)),
    bytes: BYTES[state.format],
  }),
  finding({ state, model, lang }) {
    const learned = model.costs[0] as Cost;
    const share = quantity((learned.parameters / (state.millions * 1e6)) * 100);
    const [numbers, bytes] = [
      group(String(learned.parameters)),
      bytesText(learned.parameters * model.bytes),
    ];
    return {
      en: `A learned table of ${group(String(state.maxLen))} ${plural(state.maxLen, "row")} × ${group(String(state.dModel))} holds <b>${numbers}</b> numbers: ${bytes} and <b>${share}%</b> of the model. The sinusoidal buffer is as large, but nobody trains it.`,
      zh: `一张 ${group(String(state.maxLen))} 行 × ${group(String(state.dModel))} 列的可学习表含 <b>${numbers}</b> 个数，占 ${bytes}，是整个模型的 <b>${share}%</b>。正弦表作为缓冲区一样大，只是不参与训练。`,
    }[lang];
  },
  panels: [
    {
      kind: "html",
      id: "models",
      tall: [36, 104],
      label: (shown) => say(shown),
      html({ state }) {
        const buttons = MODELS.map(({ name, ...size }) => {
          const on = Object.entries(size).every(
            ([key, value]) => state[key as keyof State] === value,
          );
          const set = Object.entries(size).map(([key, v]) => `${key}=${v}`);
          return `<button type="button" data-set="${set.join(" ")}" aria-pressed="${on}">${escapeHtml(name)}</button>`;
        });
        return `<p class="models">${buttons.join(" ")}</p>`;
      },
      lines: ({ state }) => [
        `L = ${state.maxLen}, D = ${state.dModel}, H = ${state.heads}`,
      ],
    },
    {
      kind: "plot",
      id: "bars",
      height: KINDS.length * ROW,
      margin: { left: 8, right: 12, top: 4, bottom: 42 },
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "实心：参与训练" : "filled: trained",
        },
      ],
      label: (shown) => say(shown),
      marks: bars,
    },
    {
      kind: "html",
      id: "numbers",
      tall: [180, 372],
      label: (shown) => say(shown),
      html({ state, model, lang }) {
        const zh = lang === "zh";
        const head = zh
          ? ["编码", "参数", "占模型", "内存"]
          : ["encoding", "parameters", "of the model", "memory"];
        const rows = model.costs.map(({ kind, parameters, kept }) => {
          const share = (parameters / (state.millions * 1e6)) * 100;
          return `<tr><th scope="row">${NAMES[kind][lang]}</th><td class="num">${group(String(parameters))}</td><td class="num">${quantity(share)}%</td><td class="num">${bytesText(kept * model.bytes)}</td></tr>`;
        });
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((it, k) => `<th scope="col"${k ? ' class="num"' : ""}>${it}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: ({ model, lang }) =>
        model.costs.map(
          ({ kind, parameters, kept }) =>
            `${NAMES[kind][lang]}: ${group(String(parameters))}, ${bytesText(kept * model.bytes)}`,
        ),
    },
  ],
  below: ["numbers"],
  sentence: (shown) => say(shown),
  tableData: ({ model, lang }) => ({
    caption: strings.name[lang],
    corner: lang === "zh" ? "编码" : "encoding",
    columns: lang === "zh" ? ["参数", "占用内存"] : ["parameters", "memory"],
    rows: model.costs.map(({ kind, parameters, kept }) => ({
      head: NAMES[kind][lang],
      cells: [group(String(parameters)), bytesText(kept * model.bytes)],
    })),
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [maxLen, dModel, heads] = [${state.maxLen}, ${state.dModel}, ${state.heads}];
// The first rows of the table are enough to count the numbers of a row.
const rows = Math.min(maxLen, 64);
const table = (pe.embedding.learned({ maxLen: rows, dModel }).data.length / rows) * maxLen;
const buckets = { data: new Float32Array(${BUCKETS} * heads), shape: [${BUCKETS}, heads] };
pe.bias.t5({ table: buckets, queryLen: 4, keyLen: 4 });
const slopes = pe.bias.alibiSlopes({ numHeads: heads });
// Numbers that are learned, and numbers that are kept when made beforehand.
const costs = {
  learned: [table, table],
  sinusoidal: [0, table],
  T5: [buckets.data.length, buckets.data.length],
  ALiBi: [0, slopes.length],
  RoPE: [0, maxLen * Math.round(dModel / heads)],
};
for (const [name, [learned, kept]] of Object.entries(costs)) {
  console.log(name, learned, kept * ${BYTES[state.format]}); // bytes in ${state.format}
}
`,
  states: ({ model: { costs, bytes } }) =>
    costs.map(({ parameters, kept }) => [parameters, kept * bytes]),
  styles: `
.pane-models .models { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 0; }
`,
});

function say({ state, model, lang }: Here): string {
  const parts = model.costs.map(
    ({ kind, parameters }) =>
      `${NAMES[kind][lang]} ${group(String(parameters))}`,
  );
  return {
    en: `Learned numbers for ${group(String(state.maxLen))} ${plural(state.maxLen, "position")} of width ${state.dModel}: ${parts.join("; ")}.`,
    zh: `${group(String(state.maxLen))} 个位置、${state.dModel} 维时的参数量：${parts.join("；")}。`,
  }[lang];
}
