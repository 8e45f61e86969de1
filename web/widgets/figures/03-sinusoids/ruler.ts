// <pe-ruler>: which pairs tell two positions apart: fast ones near by, slow ones
// far away.

import { scaleLinear } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import { plural, quantity } from "../../words/text.ts";

const table = {
  pos: integer({ default: 100, min: 0, max: 1_000_000 }),
  distance: integer({ default: 3, min: 1, max: 100_000 }),
  "d-model": integer({ default: 512, min: 2, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Squared distance of the two points of each pair on their circle, 0 … 4. */
  readonly squares: Float64Array;
  readonly total: number;
  /** The first pair by which half of the squared distance is reached. */
  readonly half: number;
  /** Pairs that have turned by more than once between the two. */
  readonly wrapped: number;
}

const strings = {
  name: { en: "Which pairs see a distance", zh: "哪些对能看出这段距离" },
  caption: {
    en: "Each bar is the squared distance of the two positions on the circle of that pair; 4 is opposite. Move the distance from 1 to 10 000: the fast pairs on the left begin to wrap around, and slower ones take over.",
    zh: "每根竖条是两个位置在这一对的圆上的距离的平方，4 表示正好相对。把距离从 1 拖到 10 000：左边的高频对开始一圈圈重复，接手的是频率更低的对。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  distance: { en: "Distance", zh: "距离" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Bars of all pairs; arrow keys change the distance.",
    zh: "各对的竖条；方向键改变距离。",
  },
  axisPair: { en: "pair i", zh: "第 i 对" },
  axisSquare: { en: "squared distance", zh: "距离的平方" },
} as const;

type Here = Shown<State, Model>;

function bars(shown: Here, box: Box): readonly Mark[] {
  const { model, lang } = shown;
  const count = model.squares.length;
  const x = scaleLinear()
    .domain([-0.5, count - 0.5])
    .range([0, box.width]);
  const y = scaleLinear().domain([0, 4]).range([box.height, 0]);
  const width = box.width / count;
  const gap = width > 6 ? 1.5 : 0;
  const paint = (from: number, to: number, fill: "accent" | "ink3"): Mark => ({
    kind: "path",
    draw(pen) {
      for (let k = from; k < to; k += 1) {
        const top = y(model.squares[k] as number);
        pen.rect(
          x(k) - width / 2,
          top,
          Math.max(0.5, width - gap),
          box.height - top,
        );
      }
    },
    fill,
  });
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, count - 1, box.width, 72),
          label: strings.axisPair[lang],
        },
        y: {
          scale: y,
          ticks: [0, 1, 2, 3, 4],
          label: strings.axisSquare[lang],
        },
      },
      box,
    ),
    paint(0, model.wrapped, "ink3"),
    paint(model.wrapped, count, "accent"),
  ];
}

function say({ state, model, lang }: Here): string {
  const { pos, distance } = state;
  const [a, b] = [quantity(pos), quantity(pos + distance)];
  const far = quantity(Math.sqrt(model.total), 4);
  return {
    en: `Positions ${a} and ${b}: ${far} apart in all; pairs 0 to ${model.half} give half of the squared distance, and ${model.wrapped} ${plural(model.wrapped, "pair has", "pairs have")} wrapped around.`,
    zh: `位置 ${a} 与 ${b}：总距离 ${far}；第 0 到第 ${model.half} 对占距离平方的一半，有 ${model.wrapped} 对已经绕过一圈以上。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-ruler",
  table,
  strings,
  bounds: { dModel: EVEN },
  controls: [
    { key: "distance", logarithmic: true },
    { key: "pos", max: () => 5000 },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
  ],
  compute({ pos, distance, dModel, base }) {
    const positions = [pos, pos + distance];
    const { data } = pe.sinusoidal({ positions, dModel, base });
    const squares = new Float64Array(dModel / 2);
    for (let k = 0; k < dModel; k += 1) {
      const step = (data[dModel + k] as number) - (data[k] as number);
      squares[k >> 1] = (squares[k >> 1] as number) + step * step;
    }
    const total = squares.reduce((sum, square) => sum + square, 0);
    let [half, sum] = [0, squares[0] as number];
    while (2 * sum < total) {
      half += 1;
      sum += squares[half] as number;
    }
    const waves = pe.analysisWavelengths({ dModel, base });
    const wrapped = waves.filter((wave) => wave < distance).length;
    return { squares, total, half, wrapped };
  },
  finding({ state, model, lang }) {
    const { half, wrapped, squares } = model;
    const distance = quantity(state.distance);
    return {
      en: `At a distance of ${distance} half of what sets the two apart comes from pairs 0 to <b>${half}</b> of ${squares.length}; ${wrapped === 0 ? "<b>no</b> pair has gone round more than once." : `<b>${wrapped}</b> ${plural(wrapped, "pair has", "pairs have")} gone round more than once and could mean another distance.`}`,
      zh: `相距 ${distance} 时，两者差异的一半来自 ${squares.length} 对中的第 0 到第 <b>${half}</b> 对；${wrapped === 0 ? "<b>没有</b>哪一对绕过一圈以上。" : `有 <b>${wrapped}</b> 对已经绕过一圈以上，单看它们分不清是哪个距离。`}`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "bars",
      height: [180, 160],
      margin: AXES,
      legend: ({ lang }) => [
        {
          ink: "accent",
          text: lang === "zh" ? "不到一圈" : "less than a turn",
        },
        { ink: "ink3", text: lang === "zh" ? "超过一圈" : "more than a turn" },
      ],
      label: say,
      marks: bars,
      pointing: {
        steps: { any: "distance" },
      },
    },
  ],
  sentence: say,
  tableData({ model, lang }) {
    const all = model.squares.length;
    const count = Math.min(17, all);
    const step = (all - 1) / Math.max(1, count - 1);
    const pairs = [
      ...new Set(Array.from({ length: count }, (_, k) => Math.round(k * step))),
    ];
    return {
      caption: strings.name[lang],
      corner: strings.axisPair[lang],
      columns: [strings.axisSquare[lang]],
      rows: pairs.map((pair) => ({
        head: String(pair),
        cells: [(model.squares[pair] as number).toFixed(4)],
      })),
    };
  },
  csv: ({ model }) =>
    `pair,squared distance\n${Array.from(model.squares, (square, pair) => `${pair},${square}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [d, distance] = [${state.dModel}, ${state.distance}];
const form = { dModel: d, base: ${state.base} };
const { data } = pe.embedding.sinusoidal({ positions: [${state.pos}, ${state.pos} + distance], ...form });
const step = (k) => data[d + k] - data[k];
const squares = Array.from({ length: d / 2 }, (_, i) =>
  step(2 * i) * step(2 * i) + step(2 * i + 1) * step(2 * i + 1));
const total = squares.reduce((sum, square) => sum + square, 0);
// The first pair by which half of it is reached.
let [half, sum] = [0, squares[0]];
while (2 * sum < total) sum += squares[(half += 1)];
// Pairs that have turned by more than once.
const wrapped = pe.analysis.wavelengths(form).filter((wave) => wave < distance).length;
console.log(total, half, wrapped);
`,
  states: ({ model }) => [model.total, model.half, model.wrapped],
});
