// <pe-scalings>: how much each way of context extension slows each pair.

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
import { integerTicks } from "../../plots/axes.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { decimals, escapeHtml, plural, quantity } from "../../words/text.ts";
import { PHI3_LONG } from "./published-configs.ts";
import {
  METHODS,
  type Method,
  type Spectrum,
  spectrumOf,
} from "./scaling-rules.ts";

const table = {
  scaling: choice(METHODS, "yarn"),
  factor: real({ default: 8, min: 1, max: 128 }),
  pair: integer({ default: 40, min: 0, max: 127 }),
  "train-len": integer({ default: 4096, min: 64, max: 1_000_000 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "head-dim": integer({ default: 128, min: 8, max: 256 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Unscaled frequencies. */
  readonly plain: Float64Array;
  readonly methods: Readonly<Record<Method, Spectrum>>;
}

/** Presets: what the models were extended from, and by which rule. */
const MODELS = [
  { name: "Llama 3.1", values: ["llama3", 128, 500_000, 8192, 8] },
  { name: "Qwen2.5", values: ["yarn", 128, 1_000_000, 32_768, 4] },
  { name: "DeepSeek-V3", values: ["yarn", 64, 10_000, 4096, 40] },
  { name: "Phi-3", values: ["longrope", 96, 10_000, 4096, 32] },
  { name: "Gemma 3", values: ["linear", 128, 1_000_000, 32_768, 8] },
] as const;

const strings = {
  name: {
    en: "Who is slowed, and by how much",
    zh: "哪些对放慢，放慢多少",
  },
  caption: {
    en: "One curve for each rule; the chosen one is drawn strongly. The fast pairs are on the left, the slow ones on the right; the dotted lines stand where a pair turns 32 times, and once, in training. LongRoPE has no formula: its curve is the list of Phi-3, stretched to the number of pairs. Drag to read a pair, or take a model.",
    zh: "每条曲线是一种规则，选中的画得醒目。左边是高频维度，右边是低频维度；两条点线处的对在训练长度内恰好转 32 圈和 1 圈。LongRoPE 没有公式，这里用的是 Phi-3 的因子表，按对的个数拉伸。拖动可读某一对，也可选一个模型。",
  },
  scaling: { en: "Rule", zh: "规则" },
  linear: { en: "interpolation (PI)", zh: "线性内插（PI）" },
  ntk: { en: "NTK", zh: "NTK" },
  yarn: { en: "YaRN", zh: "YaRN" },
  llama3: { en: "llama3", zh: "llama3" },
  longrope: { en: "LongRoPE", zh: "LongRoPE" },
  factor: { en: "Factor s", zh: "扩展倍数 s" },
  pair: { en: "Pair i", zh: "第 i 对" },
  trainLen: { en: "Length in training L", zh: "训练长度 L" },
  base: { en: "Base", zh: "底数" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  keys: {
    en: "Slowing of each pair; arrow keys choose a pair.",
    zh: "各对的除数；方向键选择一对。",
  },
  axisPair: { en: "pair i", zh: "第 i 对" },
  axisSlower: { en: "speed divided by", zh: "转速的除数" },
} as const;

type Here = Shown<State, Model>;

const TURN = 2 * Math.PI;
const turns = ({ model, state }: Here, pair: number): number =>
  (state.trainLen * (model.plain[pair] as number)) / TURN;

const pairX = (count: number, { width }: Box) =>
  scaleLinear()
    .domain([0, count - 1])
    .range([4, width - 4]);

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { length } = model.plain;
  const x = pairX(length, box);
  const highest = Math.max(
    ...METHODS.map((method) => Math.max(...model.methods[method].slower)),
  );
  const y = scaleLog()
    .domain([0.9, Math.max(2, highest) * 1.15])
    .range([box.height, 0]);
  const ticks = [1, 2, 4, 8, 16, 32, 64, 128].filter((v) => v <= highest * 1.1);
  const line = (method: Method): Mark => {
    const now = method === state.scaling;
    return {
      kind: "path",
      draw(pen) {
        model.methods[method].slower.forEach((v, i) => {
          if (i === 0) pen.moveTo(x(i), y(v));
          else pen.lineTo(x(i), y(v));
        });
      },
      stroke: now ? "accent" : "ink3",
      width: now ? 2.5 : 1,
    };
  };
  const borders = [32, 1].flatMap((count) => {
    const first = model.plain.findIndex((_, i) => turns(shown, i) < count);
    if (first <= 0) return [];
    const at = x(first - 0.5);
    const mark: Mark = segment(at, 0, at, box.height, {
      stroke: "warm",
      dash: [2, 3],
    });
    return [mark];
  });
  const value = model.methods[state.scaling].slower[state.pair] as number;
  const others = METHODS.filter((it) => it !== state.scaling);
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, length - 1, box.width, 72),
          label: strings.axisPair[lang],
          marked: state.pair,
        },
        y: {
          scale: y,
          ticks,
          format: String,
          label: strings.axisSlower[lang],
        },
      },
      box,
    ),
    ...borders,
    ...others.map(line),
    line(state.scaling),
    segment(x(state.pair), box.height, x(state.pair), y(value), {
      stroke: "ink3",
      dash: [2, 3],
    }),
    circle(x(state.pair), y(value), 4.5, { fill: "accent" }),
  ];
}

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const { slower, attentionFactor } = model.methods[state.scaling];
  const name = strings[state.scaling][lang];
  const times = quantity(slower[state.pair] as number, 4);
  const count = quantity(turns(shown, state.pair), 3);
  const m = quantity(attentionFactor, 4);
  const speed =
    times === "1"
      ? { en: "turns as fast as before", zh: "转速不变" }
      : { en: `turns at 1/${times} of its speed`, zh: `放慢到 1/${times}` };
  return {
    en: `${name}: pair ${state.pair}, ${count} ${count === "1" ? "turn" : "turns"} in training, ${speed.en}; cos and sin are multiplied by ${m}.`,
    zh: `${name}：第 ${state.pair} 对在训练中转 ${count} 圈，${speed.zh}；cos 与 sin 乘以 ${m}。`,
  }[lang];
}

function found({ state, model, lang }: Here): string {
  const { slower, attentionFactor } = model.methods[state.scaling];
  const kept = slower.filter((v) => v < 1.001).length;
  const full = slower.filter((v) => v > 0.999 * state.factor).length;
  const name = strings[state.scaling][lang];
  const m = decimals(attentionFactor, 3);
  const s = quantity(state.factor, 4);
  const all = slower.length;
  const keep = `<b>${kept}</b> of ${all} pairs ${plural(kept, "keeps its", "keep their")} speed`;
  if (state.factor === 1) {
    return {
      en: `${escapeHtml(name)} at the trained length: ${keep}; cos and sin are multiplied by <b>${m}</b>.`,
      zh: `${escapeHtml(name)}，长度与训练时相同：${all} 对中有 <b>${kept}</b> 对速度不变；cos 与 sin 乘以 <b>${m}</b>。`,
    }[lang];
  }
  return {
    en: `${escapeHtml(name)}, ${s} times the length: ${keep}, <b>${full}</b> ${plural(full, "is", "are")} slowed by the full factor or more; cos and sin are multiplied by <b>${m}</b>.`,
    zh: `${escapeHtml(name)}，长度扩到 ${s} 倍：${all} 对中有 <b>${kept}</b> 对速度不变，<b>${full}</b> 对的转速降为 1/s 或更低；cos 与 sin 乘以 <b>${m}</b>。`,
  }[lang];
}

function presets({ state }: Here): string {
  const buttons = MODELS.map(({ name, values }) => {
    const [scaling, headDim, base, trainLen, factor] = values;
    const chosen =
      state.scaling === scaling &&
      state.headDim === headDim &&
      state.base === base &&
      state.trainLen === trainLen &&
      state.factor === factor;
    const set = `scaling=${scaling} headDim=${headDim} base=${base} trainLen=${trainLen} factor=${factor}`;
    return `<button type="button" aria-pressed="${chosen}" data-set="${set}"><span lang="en">${escapeHtml(name)}</span></button>`;
  });
  return `<p class="presets">${buttons.join(" ")}</p>`;
}

/** The rules side by side, for the chosen pair. */
function rowsOf(shown: Here) {
  const { state, model, lang } = shown;
  return METHODS.map((method) => {
    const it = model.methods[method];
    return {
      method,
      head: strings[method][lang],
      cells: [
        quantity(it.slower[state.pair] as number, 4),
        decimals(it.attentionFactor, 3),
        String(it.unseenPairs),
        `${decimals((it.unseen * 180) / Math.PI, 1)}°`,
      ],
    };
  });
}

const COLUMNS = {
  en: [
    "speed divided by (this pair)",
    "factor on cos, sin",
    "pairs with new angles at s·L",
    "largest",
  ],
  zh: ["转速除数", "cos、sin 系数", "越界的维度对", "最大新角度"],
} as const;

export const spec = figure<typeof table, Model>({
  tag: "pe-scalings",
  table,
  strings,
  bounds: { headDim: EVEN, pair: { max: ({ headDim }) => headDim / 2 - 1 } },
  controls: [
    { key: "scaling", menu: true },
    { key: "factor", logarithmic: true },
    { key: "pair" },
    { key: "trainLen", logarithmic: true },
    { key: "base", logarithmic: true },
    { key: "headDim", step: 2 },
  ],
  compute(state) {
    const { headDim, base } = state;
    const plain = pe.rotaryFrequencies({ headDim, base }).inverseFrequency;
    const entries = METHODS.map(
      (method) => [method, spectrumOf(method, state, plain)] as const,
    );
    return {
      plain,
      methods: Object.fromEntries(entries) as Record<Method, Spectrum>,
    };
  },
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "curves",
      height: [260, 204],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "accent", text: strings[state.scaling][lang] },
        { ink: "ink3", text: lang === "zh" ? "其他规则" : "the other rules" },
        {
          ink: "warm",
          dashed: true,
          text:
            lang === "zh" ? "训练中转 32 圈、1 圈" : "32 turns, 1 turn in L",
        },
      ],
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        pick: ({ model }, at, box) => ({
          pair: pairX(model.plain.length, box).invert(at.x),
        }),
        steps: { any: "pair" },
      },
    },
    {
      kind: "html",
      id: "rules",
      label: say,
      html(shown) {
        const { state, lang } = shown;
        const head = COLUMNS[lang].map(
          (text) => `<th scope="col" class="num">${labelHtml(text)}</th>`,
        );
        const body = rowsOf(shown).map(
          ({ method, head: name, cells }) =>
            `<tr${method === state.scaling ? ' class="now" aria-current="true"' : ""}><th scope="row">${escapeHtml(name)}</th>${cells.map((text) => `<td class="num">${text}</td>`).join("")}</tr>`,
        );
        const corner = strings.scaling[lang];
        return `${presets(shown)}<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr><th scope="col">${corner}</th>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
      },
      lines: (shown) =>
        rowsOf(shown).map(({ head, cells }) => `${head}: ${cells.join("   ")}`),
    },
  ],
  styles:
    ".presets { display: flex; flex-wrap: wrap; gap: 8px; margin: 4px 0 12px; }",
  sentence: say,
  tableData(shown) {
    const { lang, state } = shown;
    return {
      caption: strings.name[lang],
      corner: strings.scaling[lang],
      columns: [...COLUMNS[lang]],
      rows: rowsOf(shown).map(({ head, cells }) => ({ head, cells })),
      marked: { row: METHODS.indexOf(state.scaling), column: 0 },
    };
  },
  csv: ({ model }) =>
    `pair,${METHODS.join(",")}\n${Array.from(
      model.plain,
      (_, i) =>
        `${i},${METHODS.map((m) => model.methods[m].slower[i]).join(",")}\n`,
    ).join("")}`,
  code({ state }) {
    const { headDim, base, factor, trainLen, scaling, pair } = state;
    const length = `factor, originalMaxSeqLen: trainLen`;
    const rules: Record<Method, string> = {
      linear: "{ factor }",
      ntk: "{ factor }",
      yarn: `{ ${length} }`,
      llama3: `{ ${length}, lowFrequencyFactor: 1, highFrequencyFactor: 4 }`,
      longrope: `{ ${length}, longFactor, shortFactor: longFactor }`,
    };
    return `import { load } from "posenc";

const pe = await load();
const [factor, trainLen, pair] = [${factor}, ${trainLen}, ${pair}];
const head = { headDim: ${headDim}, base: ${base} };
const testLen = Math.round(trainLen * factor);
// Phi-3's list, stretched to the pairs of this head.
const phi3 = { data: ${JSON.stringify(PHI3_LONG)}, shape: [${PHI3_LONG.length}, 1] };
const longFactor = [...pe.embedding.resize(phi3, ${headDim / 2}, { alignCorners: true }).data];
const rules = {
${METHODS.map((method) => `  ${method}: ${rules[method]},`).join("\n")}
};
const plain = pe.rotary.frequencies(head).inverseFrequency;
for (const [type, rule] of Object.entries(rules)) {
  const rope = { ...head, scaling: { type, ...rule } };
  const scaled = pe.rotary.frequencies({ ...rope, seqLen: testLen });
  const { unseen, maxUnseenAngle } = pe.analysis.coverage({ ...rope, trainLen, testLen });
  const chosen = type === "${scaling}" ? "←" : "";
  // How many times slower the pair turns; pairs with new angles, the largest one.
  console.log(type, plain[pair] / scaled.inverseFrequency[pair], chosen);
  console.log(scaled.attentionFactor, unseen, maxUnseenAngle);
}
`;
  },
  states: ({ state: { pair }, model: { methods } }) =>
    METHODS.map((method) => {
      const { slower, attentionFactor, unseenPairs, unseen } = methods[method];
      return [slower[pair] as number, attentionFactor, unseenPairs, unseen];
    }),
});
