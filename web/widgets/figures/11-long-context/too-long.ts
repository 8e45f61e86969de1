// <pe-too-long>: a text longer than the table: cut it, go on counting, or count
// in smaller steps.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { quantity } from "../../words/text.ts";

const WAYS = ["last", "first", "ends", "extrapolate", "interpolate"] as const;
type Way = (typeof WAYS)[number];

const table = {
  way: choice(WAYS),
  "seq-len": integer({ default: 6000, min: 2, max: 20_000 }),
  "max-len": integer({ default: 5000, min: 2, max: 20_000 }),
  token: integer({ default: 5400, min: 0, max: 19_999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Position of each token; NaN for one that was cut. */
  readonly positions: Float64Array;
  readonly kept: number;
  /** Positions beyond the table. */
  readonly beyond: number;
  /** Distance between neighbours. */
  readonly step: number;
  /** How far apart the rows of neighbours are, now and as trained. */
  readonly apart: number;
  readonly trained: number;
  /** What the library says when the table is added as it is. */
  readonly refused: string;
}

/** Width of the rows whose distance is told. */
const D = 512;

const strings = {
  name: { en: "Too long for the table", zh: "超出表长之后" },
  caption: {
    en: "Above, the tokens; below, the positions that they get. Shaded is what the table has and training saw. Choose what to do with the rest, and drag along the text to follow one token.",
    zh: "上面是文本的词元，下面是它们得到的位置；底色部分是表里有、训练也见过的。选择怎样处理多出来的部分，再沿文本拖动，跟踪某一个词元。",
  },
  way: { en: "What to do", zh: "处理方式" },
  last: { en: "keep the last", zh: "保留末尾" },
  first: { en: "keep the first", zh: "保留开头" },
  ends: { en: "keep both ends", zh: "保留两端" },
  extrapolate: { en: "go on counting", zh: "继续往下数" },
  interpolate: { en: "smaller steps", zh: "缩小步长" },
  seqLen: { en: "Tokens in the text", zh: "词元数" },
  maxLen: { en: "Rows of the table", zh: "表的行数" },
  token: { en: "Token", zh: "词元" },
  keys: {
    en: "Tokens and their positions; arrow keys choose a token.",
    zh: "词元与对应的位置；方向键选择词元。",
  },
  axisToken: { en: "token of the text", zh: "文本中的词元" },
  axisPosition: { en: "position it gets", zh: "得到的位置" },
} as const;

type Here = Shown<State, Model>;

/** What the library answers to a table that is too short; "" if it is not. */
export function refusal(seqLen: number, maxLen: number): string {
  const zeros = (length: number) => ({
    data: new Float32Array(length * 2),
    shape: [length, 2],
  });
  try {
    pe.embeddingAdd(zeros(seqLen), zeros(maxLen));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

/** Distance of the rows of two neighbours, `step` apart. */
function gap(step: number): number {
  const { data } = pe.sinusoidal({
    positions: [0, step],
    dModel: D,
  });
  let square = 0;
  for (let c = 0; c < D; c += 1) {
    square += ((data[D + c] as number) - (data[c] as number)) ** 2;
  }
  return Math.sqrt(square);
}

function placed(state: Readonly<State>): Float64Array {
  const { way, seqLen, maxLen } = state;
  const long = seqLen > maxLen;
  if (way === "extrapolate" || !long) {
    return Float64Array.from({ length: seqLen }, (_, t) => t);
  }
  if (way === "interpolate") {
    return Float64Array.from(
      { length: seqLen },
      (_, t) => (t * maxLen) / seqLen,
    );
  }
  const tokens = {
    data: Float32Array.from({ length: seqLen }, (_, t) => t),
    shape: [seqLen, 1],
  };
  const positions = new Float64Array(seqLen).fill(Number.NaN);
  const { data } = pe.embeddingFit(tokens, maxLen, { keep: way });
  data.forEach((token, position) => {
    positions[token] = position;
  });
  return positions;
}

const xOf = ({ state }: Here, { width }: Box) =>
  scaleLinear()
    .domain([0, Math.max(1, state.seqLen - 1, state.maxLen - 1)])
    .range([0, width]);

function rulers(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = xOf(shown, box);
  const { height } = box;
  const [top, bottom] = [24, height - 2];
  const count = Math.min(state.seqLen, 61);
  const lines: Mark[] = [];
  for (let k = 0; k < count; k += 1) {
    const token = Math.round((k * (state.seqLen - 1)) / Math.max(1, count - 1));
    const position = model.positions[token] as number;
    const cut = Number.isNaN(position);
    lines.push(
      cut
        ? segment(x(token), top, x(token), top + 14, { stroke: "warm" })
        : segment(x(token), top, x(position), bottom, {
            stroke: position >= state.maxLen ? "warm" : "ink3",
            opacity: 0.75,
          }),
    );
  }
  const position = model.positions[state.token] as number;
  const at = x(state.token);
  const chosen: readonly Mark[] = Number.isNaN(position)
    ? [segment(at, top, at, top + 22, { stroke: "accent", width: 2.5 })]
    : [
        segment(at, top, x(position), bottom, { stroke: "accent", width: 2.5 }),
        circle(x(position), bottom, 4, { fill: "accent" }),
      ];
  return [
    rect([0, bottom - 10, x(state.maxLen - 1), 10], { fill: "soft" }),
    segment(0, top, x(state.seqLen - 1), top, { stroke: "ink", width: 1.5 }),
    { kind: "text", x: 0, y: 10, text: strings.axisToken[lang], fill: "ink2" },
    ...lines,
    ...axes(
      {
        x: {
          scale: x,
          label: strings.axisPosition[lang],
        },
      },
      box,
    ),
    ...chosen,
    circle(at, top, 4, { fill: "accent" }),
  ];
}

const isCut = (way: Way): way is "last" | "first" | "ends" =>
  way === "last" || way === "first" || way === "ends";

function say({ state, model, lang }: Here): string {
  const position = model.positions[state.token] as number;
  const token = quantity(state.token);
  if (Number.isNaN(position)) {
    return {
      en: `Token ${token} is cut; ${quantity(model.kept)} of ${quantity(state.seqLen)} tokens are kept.`,
      zh: `词元 ${token} 被截去；${quantity(state.seqLen)} 个词元保留 ${quantity(model.kept)} 个。`,
    }[lang];
  }
  const at = quantity(position, 6);
  return {
    en: `Token ${token} gets position ${at}; ${quantity(model.kept)} of ${quantity(state.seqLen)} tokens are kept, ${quantity(model.beyond)} stand beyond the table.`,
    zh: `词元 ${token} 得到位置 ${at}；${quantity(state.seqLen)} 个词元保留 ${quantity(model.kept)} 个，${quantity(model.beyond)} 个在表外。`,
  }[lang];
}

/** Why something has to be done at all; "" if nothing has. */
function tooShort({ state, model, lang }: Here): string {
  if (!model.refused) return "";
  const [n, rows] = [quantity(state.seqLen), quantity(state.maxLen)];
  return {
    en: `As it is, the table cannot be added: it has ${rows} rows, one for each position, and the text has ${n} tokens.`,
    zh: `照原样，这张表加不上去：它每个位置一行，共 ${rows} 行，文本却有 ${n} 个词元。`,
  }[lang];
}

function found({ state, model, lang }: Here): string {
  const { way, seqLen, maxLen } = state;
  const [n, rows] = [quantity(seqLen), quantity(maxLen)];
  if (seqLen <= maxLen) {
    return {
      en: `All <b>${n}</b> tokens fit into ${rows} rows; nothing has to be done.`,
      zh: `<b>${n}</b> 个词元放得进 ${rows} 行，无须处理。`,
    }[lang];
  }
  if (isCut(way)) {
    const lost = quantity(seqLen - model.kept);
    const percent = (100 * (seqLen - model.kept)) / seqLen;
    // Not 100% while some are kept.
    const share = quantity(percent, percent > 99 && percent < 100 ? 4 : 3);
    return {
      en: `<b>${lost}</b> of ${n} tokens are gone (${share}%), and what is kept is numbered anew from 0 to ${quantity(maxLen - 1)}.`,
      zh: `${n} 个词元丢了 <b>${lost}</b> 个（${share}%），留下的从 0 到 ${quantity(maxLen - 1)} 重新编号。`,
    }[lang];
  }
  if (way === "extrapolate") {
    return {
      en: `Nothing is lost, but <b>${quantity(model.beyond)}</b> tokens stand where no training text had one.`,
      zh: `什么都没丢，但有 <b>${quantity(model.beyond)}</b> 个词元站在训练中从未有过的位置上。`,
    }[lang];
  }
  const ratio = quantity(model.apart / model.trained);
  return {
    en: `Nothing is lost and nothing is beyond, but neighbours are <b>${quantity(model.step)}</b> apart, and their rows (width ${D}) only <b>${ratio}</b> times as different as in training.`,
    zh: `什么都没丢，也没有出界，但相邻词元只隔 <b>${quantity(model.step)}</b>，两行（宽 ${D}）的差别只有训练时的 <b>${ratio}</b> 倍。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-too-long",
  table,
  strings,
  bounds: { token: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [
    { key: "way", menu: true },
    { key: "seqLen", logarithmic: true },
    { key: "maxLen", logarithmic: true },
    { key: "token" },
  ],
  compute(state) {
    const { way, seqLen, maxLen } = state;
    const positions = placed(state);
    const step = way === "interpolate" ? Math.min(1, maxLen / seqLen) : 1;
    return {
      positions,
      kept: positions.filter((p) => !Number.isNaN(p)).length,
      beyond: positions.filter((p) => p >= maxLen).length,
      step,
      apart: gap(step),
      trained: gap(1),
      refused: refusal(seqLen, maxLen),
    };
  },
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "rulers",
      height: [170, 150],
      margin: { left: 12, right: 24, top: 14, bottom: 42 },
      legend: ({ lang }) => [
        {
          ink: "warm",
          text: lang === "zh" ? "截去，或在表外" : "cut, or beyond",
        },
      ],
      label: say,
      marks: rulers,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ token: xOf(shown, box).invert(at.x) }),
        steps: { any: "token" },
      },
    },
    {
      kind: "html",
      id: "message",
      label: say,
      html: (shown) => `<p class="dim">${tooShort(shown)}</p>`,
      lines: (shown) => [tooShort(shown)].filter((line) => line !== ""),
    },
  ],
  styles: ".html p { margin: 0; }",
  sentence: say,
  tableData(shown) {
    const { state, model, lang } = shown;
    const count = Math.min(13, state.seqLen);
    const rows = [
      ...new Set(
        Array.from({ length: count }, (_, k) =>
          Math.round((k * (state.seqLen - 1)) / Math.max(1, count - 1)),
        ),
      ).add(state.token),
    ].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.token[lang],
      columns: [strings.axisPosition[lang]],
      rows: rows.map((token) => {
        const position = model.positions[token] as number;
        const text = Number.isNaN(position) ? "—" : quantity(position, 6);
        return { head: String(token), cells: [text] };
      }),
      marked: { row: rows.indexOf(state.token), column: 0 },
    };
  },
  code({ state }) {
    const { way, seqLen, maxLen } = state;
    const step = way === "interpolate" ? Math.min(1, maxLen / seqLen) : 1;
    const positions = isCut(way)
      ? `const tokens = { data: Float32Array.from({ length: seqLen }, (_, t) => t), shape: [seqLen, 1] };
// The tokens that are kept, in the order of their new positions; −1: cut.
const kept = ${seqLen > maxLen ? `pe.embedding.fit(tokens, maxLen, { keep: "${way}" }).data` : "tokens.data"};
const positions = Array.from({ length: seqLen }, (_, t) => kept.indexOf(t));`
      : `const positions = Array.from({ length: seqLen }, (_, t) => ${step === 1 ? "t" : "(t * maxLen) / seqLen"});`;
    return `import { load } from "posenc";

const pe = await load();
const [seqLen, maxLen] = [${seqLen}, ${maxLen}];
${positions}
console.log(positions[${state.token}]);
// Tokens that are kept, and positions beyond the table.
console.log(positions.filter((p) => p >= 0).length, positions.filter((p) => p >= maxLen).length);
// How far apart the rows of neighbours are, now and as trained.
for (const step of [${step}, 1]) {
  const { data } = pe.embedding.sinusoidal({ positions: [0, step], dModel: ${D} });
  let square = 0;
  for (let c = 0; c < ${D}; c += 1) square += (data[${D} + c] - data[c]) ** 2;
  console.log(Math.sqrt(square));
}
`;
  },
  states({ state: { token }, model }) {
    const { positions, kept, beyond, apart, trained } = model;
    const position = positions[token] as number;
    return [
      Number.isNaN(position) ? -1 : position,
      kept,
      beyond,
      apart,
      trained,
    ];
  },
});
