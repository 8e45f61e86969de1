// <pe-precision>: how wrong a rotary angle gets when it is computed in a short
// number format, by position.

import { scaleLog } from "d3-scale";
import * as pe from "posenc";
import { integer, real, type StateOf } from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { rect } from "../../kit/highlights.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, segment } from "../../plots/marks.ts";
import { quantity, scientific } from "../../words/text.ts";

const FORMATS = ["float32", "bfloat16", "float16"] as const;
type Format = (typeof FORMATS)[number];

const table = {
  pos: integer({ default: 1_000_000, min: 1, max: 16_777_216 }),
  "head-dim": integer({ default: 128, min: 2, max: 256 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Positions sampled, in equal ratios. */
  readonly positions: Float64Array;
  /** Largest error of a cosine or sine by format; NaN past its range. */
  readonly values: Readonly<Record<Format, Float64Array>>;
  /** Largest error of an angle, in radians. */
  readonly angles: Readonly<Record<Format, Float64Array>>;
}

const strings = {
  name: { en: "Angles in short formats", zh: "低精度下的角度" },
  caption: {
    en: "Largest error of a cosine or sine over all pairs when position, frequency and product are rounded to the format. 2 is the most there can be: the opposite point of the circle. Drag along the curves. The library’s own tables stay within 3\u00a0×\u00a010⁻⁸ everywhere, near the lower edge.",
    zh: "位置、频率及其乘积都舍入到该格式时，所有对中 cos 或 sin 的最大误差。最大只能是 2，即圆上正对面的一点。沿曲线拖动。本库算的表误差不超过 3\u00a0×\u00a010⁻⁸，贴近图框底边。",
  },
  pos: { en: "Position p", zh: "位置 p" },
  headDim: { en: "Head width d", zh: "头维度 d" },
  base: { en: "Base", zh: "底数" },
  keys: {
    en: "Errors by position; left and right arrows choose a position.",
    zh: "各位置的误差；左右方向键选择位置。",
  },
  axisError: { en: "largest error of cos, sin", zh: "cos、sin 的最大误差" },
} as const;

type Here = Shown<State, Model>;

const LAST = 16_777_216;
const COUNT = 97;
/** Sampled positions, whole numbers from 1 to 2²⁴; doubling every four. */
const SAMPLES = [
  ...new Set(
    Array.from({ length: COUNT }, (_, k) =>
      // Odd, because even powers of two suit short formats better than most.
      Math.max(1, Math.min(LAST, Math.round(LAST ** (k / (COUNT - 1)) - 0.5))),
    ),
  ),
];

const INK: Readonly<Record<Format, "accent" | "warm" | "good">> = {
  float32: "accent",
  bfloat16: "warm",
  float16: "good",
};

/** Where the present position is among the samples: the last place. */
const own = ({ model }: Here): number => model.positions.length - 1;

const scales = ({ width, height }: Box) => ({
  x: scaleLog().domain([1, LAST]).range([0, width]),
  y: scaleLog().domain([1e-8, 4]).range([height, 0]),
});

function curves(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(box);
  const count = own(shown);
  const px = (v: number): number => y(Math.max(1e-8, v));
  // The present position among the samples: its dots lie on the curves.
  const places = inOrder(
    model,
    Array.from({ length: count + 1 }, (_, k) => k),
  );
  const line = (format: Format): Mark => ({
    kind: "path",
    draw(pen) {
      let on = false;
      for (const k of places) {
        const value = model.values[format][k] as number;
        if (!Number.isFinite(value)) {
          on = false;
          continue;
        }
        const at = [x(model.positions[k] as number), px(value)] as const;
        if (on) pen.lineTo(...at);
        else pen.moveTo(...at);
        on = true;
      }
    },
    stroke: INK[format],
    width: 1.75,
  });
  const dots = FORMATS.flatMap((format): readonly Mark[] => {
    const value = model.values[format][count] as number;
    return Number.isFinite(value)
      ? [circle(x(state.pos), px(value), 4, { fill: INK[format] })]
      : [];
  });
  const power = (v: number): string => scientific(v, 1);
  return [
    rect([0, y(4), box.width, y(1) - y(4)], { fill: "soft" }),
    ...axes(
      {
        x: {
          scale: x,
          ticks: [1, 100, 10_000, 1_000_000],
          label: strings.pos[lang],
          marked: state.pos,
          format: (v) => quantity(v),
        },
        y: {
          scale: y,
          ticks: [1e-8, 1e-6, 1e-4, 1e-2, 1],
          format: (v) => (v === 1 ? "1" : power(v)),
          label: strings.axisError[lang],
        },
      },
      box,
    ),
    segment(x(state.pos), 0, x(state.pos), box.height, {
      stroke: "ink3",
      dash: [2, 3],
    }),
    ...FORMATS.map(line),
    ...dots,
  ];
}

const text = (value: number, lang: "en" | "zh"): string =>
  Number.isFinite(value)
    ? quantity(value, 2)
    : lang === "zh"
      ? "溢出"
      : "overflow";

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const k = own(shown);
  const said = FORMATS.map(
    (format) => `${format} ${text(model.values[format][k] as number, lang)}`,
  );
  const at = quantity(state.pos);
  return {
    en: `Position ${at}: largest error of a cosine or sine in ${said.join(", ")}.`,
    zh: `位置 ${at}：cos 或 sin 的最大误差，${said.join("，")}。`,
  }[lang];
}

/** Places of positions, from the first position to the last. */
const inOrder = ({ positions }: Model, places: number[]): readonly number[] =>
  places.sort((a, b) => (positions[a] as number) - (positions[b] as number));

/** A row of the table: the present position, or a power of two. */
const rowsOf = (shown: Here): readonly number[] => {
  const count = own(shown);
  const step = Math.max(1, Math.floor(count / 12));
  return inOrder(
    shown.model,
    Array.from({ length: count }, (_, k) => k)
      .filter((k) => k % step === 0)
      .concat(count),
  );
};

export const spec = figure<typeof table, Model>({
  tag: "pe-precision",
  table,
  strings,
  bounds: { headDim: EVEN },
  controls: [
    { key: "pos", logarithmic: true },
    { key: "base", logarithmic: true },
    { key: "headDim", step: 2 },
  ],
  compute({ pos, headDim, base }) {
    const positions = Float64Array.from([...SAMPLES, pos]);
    const found = FORMATS.map((format) =>
      pe.analysisPrecision({ headDim, base, positions, format }),
    );
    const by = (pick: (k: number) => Float64Array) =>
      Object.fromEntries(FORMATS.map((f, k) => [f, pick(k)])) as Record<
        Format,
        Float64Array
      >;
    type Found = (typeof found)[number];
    return {
      positions,
      values: by((k) => (found[k] as Found).valueError),
      angles: by((k) => (found[k] as Found).angleError),
    };
  },
  finding(shown) {
    const { state, model, lang } = shown;
    const k = own(shown);
    const [single, brain, half] = FORMATS.map((format) =>
      text(model.values[format][k] as number, lang),
    );
    const at = quantity(state.pos);
    return {
      en: `At position ${at} the cosines and sines are off by up to <b>${single}</b> in float32 and <b>${brain}</b> in bfloat16; float16: <b>${half}</b>.`,
      zh: `在位置 ${at}，cos 与 sin 的误差：float32 最多 <b>${single}</b>，bfloat16 最多 <b>${brain}</b>，float16：<b>${half}</b>。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "errors",
      height: [260, 220],
      margin: { ...AXES, left: 60 },
      legend: () =>
        FORMATS.map((format) => ({ ink: INK[format], text: format })),
      label: say,
      marks: curves,
      pointing: {
        cursor: "ew-resize",
        drag: (_, at, box) => ({ pos: scales(box).x.invert(at.x) }),
        key({ state }, event) {
          const factor = {
            ArrowRight: 1.25,
            ArrowUp: 1.25,
            ArrowLeft: 0.8,
            ArrowDown: 0.8,
            PageUp: 8,
            PageDown: 1 / 8,
          }[event.key];
          if (factor === undefined) return undefined;
          const step = factor > 1 ? 1 : -1;
          const next = Math.round(state.pos * factor);
          return { pos: next === state.pos ? state.pos + step : next };
        },
      },
    },
  ],
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const rows = rowsOf(shown);
    return {
      caption: strings.name[lang],
      corner: strings.pos[lang],
      columns: FORMATS.flatMap((format) => [
        `${format}: cos, sin`,
        lang === "zh" ? `${format}：角度（弧度）` : `${format}: angle, rad`,
      ]),
      rows: rows.map((k) => ({
        head: quantity(model.positions[k] as number),
        cells: FORMATS.flatMap((format) => [
          text(model.values[format][k] as number, lang),
          text(model.angles[format][k] as number, lang),
        ]),
      })),
      marked: { row: rows.indexOf(own(shown)), column: 0 },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
for (const format of ["float32", "bfloat16", "float16"]) {
  const { angleError, valueError } = pe.analysis.precision({
    headDim: ${state.headDim},
    base: ${state.base},
    positions: [${state.pos}],
    format,
  });
  console.log(format, angleError[0], valueError[0]);
}
`,
  states: ({ model: { angles, values } }) =>
    // The chosen position stands behind the samples.
    FORMATS.map((format) => [
      angles[format].at(-1) as number,
      values[format].at(-1) as number,
    ]),
});
