// <pe-context-cost>: what a long context costs whatever the encoding: scores,
// cache, and the working memory of a fused kernel.

import { scaleLog } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, unseen } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { escapeHtml, quantity } from "../../words/text.ts";
import { type ModelId, published } from "./published-configs.ts";

const BYTES = { float32: 4, bfloat16: 2, float8: 1 } as const;
type Format = keyof typeof BYTES;
const FORMATS = Object.keys(BYTES) as readonly Format[];

const table = {
  "seq-len": integer({ default: 1_000_000, min: 128, max: 10_000_000 }),
  layers: integer({ default: 32, min: 1, max: 200 }),
  heads: integer({ default: 32, min: 1, max: 256 }),
  "kv-heads": integer({ default: 8, min: 1, max: 256 }),
  "head-dim": integer({ default: 128, min: 1, max: 512 }),
  format: choice(FORMATS, "bfloat16"),
} as const;

export type State = StateOf<typeof table>;

/** What a model's costs depend on. */
export interface Shape {
  readonly layers: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

export interface Model {
  /** Numbers in a matrix of weights of 64 tokens: what the library makes. */
  readonly measured: number;
  /** Those whose shape can be taken: ours, or the page's own. */
  readonly models: readonly { readonly name: string; readonly shape: Shape }[];
}

/** Shapes read out of the published configurations. */
const MODELS: readonly ModelId[] = ["llama", "llama-3-1", "qwen-2-5"];

const strings = {
  name: { en: "What a long context costs", zh: "长上下文的代价" },
  caption: {
    en: "Bytes against length, both in powers of ten. The scores of one head grow with the square of the length; the cache of keys and values with the length itself. Drag to another length, or take the shape of a model. With grouped heads (fewer for keys and values) the cache shrinks, the scores do not.",
    zh: "字节数随长度的变化，两轴都是对数。一个头的分数随长度的平方增长，键值缓存随长度本身增长。拖动改变长度，或选一个模型的形状。分组查询（键值头更少）能缩小缓存，分数则不变。",
  },
  seqLen: { en: "Length n", zh: "长度 n" },
  layers: { en: "Layers", zh: "层数" },
  heads: { en: "Heads", zh: "头数" },
  kvHeads: { en: "Heads of keys and values", zh: "键值头数" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  format: { en: "Number format", zh: "数值格式" },
  float32: { en: "float32", zh: "float32" },
  bfloat16: { en: "bfloat16", zh: "bfloat16" },
  float8: { en: "float8", zh: "float8" },
  keys: {
    en: "Bytes by length; arrow keys choose a length.",
    zh: "各长度的字节数；方向键选择长度。",
  },
  axisBytes: { en: "bytes", zh: "字节" },
} as const;

type Here = Shown<State, Model>;

/** 1.3e11 → "131 GB". */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
  let [rest, k] = [value, 0];
  while (rest >= 999.5 && k < units.length - 1) {
    rest /= 1000;
    k += 1;
  }
  return `${quantity(rest)}\u00a0${units[k]}`;
}

/** 100000 → "100k". */
const short = (value: number): string =>
  value >= 1e6
    ? `${quantity(value / 1e6)}M`
    : value >= 1e3
      ? `${quantity(value / 1e3)}k`
      : String(value);

const THINGS = ["scores", "all", "cache"] as const;
type Thing = (typeof THINGS)[number];

const NAMES = {
  scores: { en: "scores of one head", zh: "一个头的分数" },
  all: { en: "scores of a layer’s heads", zh: "一层全部头的分数" },
  cache: { en: "keys and values, all layers", zh: "全部层的键值缓存" },
} as const;

const FORMULA = {
  scores: "n² · b",
  all: "H · n² · b",
  cache: "2 · L · G · d · n · b",
} as const;

const INK = { scores: "warm", all: "ink", cache: "accent" } as const;

/** Bytes of each thing at a length. */
function cost(state: Readonly<State>, n: number): Record<Thing, number> {
  const size = BYTES[state.format];
  const { layers, heads, kvHeads, headDim } = state;
  return {
    scores: n * n * size,
    all: heads * n * n * size,
    cache: 2 * layers * kvHeads * headDim * n * size,
  };
}

const [LOW, HIGH] = [128, 1e7];

const scales = ({ state }: Here, { width, height }: Box) => ({
  x: scaleLog().domain([LOW, HIGH]).range([0, width]),
  y: scaleLog()
    .domain([1e4, Math.max(1e15, 2 * cost(state, HIGH).all)])
    .range([height, 0]),
});

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const { x, y } = scales(shown, box);
  const [from, to, now] = [LOW, HIGH, state.seqLen].map((n) => cost(state, n));
  if (!from || !to || !now) return [];
  const ticks = y.ticks().filter((v) => Math.log10(v) % 3 === 0);
  const gb = y(80e9);
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [1e3, 1e4, 1e5, 1e6, 1e7],
          format: short,
          label: strings.seqLen[lang],
          marked: state.seqLen,
        },
        y: {
          scale: y,
          ticks,
          format: (v) => bytes(v),
          label: strings.axisBytes[lang],
        },
      },
      box,
    ),
    segment(0, gb, box.width, gb, { stroke: "ink3", dash: [2, 3] }),
    {
      kind: "text",
      x: 6,
      y: gb - 5,
      text: lang === "zh" ? "一张 80 GB 的卡" : "a card of 80 GB",
      fill: "ink2",
    },
    segment(x(state.seqLen), 0, x(state.seqLen), box.height, {
      stroke: "ink3",
      dash: [2, 3],
    }),
    unseen([
      ...THINGS.map((thing) =>
        segment(x(LOW), y(from[thing]), x(HIGH), y(to[thing]), {
          stroke: INK[thing],
          width: 1.75,
        }),
      ),
      ...THINGS.map((thing) =>
        circle(x(state.seqLen), y(now[thing]), 4, { fill: INK[thing] }),
      ),
    ]),
  ];
}

function say({ state, lang }: Here): string {
  const now = cost(state, state.seqLen);
  const said = THINGS.map(
    (thing) => `${NAMES[thing][lang]} ${bytes(now[thing])}`,
  );
  const n = quantity(state.seqLen);
  return {
    en: `At ${n} tokens: ${said.join("; ")}.`,
    zh: `${n} 个词元：${said.join("；")}。`,
  }[lang];
}

function shapeOf(id: ModelId): Shape {
  const config = published(id).config as Readonly<Record<string, number>>;
  const heads = config.num_attention_heads ?? 1;
  return {
    layers: config.num_hidden_layers ?? 1,
    heads,
    kvHeads: config.num_key_value_heads ?? heads,
    headDim: (config.hidden_size ?? heads) / heads,
  };
}

export const spec = figure<typeof table, Model>({
  tag: "pe-context-cost",
  table,
  strings,
  bounds: { kvHeads: { max: ({ heads }) => heads } },
  controls: [
    { key: "seqLen", logarithmic: true },
    { key: "layers" },
    { key: "heads" },
    { key: "kvHeads" },
    { key: "headDim" },
    { key: "format" },
  ],
  main: ["seqLen", "kvHeads"],
  compute() {
    // The square is no matter of taste: this many weights attention has.
    const x = { data: new Float32Array(64), shape: [64, 1, 1] };
    const { weights } = pe.attention({ q: x, k: x, v: x, returnWeights: true });
    return {
      measured: weights?.data.length ?? 0,
      models: MODELS.map((id) => ({
        name: published(id).name,
        shape: shapeOf(id),
      })),
    };
  },
  own: () => import("./own-shapes.ts"),
  finding({ state, lang }) {
    const now = cost(state, state.seqLen);
    const entries = quantity(state.seqLen ** 2);
    const [scores, cache] = [bytes(now.scores), bytes(now.cache)];
    const n = quantity(state.seqLen);
    return {
      en: `At ${n} tokens one head has <b>${entries}</b> scores, ${scores} if they were all kept; the cache of keys and values takes <b>${cache}</b>.`,
      zh: `${n} 个词元时，一个头有 <b>${entries}</b> 个分数，若全部存下要 ${scores}；键值缓存占 <b>${cache}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "bytes",
      height: [260, 220],
      margin: { ...AXES, left: 60 },
      legend: ({ lang }) =>
        THINGS.map((thing) => ({ ink: INK[thing], text: NAMES[thing][lang] })),
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({
          seqLen: Number(scales(shown, box).x.invert(at.x).toPrecision(2)),
        }),
        key({ state }, event) {
          const factor = {
            ArrowRight: 1.25,
            ArrowUp: 1.25,
            ArrowLeft: 0.8,
            ArrowDown: 0.8,
            PageUp: 10,
            PageDown: 0.1,
          }[event.key];
          return factor === undefined
            ? undefined
            : { seqLen: state.seqLen * factor };
        },
      },
    },
    {
      kind: "html",
      id: "sums",
      answers: true,
      tall: [193, 314],
      label: say,
      html({ state, model: { models }, lang }) {
        const zh = lang === "zh";
        const now = cost(state, state.seqLen);
        const twice = cost(state, 2 * state.seqLen);
        const buttons = models.map(({ name, shape }) => {
          const chosen = Object.entries(shape).every(
            ([key, value]) => state[key as keyof typeof shape] === value,
          );
          const set = Object.entries(shape)
            .map(([key, value]) => `${key}=${value}`)
            .join(" ");
          return `<button type="button" aria-pressed="${chosen}" data-set="${set}"><span lang="en">${escapeHtml(name)}</span></button>`;
        });
        const body = THINGS.map(
          (thing) =>
            `<tr><th scope="row">${NAMES[thing][lang]}</th><td>${labelHtml(FORMULA[thing])}</td><td class="num">${bytes(now[thing])}</td><td class="num">${bytes(twice[thing])}</td></tr>`,
        );
        const head = zh
          ? ["占用", "公式", "长度 n", "长度 2n"]
          : ["what", "formula", "at n", "at 2n"];
        const key = zh
          ? `n 长度，H 头数，G 键值头数，L 层数，d 头维度，b 每个数的字节数（${BYTES[state.format]}）`
          : `n length, H heads, G heads of keys and values, L layers, d head width, b bytes per number (${BYTES[state.format]})`;
        return `<p class="presets">${buttons.join(" ")}</p><div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((h, k) => `<th scope="col"${k > 1 ? ' class="num"' : ""}>${labelHtml(h)}</th>`).join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div><p class="dim">${labelHtml(key)}</p>`;
      },
      lines: ({ state, lang }) => {
        const now = cost(state, state.seqLen);
        return THINGS.map(
          (thing) =>
            `${NAMES[thing][lang]}: ${FORMULA[thing]} = ${bytes(now[thing])}`,
        );
      },
    },
  ],
  styles:
    ".presets { display: flex; flex-wrap: wrap; gap: 8px; margin: 4px 0 12px; } .html p.dim { margin: 8px 0 0; }",
  sentence: say,
  tableData({ state, lang }) {
    const lengths = [1e3, 1e4, 1e5, 1e6, 1e7];
    const all = [...new Set([...lengths, state.seqLen])].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.seqLen[lang],
      columns: THINGS.map((thing) => NAMES[thing][lang]),
      rows: all.map((n) => ({
        head: quantity(n),
        cells: THINGS.map((thing) => bytes(cost(state, n)[thing])),
      })),
      marked: { row: all.indexOf(state.seqLen), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const x = { data: new Float32Array(64), shape: [64, 1, 1] };
const { weights } = pe.attention({ q: x, k: x, v: x, returnWeights: true });
console.log(weights.data.length); // weights of 64 tokens: 64 squared, for one head
const [n, bytes] = [${state.seqLen}, ${BYTES[state.format]}];
console.log("scores of one head", n * n * bytes);
console.log("scores of all heads", ${state.heads} * n * n * bytes);
console.log("cache", 2 * ${state.layers} * ${state.kvHeads} * ${state.headDim} * n * bytes);
`,
  states({ state, model }) {
    const { scores, all, cache } = cost(state, state.seqLen);
    return [model.measured, scores, all, cache];
  },
});
