// <pe-wavelengths>: the ladder of wavelengths, pair by pair, against the length
// of a text.
import * as pe from "posenc";
import {
  choice,
  integer,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment, unseen } from "../../plots/marks.ts";
import { plural, quantity } from "../../words/text.ts";
import {
  ladderMarks,
  ladderPointing,
  ladderScales,
  pairsToList,
} from "../shared/wavelength-ladder.ts";

const table = {
  "d-model": integer({ default: 512, min: 2, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  spacing: choice(["paper", "endpoint"]),
  "seq-len": integer({ default: 512, min: 2, max: 1_000_000 }),
  pair: integer({ default: 255, min: 0, max: 511 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Positions that each pair takes for one turn. */
  readonly waves: Float64Array;
  /** Pairs that turn at least once within the text. */
  readonly turning: number;
}

const strings = {
  name: { en: "Ladder of wavelengths", zh: "波长阶梯" },
  caption: {
    en: "Each dot is one pair of dimensions. Drag along the ladder to read a pair; drag the dashed line to change the length of the text. Then choose the other spacing: which wavelength is the last one now?",
    zh: "每个点是一对维度。沿阶梯拖动可读出某一对；拖动虚线可改变文本长度。再换一种间隔：最后一个波长变成多少？",
  },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  spacing: { en: "Spacing", zh: "间隔" },
  paper: { en: "paper", zh: "论文" },
  endpoint: { en: "tensor2tensor", zh: "tensor2tensor" },
  seqLen: { en: "Length of the text", zh: "文本长度" },
  pair: { en: "Pair i", zh: "第 i 对" },
  keys: {
    en: "Ladder of wavelengths; left and right arrows choose a pair, up and down change the length of the text.",
    zh: "波长阶梯；左右方向键选择一对，上下方向键改变文本长度。",
  },
} as const;

type Here = Shown<State, Model>;

const lastPair = (state: Readonly<State>): number => state.dModel / 2 - 1;

/** 10000^(2i/d): the divisor in the formula, a wavelength over 2π. */
const timescale = (wave: number): number => wave / (2 * Math.PI);

function ladder(shown: Here, box: Box): readonly Mark[] {
  const { state, model } = shown;
  const { x, y } = ladderScales(shown, box, "seqLen");
  const wave = model.waves[state.pair] as number;
  return [
    ...ladderMarks(shown, box, "seqLen"),
    unseen([
      segment(x(state.pair), box.height, x(state.pair), y(wave), {
        stroke: "ink3",
        dash: [2, 3],
      }),
      circle(x(state.pair), y(wave), 6, { fill: "paper", stroke: "accent" }),
      circle(x(state.pair), y(wave), 3.5, { fill: "accent" }),
    ]),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-wavelengths",
  table,
  strings,
  bounds: { dModel: EVEN, pair: { max: ({ dModel }) => dModel / 2 - 1 } },
  // With a single pair there are no two ends to space.
  settle: (state) => ({
    ...state,
    spacing: state.dModel < 4 ? "paper" : state.spacing,
  }),
  controls: [
    { key: "pair", max: lastPair },
    { key: "dModel", step: 2 },
    { key: "seqLen", logarithmic: true },
    { key: "base", logarithmic: true },
    { key: "spacing" },
  ],
  main: ["pair", "seqLen"],
  compute({ dModel, base, spacing, seqLen }) {
    const waves = pe.analysisWavelengths({ dModel, base, spacing });
    const turning = waves.filter((wave) => wave <= seqLen).length;
    return { waves, turning };
  },
  finding({ state, model, lang }) {
    const { waves, turning } = model;
    const [all, last] = [waves.length, waves.at(-1) as number];
    const length = quantity(state.seqLen);
    return {
      en: `Within ${length} positions <b>${turning}</b> of ${all} ${plural(all, "pair turns", "pairs turn")} at least once; the slowest needs <b>${quantity(last)}</b> positions for a turn.`,
      zh: `在 ${length} 个位置之内，${all} 对中有 <b>${turning}</b> 对至少转满一圈；频率最低的一对转一圈要 <b>${quantity(last)}</b> 个位置。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "ladder",
      height: [300, 240],
      margin: { ...AXES, left: 64 },
      label: ({ state, model, lang }) => say(state, model)[lang],
      marks: ladder,
      pointing: { ...ladderPointing("seqLen"), steps: { x: "pair" } },
    },
  ],
  sentence: ({ state, model, lang }) => say(state, model)[lang],
  tableData({ state, model, lang }) {
    const { waves } = model;
    const rows = pairsToList(waves.length, state.pair);
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: strings.pair[lang],
      columns: zh
        ? ["10\u202f000^(2i/d) 的值", "转一圈的位置数", "文本内的圈数"]
        : ["timescale", "positions for a turn", "turns in the text"],
      rows: rows.map((pair) => {
        const wave = waves[pair] as number;
        const numbers = [timescale(wave), wave, state.seqLen / wave];
        return {
          head: String(pair),
          cells: numbers.map((v) => quantity(v, 6)),
        };
      }),
      marked: { row: rows.indexOf(state.pair), column: 1 },
    };
  },
  csv: ({ model }) =>
    `pair,wavelength\n${Array.from(model.waves, (wave, pair) => `${pair},${wave}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const waves = pe.analysis.wavelengths({
  dModel: ${state.dModel},
  base: ${state.base},
  spacing: "${state.spacing}",
});
console.log(waves[${state.pair}]);
console.log(waves.filter((wave) => wave <= ${state.seqLen}).length); // pairs that turn
`,
  states: ({ state, model }) => [
    model.waves[state.pair] as number,
    model.turning,
  ],
});

function say({ pair, seqLen }: Readonly<State>, { waves }: Model) {
  const wave = waves[pair] as number;
  const [scale, turn] = [quantity(timescale(wave), 6), quantity(wave, 6)];
  const turns = quantity(seqLen / wave);
  return {
    en: `Pair ${pair}: timescale ${scale}, one turn in ${turn} positions, ${turns} turns in ${quantity(seqLen)} positions.`,
    zh: `第 ${pair} 对：时间尺度 ${scale}，${turn} 个位置转一圈，${quantity(seqLen)} 个位置内转 ${turns} 圈。`,
  };
}
