// <pe-waves>: single dimensions as curves, neighbours or far apart.

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
import { integerTicks } from "../../plots/axes.ts";
import { lineMark } from "../../plots/lines.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import { cellValue, type Lang, quantity } from "../../words/text.ts";

const table = {
  dims: choice(["first", "spread"]),
  "seq-len": integer({ default: 100, min: 8, max: 4096 }),
  "d-model": integer({ default: 512, min: 8, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  pos: integer({ default: 20, min: 0, max: 4095 }),
} as const;

export type State = StateOf<typeof table>;

export interface Curve {
  readonly dim: number;
  readonly wave: number;
  readonly values: Float32Array;
}

export interface Model {
  /** Curves sampled between the positions too. */
  readonly curves: readonly Curve[];
  readonly step: number;
  /** Largest size of a value. */
  readonly reach: number;
}

const strings = {
  name: { en: "Dimensions as waves", zh: "把维度画成波" },
  caption: {
    en: "Choose “spread” to see four speeds that differ, or narrow the table to d = 8. Then stretch the window: which curve only seemed to rise?",
    zh: "选“分散”可看到四条转速不同的曲线，也可以把维数降到 8。然后拉长窗口：哪条曲线原来只是看上去一直在上升？",
  },
  dims: { en: "Dimensions", zh: "所画维度" },
  first: { en: "first four", zh: "前四维" },
  spread: { en: "spread", zh: "分散" },
  seqLen: { en: "Window", zh: "窗口长度" },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  pos: { en: "Position p", zh: "位置 p" },
  keys: {
    en: "Waves; left and right arrows move the position.",
    zh: "波形图；左右方向键移动位置。",
  },
  position: { en: "position", zh: "位置" },
} as const;

export type Here = Shown<State, Model>;

const INKS: readonly Ink[] = ["accent", "warm", "good", "ink3"];
const SAMPLES = 512;

function dimsOf({ dims, dModel }: Readonly<State>): number[] {
  if (dims === "first") return [0, 1, 2, 3];
  // Sines at the ends and the thirds of the ladder.
  const last = dModel / 2 - 1;
  return [0, 1 / 3, 2 / 3, 1].map((share) => 2 * Math.round(share * last));
}

function scales({ state, model }: Here, { width, height }: Box) {
  return {
    x: scaleLinear()
      .domain([0, state.seqLen - 1])
      .range([0, width]),
    y: scaleLinear().domain([-model.reach, model.reach]).range([height, 0]),
  };
}

function value({ model, state }: Here, curve: Curve): number {
  return curve.values[Math.round(state.pos / model.step)] as number;
}

const dimText = ({ dim }: Curve, lang: Lang): string =>
  lang === "zh" ? `第 ${dim} 维` : `dimension ${dim}`;

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const list = model.curves.map(
    (curve) => `${dimText(curve, lang)} ${cellValue(value(shown, curve))}`,
  );
  return lang === "zh"
    ? `位置 ${state.pos}：${list.join("，")}。`
    : `At position ${state.pos}: ${list.join(", ")}.`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-waves",
  table,
  strings,
  bounds: { dModel: EVEN, pos: { max: ({ seqLen }) => seqLen - 1 } },
  controls: [
    { key: "dims" },
    { key: "seqLen", logarithmic: true },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
    { key: "pos", play: { every: 120 } },
  ],
  main: ["dims", "pos"],
  own: () => import("./own-waves.ts"),
  compute(state) {
    const { seqLen, dModel, base } = state;
    // Short windows are sampled between their positions, so that the waves look
    // as they are; long ones at every position at most.
    const parts = Math.max(1, Math.ceil(SAMPLES / seqLen));
    const count = (seqLen - 1) * parts + 1;
    const step = 1 / parts;
    const waves = pe.analysisWavelengths({ dModel, base });
    const curves = dimsOf(state).map((dim) => {
      const wave = waves[dim >> 1] as number;
      // Pair 0 turns by one radian a position: where it stands at p·ω, this
      // pair stands at p.
      const omega = (2 * Math.PI) / wave;
      const positions = Float64Array.from(
        { length: count },
        (_, k) => (k / parts) * omega,
      );
      const { data } = pe.sinusoidal({ positions, dModel: 2 });
      const values = Float32Array.from(
        { length: count },
        (_, k) => data[2 * k + (dim % 2)] as number,
      );
      return { dim, wave, values };
    });
    return { curves, step, reach: 1 };
  },
  finding({ state, model, lang }) {
    const waves = [...new Set(model.curves.map(({ wave }) => wave))];
    const list = waves.map((wave) => `<b>${quantity(wave)}</b>`);
    const ratio = (waves.at(-1) as number) / (waves[0] as number);
    if (state.dims === "first") {
      return {
        en: `At d = ${state.dModel} the first four dimensions hold two speeds only: one turn in ${list.join(" and in ")} positions, a ratio of <b>${quantity(ratio)}</b>.`,
        zh: `d = ${state.dModel} 时，前四维其实只有两种转速：${list.join(" 和 ")} 个位置转一圈，后者是前者的 <b>${quantity(ratio)}</b> 倍。`,
      }[lang];
    }
    return {
      en: `Dimensions far apart turn once in ${list.join(", ")} positions.`,
      zh: `相隔较远的维度分别用 ${list.join("、")} 个位置转一圈。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "waves",
      height: [220, 180],
      margin: AXES,
      label: (shown) => say(shown),
      legend: ({ model, lang }) =>
        model.curves.map((curve, k) => ({
          ink: INKS[k] as Ink,
          text: `${dimText(curve, lang)}${lang === "zh" ? "，周期 " : ", period "}${quantity(curve.wave)}`,
        })),
      canvas(shown, box): Mark[] {
        const { x, y } = scales(shown, box);
        return shown.model.curves.map(({ values }, k) => {
          const count = values.length;
          const at = x.copy().domain([0, count - 1]);
          return lineMark({ data: values, start: 0, stride: 1, count }, at, y, {
            stroke: INKS[k] as Ink,
            width: 1.75,
          });
        });
      },
      marks(shown, box) {
        const { state, model, lang } = shown;
        const { x, y } = scales(shown, box);
        const at = x(state.pos);
        return [
          ...axes(
            {
              x: {
                scale: x,
                ticks: integerTicks(0, state.seqLen - 1, box.width, 72),
                marked: state.pos,
                label: strings.position[lang],
              },
              y: { scale: y, ticks: [-model.reach, 0, model.reach] },
            },
            box,
          ),
          segment(0, y(0), box.width, y(0), { stroke: "rule" }),
          segment(at, 0, at, box.height, { stroke: "ink2" }),
          ...model.curves.map((curve, k) =>
            circle(at, y(value(shown, curve)), 4, { fill: INKS[k] as Ink }),
          ),
        ];
      },
      pointing: {
        cursor: "ew-resize",
        drag: (shown, at, box) => ({ pos: scales(shown, box).x.invert(at.x) }),
        steps: { any: "pos" },
      },
    },
  ],
  sentence: say,
  tableData(shown) {
    const { model, lang } = shown;
    const zh = lang === "zh";
    return {
      caption: strings.name[lang],
      corner: zh ? "维度" : "dimension",
      columns: [
        zh ? "周期（位置）" : "period (positions)",
        zh ? `位置 ${shown.state.pos} 的值` : `value at ${shown.state.pos}`,
      ],
      rows: model.curves.map((curve) => ({
        head: String(curve.dim),
        cells: [quantity(curve.wave, 6), cellValue(value(shown, curve))],
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const waves = pe.analysis.wavelengths({ dModel: ${state.dModel}, base: ${state.base} });
for (const dim of ${JSON.stringify(dimsOf(state))}) {
  const wave = waves[dim >> 1];
  // Where pair 0 stands as this one does at the chosen position, and the last one.
  const positions = [${state.pos}, ${state.seqLen - 1}].map((p) => p * ((2 * Math.PI) / wave));
  const { data } = pe.embedding.sinusoidal({ positions, dModel: 2 });
  console.log(dim, wave, data[dim % 2], data[2 + (dim % 2)]);
}
`,
  listing: ({ state, model }) => ({
    kind: "sinusoidal",
    values: {
      pos: state.pos,
      dim: (model.curves.at(-1) as Curve).dim,
      dModel: state.dModel,
      base: state.base,
      seqLen: state.seqLen,
    },
  }),
  states: ({ state, model }) =>
    model.curves.map(({ dim, wave, values }) => [
      dim,
      wave,
      values[Math.round(state.pos / model.step)] as number,
      values.at(-1) as number,
    ]),
});
