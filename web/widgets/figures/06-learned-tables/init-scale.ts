// <pe-init-scale>: how loud positions are beside tokens, at the start of
// training.

import { scaleLinear } from "d3-scale";
import type { Tensor } from "posenc";
import * as pe from "posenc";
import {
  integer,
  onOff,
  real,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { cellsOf } from "../../kit/pieces/tensor-rows.ts";
import { rms } from "../../kit/pieces/vectors.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, integerTicks } from "../../plots/axes.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import { decimals, parameter, quantity } from "../../words/text.ts";

const ROWS = 24;

const table = {
  std: real({ default: 0.02, min: 0.001, max: 2 }),
  "token-std": real({ default: 0.02, min: 0.001, max: 2 }),
  "token-scale": onOff(false),
  "d-model": integer({ default: 64, min: 4, max: 1024 }),
  seed: integer({ default: 1, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Part {
  readonly rows: Tensor;
  readonly rms: number;
}

interface Model {
  readonly tokens: Part;
  readonly learned: Part;
  readonly sinusoidal: Part;
}

const strings = {
  name: { en: "How loud is a position?", zh: "位置行的大小" },
  caption: {
    en: "All three tables have a row for each position and a column for each dimension, in the same colours; above each stands its root mean square. Raise the σ of the learned rows until they look like the sinusoidal ones; or multiply the tokens by √d, as the first Transformer does, and watch the bars.",
    zh: "三张表都是一行对应一个位置、一列对应一个维度，用同一套颜色；表上方的数是它的均方根。调大可学习行的 σ，直到看上去与正弦表相当；或像最早的 Transformer 那样把词嵌入乘以 √d，看横条怎样变化。",
  },
  std: { en: "σ of learned rows", zh: "可学习行的 σ" },
  tokenStd: { en: "σ of the tokens", zh: "词嵌入的 σ" },
  tokenScale: { en: "Tokens × √d", zh: "词嵌入 × √d" },
  dModel: { en: "Width d", zh: "维数 d" },
  seed: { en: "Seed", zh: "随机种子" },
} as const;

type Here = Shown<State, Model>;
type Name = keyof Model;

const NAMES = {
  tokens: { en: "tokens", zh: "词嵌入" },
  learned: { en: "learned rows", zh: "可学习的行" },
  sinusoidal: { en: "sinusoids", zh: "正弦表" },
} as const;

/** Share of the squared length of a sum that comes from the positions. */
const shareOf = (position: number, token: number): number =>
  position ** 2 / (position ** 2 + token ** 2);

function border({ state }: Here, box: Box): readonly Mark[] {
  return axes(
    {
      x: {
        scale: cellScale(state.dModel, box.width),
        ticks: integerTicks(0, state.dModel - 1, box.width, 60),
      },
      y: {
        scale: cellScale(ROWS, box.height),
        ticks: integerTicks(0, ROWS - 1, box.height, 40),
      },
    },
    box,
  );
}

/** What the sum consists of, as a bar from 0 to 100%. */
function shares({ model, lang }: Here, box: Box): readonly Mark[] {
  const x = scaleLinear().domain([0, 100]).range([0, box.width]);
  const marks: Mark[] = [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0, 25, 50, 75, 100],
          label:
            lang === "zh"
              ? "在两者之和的长度平方中所占的份额，%"
              : "share of the squared length of the sum, %",
        },
      },
      box,
    ),
  ];
  // On a telephone the picture is lower, and the axis stands close below.
  const slot = (box.height + 4) / 2;
  const thick = Math.min(14, slot - 18);
  const down = Math.min(18, slot - thick - 2);
  (["learned", "sinusoidal"] as const).forEach((name, k) => {
    const share = 100 * shareOf(model[name].rms, model.tokens.rms);
    const y = k * slot;
    marks.push(
      { kind: "text", x: 0, y: y + 12, text: NAMES[name][lang], fill: "ink2" },
      rect([0, y + down, box.width, thick], { fill: "soft" }),
      rect([0, y + down, x(share), thick], { fill: "accent" }),
      segment(x(50), y + down - 3, x(50), y + down + thick + 3, {
        stroke: "ink3",
      }),
    );
  });
  return marks;
}

const cells = (name: Name) => ({
  kind: "cells" as const,
  id: name,
  height: [190, 130] as const,
  margin: { left: 30, right: 4, top: 6, bottom: 24 },
  title: ({ model, lang }: Here) =>
    `${NAMES[name][lang]}${lang === "zh" ? "：" : ": "}${quantity(model[name].rms)}`,
  label: (shown: Here) => say(shown),
  matrix: ({ model }: Here) => cellsOf(model[name].rows, [-1, 1]),
  marks: border,
});

export const spec = figure<typeof table, Model>({
  tag: "pe-init-scale",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "std", logarithmic: true },
    { key: "tokenStd", logarithmic: true },
    { key: "dModel", step: 2 },
    { key: "seed" },
    { key: "tokenScale" },
  ],
  compute({ std, tokenStd, tokenScale, dModel, seed }) {
    const drawn = pe.learned({ maxLen: ROWS, dModel, std: tokenStd, seed });
    const nothing = {
      data: new Float32Array(ROWS * dModel),
      shape: [ROWS, dModel],
    };
    const factor = tokenScale ? Math.sqrt(dModel) : 1;
    const part = (rows: Tensor): Part => ({ rows, rms: rms(rows.data) });
    return {
      tokens: part(pe.embeddingAdd(drawn, nothing, { tokenScale: factor })),
      learned: part(pe.learned({ maxLen: ROWS, dModel, std, seed: seed + 1 })),
      sinusoidal: part(pe.sinusoidal({ seqLen: ROWS, dModel })),
    };
  },
  finding({ state, model, lang }) {
    const wave = decimals(model.sinusoidal.rms, 4);
    const ratio = quantity(model.sinusoidal.rms / state.std);
    const share = (name: "learned" | "sinusoidal"): string =>
      quantity(100 * shareOf(model[name].rms, model.tokens.rms));
    return {
      en: `A sinusoidal number has RMS <b>${wave}</b>, <b>${ratio}</b> times the σ = ${parameter(state.std)} of fresh learned rows. Of the sum with these tokens, learned rows make up <b>${share("learned")}%</b>, sinusoidal ones <b>${share("sinusoidal")}%</b>.`,
      zh: `正弦表中数的均方根为 <b>${wave}</b>，是可学习行初值 σ = ${parameter(state.std)} 的 <b>${ratio}</b> 倍。与这些词嵌入相加，可学习的行占 <b>${share("learned")}%</b>，正弦的行占 <b>${share("sinusoidal")}%</b>。`,
    }[lang];
  },
  rows: [
    [
      ["tokens", 1],
      ["learned", 1],
      ["sinusoidal", 1],
    ],
    [["shares", 1]],
  ],
  panels: [
    cells("tokens"),
    cells("learned"),
    cells("sinusoidal"),
    {
      kind: "plot",
      id: "shares",
      height: 84,
      margin: { left: 12, right: 20, top: 4, bottom: 42 },
      label: (shown) => say(shown),
      marks: shares,
    },
  ],
  sentence: (shown) => say(shown),
  tableData: ({ model, lang }) => ({
    caption: strings.name[lang],
    corner: lang === "zh" ? "表" : "table",
    columns:
      lang === "zh" ? ["均方根", "行的长度"] : ["RMS", "length of a row"],
    rows: (Object.keys(NAMES) as Name[]).map((name) => {
      const { rows, rms: size } = model[name];
      const width = rows.shape[1] as number;
      return {
        head: NAMES[name][lang],
        cells: [decimals(size, 4), decimals(size * Math.sqrt(width), 3)],
      };
    }),
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [maxLen, dModel] = [${ROWS}, ${state.dModel}];
const words = pe.embedding.learned({ maxLen, dModel, std: ${state.tokenStd}, seed: ${state.seed} });
const zeros = { data: new Float32Array(maxLen * dModel), shape: [maxLen, dModel] };
const rms = ({ data }) =>
  Math.sqrt(data.reduce((sum, value) => sum + value ** 2, 0) / data.length);
console.log(rms(pe.embedding.add(words, zeros, { tokenScale: ${state.tokenScale ? "Math.sqrt(dModel)" : 1} })));
console.log(rms(pe.embedding.learned({ maxLen, dModel, std: ${state.std}, seed: ${state.seed + 1} })));
console.log(rms(pe.embedding.sinusoidal({ seqLen: maxLen, dModel })));
`,
  states: ({ model: { tokens, learned, sinusoidal } }) => [
    tokens.rms,
    learned.rms,
    sinusoidal.rms,
  ],
});

function say({ model, lang }: Here): string {
  const sizes = (Object.keys(NAMES) as Name[]).map(
    (name) => `${NAMES[name][lang]} ${quantity(model[name].rms)}`,
  );
  return lang === "zh"
    ? `均方根：${sizes.join("，")}。`
    : `Root mean squares: ${sizes.join(", ")}.`;
}
