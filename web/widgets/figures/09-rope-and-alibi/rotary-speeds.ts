// <pe-rotary-speeds>: how fast each pair of a head turns, and which columns do
// not turn at all.
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect, tint } from "../../kit/highlights.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark } from "../../plots/marks.ts";
import { escapeHtml, plural, quantity } from "../../words/text.ts";
import {
  ladderMarks,
  ladderPointing,
  ladderScales,
  pairsToList,
} from "../shared/wavelength-ladder.ts";

const table = {
  pair: integer({ default: 40, min: 0, max: 127 }),
  "head-dim": integer({ default: 128, min: 2, max: 256 }),
  "rotary-dim": integer({ default: 128, min: 2, max: 256 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "train-len": integer({ default: 4096, min: 2, max: 1_000_000 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Positions for one turn, pair by pair. */
  readonly waves: readonly number[];
  readonly turning: number;
}

/** Heads of published models, from their configurations. */
const MODELS = [
  { name: "LLaMA 7B", values: [128, 128, 10000, 2048] },
  { name: "Llama 2 7B", values: [128, 128, 10000, 4096] },
  { name: "Llama 3 8B", values: [128, 128, 500000, 8192] },
  { name: "GPT-J 6B", values: [256, 64, 10000, 2048] },
  { name: "GPT-NeoX 20B", values: [96, 24, 10000, 2048] },
] as const;

const strings = {
  name: { en: "Speeds of the pairs", zh: "各对的转速" },
  caption: {
    en: "Each dot is a pair; pairs below the dashed line turn at least once in training. Drag along the dots, or drag the dashed line. The strip under the dots is one head: shaded columns turn, blank ones pass through. Take a published model: how much of its head turns?",
    zh: "每个点是一对；虚线以下的对在训练长度内至少转满一圈。沿点拖动，或拖动虚线。点下方的条带是一个头：着色的列参与旋转，空白的列原样通过。选一个公开的模型，看它的头有多少在旋转。",
  },
  pair: { en: "Pair i", zh: "第 i 对" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  rotaryDim: { en: "Columns that turn", zh: "参与旋转的列数" },
  base: { en: "Base", zh: "底数" },
  trainLen: { en: "Length in training", zh: "训练长度" },
  keys: {
    en: "Pairs by wavelength; left and right arrows choose a pair, up and down the training length.",
    zh: "各对的波长；左右方向键选择一对，上下方向键改变训练长度。",
  },
} as const;

type Here = Shown<State, Model>;

function ladder(shown: Here, box: Box): readonly Mark[] {
  const { state, model } = shown;
  const { x, y } = ladderScales(shown, box, "trainLen");
  const wave = model.waves[state.pair] as number;
  return [
    ...ladderMarks(shown, box, "trainLen"),
    circle(x(state.pair), y(wave), 6, {
      stroke: "accent",
      width: 2,
      fill: "paper",
    }),
  ];
}

/** One head, column by column, in the layout of halves. */
function head({ state, theme }: Here, { width, height }: Box): Mark[] {
  const { headDim, rotaryDim, pair } = state;
  const each = width / headDim;
  const half = rotaryDim / 2;
  const marks: Mark[] = [];
  for (let c = 0; c < rotaryDim; c += 1) {
    const share = 0.7 - (0.55 * (c % half)) / half;
    const chosen = c % half === pair;
    marks.push(
      rect([c * each, 0, each, height], {
        fill: chosen ? "warm" : tint("sequential", theme, share),
      }),
    );
  }
  marks.push(rect([0, 0, width, height], { stroke: "ink3" }));
  return marks;
}

function say({ state, model, lang }: Here): string {
  const { pair, trainLen } = state;
  const wave = model.waves[pair] as number;
  const turns = quantity(trainLen / wave);
  return {
    en: `Pair ${pair} turns once in ${quantity(wave, 5)} positions, ${turns} times in ${quantity(trainLen)}.`,
    zh: `第 ${pair} 对每 ${quantity(wave, 5)} 个位置转一圈，在 ${quantity(trainLen)} 个位置内转 ${turns} 圈。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rotary-speeds",
  table,
  strings,
  bounds: {
    headDim: EVEN,
    rotaryDim: { ...EVEN, max: ({ headDim }) => headDim },
    pair: { max: ({ rotaryDim }) => rotaryDim / 2 - 1 },
  },
  controls: [
    { key: "pair" },
    { key: "headDim", step: 2 },
    { key: "rotaryDim", step: 2 },
    { key: "base", logarithmic: true },
    { key: "trainLen", logarithmic: true },
  ],
  main: ["pair", "base"],
  compute({ headDim, rotaryDim, base, trainLen }) {
    const { inverseFrequency } = pe.rotaryFrequencies({
      headDim,
      rotaryDim,
      base,
    });
    const waves = Array.from(inverseFrequency, (f) => (2 * Math.PI) / f);
    return { waves, turning: waves.filter((w) => w <= trainLen).length };
  },
  finding({ state, model, lang }) {
    const { waves, turning } = model;
    const all = waves.length;
    const slowest = quantity(waves.at(-1) as number);
    const share = quantity((100 * state.rotaryDim) / state.headDim);
    const part =
      state.rotaryDim === state.headDim
        ? { en: "All columns of a head", zh: "这个头的全部列都" }
        : {
            en: `<b>${share}%</b> of a head’s columns`,
            zh: `这个头有 <b>${share}%</b> 的列`,
          };
    const length = quantity(state.trainLen);
    return {
      en: `${part.en} turn, in ${all} ${plural(all, "pair")}; <b>${turning}</b> ${plural(turning, "pair completes", "pairs complete")} a turn within ${length} positions. The slowest needs <b>${slowest}</b>.`,
      zh: `${part.zh}参与旋转，共 ${all} 对；其中 <b>${turning}</b> 对在 ${length} 个位置之内至少转满一圈。频率最低的一对要 <b>${slowest}</b> 个位置。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "ladder",
      height: [260, 220],
      margin: { ...AXES, left: 64 },
      label: say,
      marks: ladder,
      pointing: { ...ladderPointing("trainLen"), steps: { x: "pair" } },
    },
    {
      kind: "plot",
      id: "head",
      height: 24,
      margin: { left: 64, right: 12, top: 2, bottom: 6 },
      title: ({ state, lang }) =>
        lang === "zh"
          ? `一个头的 ${state.headDim} 列（两半排布），第 ${state.pair} 对以另一种颜色标出`
          : `the ${state.headDim} columns of a head (halves), pair ${state.pair} in another colour`,
      label: say,
      marks: head,
    },
    {
      kind: "html",
      id: "models",
      label: () => "",
      html({ state }) {
        const buttons = MODELS.map(({ name, values }) => {
          const [headDim, rotaryDim, base, trainLen] = values;
          const chosen =
            state.headDim === headDim &&
            state.rotaryDim === rotaryDim &&
            state.base === base &&
            state.trainLen === trainLen;
          return `<button type="button" aria-pressed="${chosen}" data-set="headDim=${headDim} rotaryDim=${rotaryDim} base=${base} trainLen=${trainLen}"><span lang="en">${escapeHtml(name)}</span></button>`;
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
    const rows = pairsToList(model.waves.length, state.pair);
    return {
      caption: strings.name[lang],
      corner: strings.pair[lang],
      columns: zh
        ? ["转一圈的位置数", "训练长度内的圈数"]
        : ["positions for a turn", "turns in training"],
      rows: rows.map((pair) => {
        const wave = model.waves[pair] as number;
        return {
          head: String(pair),
          cells: [quantity(wave, 6), quantity(state.trainLen / wave, 4)],
        };
      }),
      marked: { row: rows.indexOf(state.pair), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const { inverseFrequency } = pe.rotary.frequencies({
  headDim: ${state.headDim},
  rotaryDim: ${state.rotaryDim},
  base: ${state.base},
});
const waves = Array.from(inverseFrequency, (f) => (2 * Math.PI) / f);
console.log(waves[${state.pair}]);
console.log(waves.filter((wave) => wave <= ${state.trainLen}).length); // pairs that turn
`,
  listing({ state }) {
    const { rotaryDim, base, trainLen } = state;
    const values = { headDim: rotaryDim, base, trainLen, testLen: trainLen };
    return { kind: "coverage", values };
  },
  states: ({ state, model }) => [
    model.waves[state.pair] as number,
    model.turning,
  ],
});
