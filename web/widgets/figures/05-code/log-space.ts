// <pe-log-space>: the frequencies by a power and by exp of a logarithm, in two
// number formats: which is nearer to the true ones, and whether anything could
// overflow.

import { scaleLinear } from "d3-scale";
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
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { parameter, quantity, scientific } from "../../words/text.ts";

const table = {
  format: choice(["float32", "float64"]),
  "d-model": integer({ default: 512, min: 4, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  pos: integer({ default: 5000, min: 1, max: 1_000_000 }),
  pair: integer({ default: 24, min: 0, max: 511 }),
} as const;

type State = StateOf<typeof table>;

interface Path {
  /** Relative error of each frequency. */
  readonly errors: Float64Array;
  /** The largest of them. */
  readonly worst: number;
  /** Largest error of an angle at the position, in radians. */
  readonly angle: number;
}

interface Model {
  readonly power: Path;
  readonly log: Path;
  /** Largest divisor base^(2i/d). */
  readonly divisor: number;
  /** Largest number of the format. */
  readonly limit: number;
}

const LIMITS = {
  float32: (2 - 2 ** -23) * 2 ** 127,
  float64: Number.MAX_VALUE,
};

const strings = {
  name: { en: "A power, or exp of a logarithm", zh: "直接求幂，还是先取对数" },
  caption: {
    en: "Each dot is the relative error of one frequency. Drag to choose a pair; change to float64 and look at the axis. At base 10⁹ the largest divisor is still far from the end of float32.",
    zh: "每个点是一个频率的相对误差。拖动可选一对；换成 float64 再看纵轴。即使底数取 10⁹，最大的除数离 float32 的上限也还远得很。",
  },
  format: { en: "Computed in", zh: "计算精度" },
  float32: { en: "float32", zh: "float32" },
  float64: { en: "float64", zh: "float64" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  pos: { en: "Position p", zh: "位置 p" },
  pair: { en: "Pair i", zh: "第 i 对" },
  keys: {
    en: "Errors over pairs; arrow keys choose a pair.",
    zh: "各对频率的误差；方向键选择一对。",
  },
  power: { en: "base^(−2i/d)", zh: "base^(−2i/d)" },
  log: { en: "exp(−2i · ln(base)/d)", zh: "exp(−2i · ln(base)/d)" },
  axisPair: { en: "pair i", zh: "第 i 对" },
  axisError: {
    en: "relative error of the frequency",
    zh: "频率的相对误差",
  },
} as const;

type Here = Shown<State, Model>;

/** Rounds as the format does after every operation. */
const rounding = (format: State["format"]): ((value: number) => number) =>
  format === "float32" ? Math.fround : (value) => value;

/** One way to the frequencies, beside the true ones. */
function pathOf(
  truth: Float64Array,
  frequency: (pair: number) => number,
  round: (value: number) => number,
  pos: number,
): Path {
  let [worst, angle] = [0, 0];
  const errors = truth.map((right, pair) => {
    const found = frequency(pair);
    const error = Math.abs(found - right) / right;
    worst = Math.max(worst, error);
    angle = Math.max(angle, Math.abs(round(pos * found) - pos * right));
    return error;
  });
  return { errors, worst, angle };
}

const scales = ({ model }: Here, { width, height }: Box) => ({
  x: scaleLinear()
    .domain([0, model.power.errors.length - 1])
    .range([4, width - 4]),
  y: scaleLinear()
    .domain([0, Math.max(model.power.worst, model.log.worst, 1e-17) * 1.08])
    .range([height, 0]),
});

function dots(shown: Here, box: Box): Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const cloud = (errors: Float64Array, fill: "accent" | "warm"): Mark => ({
    kind: "path",
    draw(pen) {
      errors.forEach((error, pair) => {
        const [px, py] = [x(pair), y(error)];
        pen.moveTo(px + 1.75, py);
        pen.arc(px, py, 1.75, 0, 2 * Math.PI);
      });
    },
    fill,
  });
  const at = x(state.pair);
  const here = [model.power, model.log].map(
    ({ errors }) => errors[state.pair] as number,
  ) as [number, number];
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: x.ticks(8).filter(Number.isInteger),
          marked: state.pair,
          label: strings.axisPair[lang],
        },
        y: {
          scale: y,
          format: (v) => (v === 0 ? "0" : scientific(v, 1)),
          label: strings.axisError[lang],
        },
      },
      box,
    ),
    cloud(model.log.errors, "warm"),
    cloud(model.power.errors, "accent"),
    segment(at, box.height, at, y(Math.max(...here)), {
      stroke: "ink3",
      dash: [2, 3],
    }),
    circle(at, y(here[1]), 5, { fill: "warm", stroke: "paper" }),
    circle(at, y(here[0]), 5, { fill: "accent", stroke: "paper" }),
  ];
}

const small = (value: number): string =>
  value === 0 ? "0" : scientific(value, 2);

function say({ state, model, lang }: Here): string {
  const { pair } = state;
  const [a, b] = [model.power.errors[pair], model.log.errors[pair]] as [
    number,
    number,
  ];
  return {
    en: `Pair ${pair} in ${state.format}: the power is off by ${small(a)}, exp of the logarithm by ${small(b)}, relative to the frequency.`,
    zh: `第 ${pair} 对，${state.format}：直接求幂的相对误差 ${small(a)}，先取对数的相对误差 ${small(b)}。`,
  }[lang];
}

/** Rows of the small table: what, by a power, by a logarithm. */
function facts({ state, model, lang }: Here): readonly (readonly string[])[] {
  const { power, log } = model;
  const zh = lang === "zh";
  const at = parameter(state.pos);
  return [
    [
      zh ? "频率的最大相对误差" : "largest relative error of a frequency",
      small(power.worst),
      small(log.worst),
    ],
    [
      zh
        ? `位置 ${at} 处角度的最大误差（弧度）`
        : `largest error of an angle at position ${at}, in radians`,
      small(power.angle),
      small(log.angle),
    ],
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-log-space",
  table,
  strings,
  bounds: { dModel: EVEN, pair: { max: ({ dModel }) => dModel / 2 - 1 } },
  controls: [
    { key: "format" },
    { key: "pair" },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
    { key: "pos", logarithmic: true },
  ],
  compute({ format, dModel, base, pos }) {
    const round = rounding(format);
    const truth = pe
      .analysisWavelengths({ dModel, base })
      .map((wave) => (2 * Math.PI) / wave);
    const step = round(-Math.log(base) / dModel);
    const exponent = (pair: number) => round((-2 * pair) / dModel);
    return {
      power: pathOf(
        truth,
        (pair) => round(round(base) ** exponent(pair)),
        round,
        pos,
      ),
      log: pathOf(
        truth,
        (pair) => round(Math.exp(round(2 * pair * step))),
        round,
        pos,
      ),
      divisor: 1 / (truth.at(-1) as number),
      limit: LIMITS[format],
    };
  },
  finding({ state, model, lang }) {
    const { power, log, divisor, limit } = model;
    const [big, end] = [quantity(divisor, 5), scientific(limit, 2)];
    return {
      en: `The largest divisor is <b>${big}</b>, ${state.format} reaches ${end}: nothing can overflow. In log space the worst frequency is off by <b>${small(log.worst)}</b>; computed as a power, by <b>${small(power.worst)}</b>.`,
      zh: `最大的除数是 <b>${big}</b>，${state.format} 可表示到 ${end}，不可能溢出。先取对数，频率最多差 <b>${small(log.worst)}</b>；直接求幂，最多差 <b>${small(power.worst)}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "errors",
      height: [220, 190],
      margin: { ...AXES, left: 72 },
      legend: ({ lang }) => [
        { ink: "accent", text: strings.power[lang] },
        { ink: "warm", text: strings.log[lang] },
      ],
      label: say,
      marks: dots,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ pair: scales(shown, box).x.invert(at.x) }),
        steps: { any: "pair" },
      },
    },
    {
      kind: "html",
      id: "facts",
      label: say,
      html(shown) {
        const { lang } = shown;
        const body = facts(shown).map(
          ([what, a, b]) =>
            `<tr><th scope="row">${what}</th><td class="num">${a}</td><td class="num">${b}</td></tr>`,
        );
        const head = [strings.power, strings.log].map(
          (it) => `<th scope="col" class="num">${labelHtml(it[lang])}</th>`,
        );
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr><td></td>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
      },
      lines: (shown) =>
        facts(shown).map(([what, a, b]) => `${what}: ${a}, ${b}`),
    },
  ],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "量" : "quantity",
      columns: [strings.power[lang], strings.log[lang]],
      rows: facts(shown).map(([head = "", ...cells]) => ({ head, cells })),
    };
  },
  csv: ({ model }) =>
    `pair,power,log\n${Array.from(model.power.errors, (error, pair) => `${pair},${error},${model.log.errors[pair]}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [d, base, pos] = [${state.dModel}, ${state.base}, ${state.pos}];
const waves = pe.analysis.wavelengths({ dModel: d, base });
const right = waves.map((wave) => (2 * Math.PI) / wave);
const round = ${state.format === "float32" ? "Math.fround" : "(x) => x"};
const step = round(-Math.log(base) / d);
const paths = {
  power: (i) => round(round(base) ** round((-2 * i) / d)),
  log: (i) => round(Math.exp(round(2 * i * step))),
};
for (const [name, frequency] of Object.entries(paths)) {
  const errors = right.map((exact, i) => Math.abs(frequency(i) - exact) / exact);
  const angles = right.map((exact, i) => Math.abs(round(pos * frequency(i)) - pos * exact));
  // The largest error of a frequency, and of an angle at the position.
  console.log(name, Math.max(...errors), Math.max(...angles));
}
`,
  states: ({ model: { power, log } }) => [
    power.worst,
    power.angle,
    log.worst,
    log.angle,
  ],
});
