// <pe-rung-number>: one number for each word, the index or its share of the length.
// The end of the text is dragged, so that one sees what becomes of the numbers.
import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { parameter, quantity } from "../../words/text.ts";

const table = {
  number: choice(["index", "share"]),
  "seq-len": integer({ default: 32, min: 8, max: 128 }),
  pos: integer({ default: 9, min: 0, max: 127 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly values: Float32Array;
  /** Of a text twice as long, where the length matters. */
  readonly longer: Float32Array | undefined;
}

type Here = Shown<State, Model>;

const strings = {
  name: { en: "One number for each word", zh: "每个词一个数" },
  caption: {
    en: "Drag the end of the text. With the index, compare the last number with the word’s own; with the share, keep an eye on the chosen position.",
    zh: "拖动文本的末尾。用序号时，把末尾的序号与词向量里的数比一比；用比例时，盯住选中的位置。",
  },
  number: { en: "Each word gets", zh: "每个词得到" },
  index: { en: "its index", zh: "序号" },
  share: { en: "its share of the length", zh: "占长度的比例" },
  seqLen: { en: "Positions", zh: "位置个数" },
  pos: { en: "Position p", zh: "位置 p" },
  position: { en: "position", zh: "位置" },
  value: { en: "its number", zh: "它的数" },
  word: { en: "a word’s own numbers", zh: "词向量里的数" },
  longer: { en: "in a text twice as long", zh: "文本加长一倍时" },
  keys: {
    en: "The number of each position, as bars; left and right arrows choose a position, up and down change the length.",
    zh: "每个位置的数，画成条形；左右方向键选择位置，上下方向键改变长度。",
  },
} as const;

/** Places on the axis: as many as a text may have. */
const PLACES = 128;

const bold = (value: number, digits = 3): string =>
  `<b>${quantity(value, digits)}</b>`;

const at = (values: Float32Array, pos: number): number => values[pos] as number;

function barMarks({ model, state, lang }: Here, box: Box): Mark[] {
  const { values, longer } = model;
  const { pos, seqLen } = state;
  const each = box.width / PLACES;
  const x = scaleLinear()
    .domain([-0.5, PLACES - 0.5])
    .range([0, box.width]);
  const y = scaleLinear()
    .domain([0, longer ? 1 : PLACES])
    .range([box.height, 0]);
  const bar = (p: number) => {
    const top = y(at(values, p));
    return [p * each + each * 0.1, top, each * 0.8, y(0) - top] as const;
  };
  const here = x(pos);
  const end = x(seqLen - 1);
  const marks: Mark[] = [
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0, 32, 64, 96],
          marked: pos,
          label: strings.position[lang],
        },
        y: { scale: y, format: parameter, label: strings.value[lang] },
      },
      box,
    ),
    {
      kind: "path",
      fill: "accent",
      opacity: 0.35,
      draw(pen) {
        for (let p = 0; p < seqLen; p += 1) pen.rect(...bar(p));
      },
    },
    { kind: "path", fill: "accent", draw: (pen) => pen.rect(...bar(pos)) },
    circle(here, y(at(values, pos)), 4.5, { fill: "accent" }),
  ];
  if (longer) {
    const far = y(at(longer, pos));
    marks.push(
      {
        kind: "path",
        stroke: "warm",
        width: 1.5,
        draw(pen) {
          pen.moveTo(x(0), y(at(longer, 0)));
          const count = Math.min(PLACES, longer.length);
          for (let p = 1; p < count; p += 1) pen.lineTo(x(p), y(at(longer, p)));
        },
      },
      segment(here, far, here, y(at(values, pos)), {
        stroke: "ink2",
        dash: [2, 3],
      }),
      circle(here, far, 4.5, { fill: "warm" }),
    );
  } else {
    marks.push(segment(0, y(1), box.width, y(1), { stroke: "good", width: 2 }));
  }
  // The end of the text, which a hand takes.
  marks.push(segment(end, 0, end, box.height, { stroke: "accent" }));
  return marks;
}

function say({ model, state, lang }: Here): string {
  const { pos, seqLen } = state;
  const { values, longer } = model;
  const own = quantity(at(values, pos));
  const far = longer && quantity(at(longer, pos));
  return {
    en: `Position ${pos} of ${seqLen} gets ${own}${far ? `, and ${far} in a text twice as long` : ""}.`,
    zh: `${seqLen} 个位置中，位置 ${pos} 得到 ${own}${far ? `，文本加长一倍时得到 ${far}` : ""}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rung-number",
  table,
  strings,
  bounds: { pos: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [{ key: "seqLen" }, { key: "pos" }, { key: "number" }],
  main: ["number", "seqLen"],
  compute: ({ seqLen, number }) =>
    number === "share"
      ? {
          values: pe.embeddingNormalized({ seqLen }).data,
          longer: pe.embeddingNormalized({ seqLen: 2 * seqLen }).data,
        }
      : { values: pe.embeddingIndex({ seqLen }).data, longer: undefined },
  finding({ state, model, lang }) {
    const { pos, seqLen } = state;
    const { values, longer } = model;
    if (!longer) {
      const last = bold(at(values, seqLen - 1));
      return {
        en: `After ${seqLen} positions the number has reached ${last}. A word’s own numbers lie around 1.`,
        zh: `${seqLen} 个位置之后，序号已增到 ${last}；而词向量里的数只在 1 上下。`,
      }[lang];
    }
    const [now, then] = [bold(at(values, pos)), bold(at(longer, pos))];
    const step = bold(at(values, 1), 2);
    return {
      en: `Position ${pos} is ${now} in a text of ${seqLen} words and ${then} in one of ${2 * seqLen}; one step is ${step} here.`,
      zh: `同是位置 ${pos}，在 ${seqLen} 个词的文本里是 ${now}，在 ${2 * seqLen} 个词的文本里是 ${then}；这里走一步是 ${step}。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "codes",
      height: [220, 200],
      margin: AXES,
      legend: ({ model, lang }) => [
        model.longer
          ? { ink: "warm", text: strings.longer[lang] }
          : { ink: "good", text: strings.word[lang] },
      ],
      label: say,
      marks: barMarks,
      pointing: {
        cursor: "ew-resize",
        hover: (_, { x }, box) => ({
          pos: Math.floor((x / box.width) * PLACES),
        }),
        drag: (_, { x }, box) => ({ seqLen: (x / box.width) * PLACES + 0.5 }),
        steps: { x: "pos", up: "seqLen" },
      },
    },
  ],
  sentence: say,
  tableData({ model, state, lang }) {
    const { values, longer } = model;
    return {
      caption: strings.name[lang],
      corner: strings.position[lang],
      columns: [strings.value[lang], ...(longer ? [strings.longer[lang]] : [])],
      rows: Array.from(values, (value, pos) => ({
        head: String(pos),
        cells: [
          quantity(value),
          ...(longer ? [quantity(at(longer, pos))] : []),
        ],
      })),
      marked: { row: state.pos, column: 0 },
    };
  },
  code: ({ state }) => {
    const { number, seqLen, pos } = state;
    const call = number === "share" ? "normalized" : "index";
    const program = `import { load } from "posenc";

const pe = await load();
const [seqLen, pos] = [${seqLen}, ${pos}];
const { data } = pe.embedding.${call}({ seqLen });
// The number of the position, and the last one.
console.log(data[pos], data[seqLen - 1]);
`;
    return number === "share"
      ? `${program}// In a text twice as long:
console.log(pe.embedding.normalized({ seqLen: 2 * seqLen }).data[pos]);
`
      : program;
  },
  states: ({ state, model: { values, longer } }) => [
    at(values, state.pos),
    at(values, state.seqLen - 1),
    ...(longer ? [at(longer, state.pos)] : []),
  ],
});
