// <pe-decay>: how the inner product of two rows falls with their distance, and
// which law describes it.

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
import { circle, type Mark, type Pen, segment } from "../../plots/marks.ts";
import { labelHtml } from "../../words/quantity.ts";
import { decimals, plural, quantity } from "../../words/text.ts";

const table = {
  "d-model": integer({ default: 512, min: 2, max: 1024 }),
  base: real({ default: 10000, min: 2, max: 1e9 }),
  "seq-len": integer({ default: 1000, min: 10, max: 5000 }),
  axis: choice(["linear", "log"], "log"),
  at: integer({ default: 10, min: 1, max: 5000 }),
} as const;

type State = StateOf<typeof table>;

const LAWS = ["reciprocal", "shiftedReciprocal", "theory"] as const;
type Law = (typeof LAWS)[number];

interface Fitted {
  readonly a: number;
  readonly b: number;
  readonly rSquared: number;
}

interface Model {
  /** g(k) / g(0) for k = 0 … maxOffset. */
  readonly values: Float64Array;
  readonly fit: Readonly<Record<Law, Fitted>>;
  /** Offsets at which the curve rises. */
  readonly rising: readonly number[];
  /** First offset with a negative product; −1: none. */
  readonly negative: number;
}

const strings = {
  name: { en: "Decay with distance", zh: "随距离衰减" },
  caption: {
    en: "Drag to read the curve and the three laws at one distance. Narrow the table to d\u00a0=\u00a064: the curve bends up again and again. Each place where it rises is marked along the bottom.",
    zh: "拖动可读出某一距离上的曲线值与三条规律的预测。把维数降到 64：曲线反复回升。上升之处在底边用短线标出。",
  },
  dModel: { en: "Width d", zh: "维数 d" },
  base: { en: "Base", zh: "底数" },
  seqLen: { en: "Largest distance", zh: "最大距离" },
  axis: { en: "Distance axis", zh: "距离轴" },
  linear: { en: "even", zh: "均匀" },
  log: { en: "logarithmic", zh: "对数" },
  at: { en: "Distance k", zh: "距离 k" },
  keys: {
    en: "Decay curve; left and right arrows choose a distance.",
    zh: "衰减曲线；左右方向键选择距离。",
  },
  distance: { en: "distance k in positions", zh: "距离 k（位置数）" },
  product: { en: "g(k) / g(0)", zh: "g(k) / g(0)" },
  exact: { en: "exact", zh: "精确值" },
  reciprocal: { en: "a / k, best a", zh: "a / k，a 取最佳" },
  shiftedReciprocal: {
    en: "a / k + b, best a, b",
    zh: "a / k + b，a、b 取最佳",
  },
  theory: {
    en: "1 − (ln k + γ) / ln base, nothing fitted",
    zh: "1 − (ln k + γ) / ln 底数，不作拟合",
  },
} as const;

const INK = {
  reciprocal: "warm",
  shiftedReciprocal: "ink3",
  theory: "good",
} as const;

type Here = Shown<State, Model>;

/** What a law says at a distance. */
const predict = (law: Law, { a, b }: Fitted, k: number): number =>
  law === "theory" ? a + b * Math.log(k) : a / k + b;

function scales({ state }: Here, { width, height }: Box) {
  const x =
    state.axis === "log"
      ? scaleLog().domain([1, state.seqLen]).range([0, width])
      : scaleLinear().domain([1, state.seqLen]).range([0, width]);
  return { x, y: scaleLinear().domain([-0.4, 1]).range([height, 0]) };
}

/** Distances to be drawn: no more than two per px. */
function samples({ state }: Here, { width }: Box): number[] {
  const count = Math.min(state.seqLen, Math.ceil(2 * width));
  const ratio = Math.log(state.seqLen) / (count - 1);
  const all = Array.from({ length: count }, (_, n) =>
    state.axis === "log"
      ? Math.round(Math.exp(n * ratio))
      : Math.round(1 + (n * (state.seqLen - 1)) / (count - 1)),
  );
  return [...new Set(all)];
}

function curve(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const { x, y } = scales(shown, box);
  const at = samples(shown, box);
  const line =
    (f: (k: number) => number) =>
    (pen: Pen): void => {
      let down = false;
      for (const k of at) {
        const value = f(k);
        if (value > 1 || value < -0.4) {
          down = false;
          continue;
        }
        if (down) pen.lineTo(x(k), y(value));
        else pen.moveTo(x(k), y(value));
        down = true;
      }
    };
  const laws = LAWS.map(
    (law): Mark => ({
      kind: "path",
      draw: line((k) => predict(law, model.fit[law], k)),
      stroke: INK[law],
      width: 1.75,
      dash: [6, 4],
    }),
  );
  const here = model.values[state.at] as number;
  const px = x(state.at);
  const ticks =
    state.axis === "log"
      ? [1, 10, 100, 1000].filter((k) => k <= state.seqLen)
      : undefined;
  return [
    ...axes(
      {
        x: {
          scale: x,
          marked: state.at,
          label: strings.distance[lang],
          ...(ticks ? { ticks } : {}),
        },
        y: {
          scale: y,
          ticks: [-0.25, 0, 0.25, 0.5, 0.75, 1],
          label: strings.product[lang],
        },
      },
      box,
    ),
    segment(0, y(0), box.width, y(0), { stroke: "rule" }),
    {
      kind: "path",
      draw(pen) {
        for (const k of model.rising) {
          pen.moveTo(x(k), box.height);
          pen.lineTo(x(k), box.height - 8);
        }
      },
      stroke: "warm",
      opacity: 0.7,
    },
    ...laws,
    {
      kind: "path",
      draw: line((k) => model.values[k] as number),
      stroke: "accent",
      width: 2,
    },
    segment(px, 0, px, box.height, { stroke: "ink3", dash: [2, 3] }),
    ...LAWS.map((law) => {
      const value = predict(law, model.fit[law], state.at);
      return circle(px, y(Math.min(1, Math.max(-0.4, value))), 3.5, {
        stroke: INK[law],
        fill: "paper",
        width: 1.5,
      });
    }),
    circle(px, y(here), 5, { fill: "accent" }),
  ];
}

function rowsOf({ state, model, lang }: Here): [string, string, string][] {
  const k = state.at;
  return [
    [strings.exact[lang], "", decimals(model.values[k] as number, 4)],
    ...LAWS.map((law): [string, string, string] => [
      strings[law][lang],
      decimals(model.fit[law].rSquared, 3),
      decimals(predict(law, model.fit[law], k), 4),
    ]),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-decay",
  table,
  strings,
  bounds: { dModel: EVEN, at: { max: ({ seqLen }) => seqLen } },
  controls: [
    { key: "at", logarithmic: true },
    { key: "dModel", step: 2 },
    { key: "base", logarithmic: true },
    { key: "seqLen", logarithmic: true },
    { key: "axis" },
  ],
  compute({ dModel, base, seqLen }) {
    const decay = pe.analysisDecay({ dModel, base, maxOffset: seqLen });
    const first = decay.values[0] as number;
    const values = decay.values.map((value) => value / first);
    const rising: number[] = [];
    for (let k = 1; k < values.length; k += 1) {
      if ((values[k] as number) > (values[k - 1] as number)) rising.push(k);
    }
    return {
      values,
      fit: decay.fit,
      rising,
      negative: values.findIndex((value) => value < 0),
    };
  },
  finding({ state, model, lang }) {
    const { reciprocal, theory } = model.fit;
    const bad = decimals(reciprocal.rSquared, 2);
    const good = decimals(theory.rSquared, 3);
    const [count, first] = [quantity(model.rising.length), model.rising[0]];
    const up = first === undefined ? 0 : first;
    const range = `1 … ${state.seqLen}`;
    const rise = {
      en: up
        ? `The curve rises in ${count} ${plural(model.rising.length, "step")}, first at k = ${up}.`
        : "The curve never rises.",
      zh: up
        ? `曲线有 ${count} 步在上升，首次在 k = ${up}。`
        : "曲线始终不上升。",
    }[lang];
    const worse = {
      en: reciprocal.rSquared < 0 ? ", worse than a flat line" : "",
      zh: reciprocal.rSquared < 0 ? "，还不如一条水平线" : "",
    }[lang];
    return {
      en: `For k = ${range} the law a / k has R² = <b>${bad}</b>${worse}; the logarithmic law has <b>${good}</b> without any fitting. ${rise}`,
      zh: `k = ${range}：a / k 规律的 R²\u00a0=\u00a0<b>${bad}</b>${worse}；对数规律不作任何拟合，R²\u00a0=\u00a0<b>${good}</b>。${rise}`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "curve",
      height: [300, 240],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "accent", text: strings.exact[lang] },
        ...LAWS.map((law) => ({
          ink: INK[law],
          text: strings[law][lang],
          dashed: true,
        })),
      ],
      label: say,
      marks: curve,
      pointing: {
        cursor: "ew-resize",
        pick: (shown, at, box) => ({ at: scales(shown, box).x.invert(at.x) }),
        steps: { x: "at" },
      },
    },
    {
      kind: "html",
      id: "laws",
      label: say,
      html(shown) {
        const { state, lang } = shown;
        const zh = lang === "zh";
        const rows = rowsOf(shown).map(
          ([law, r, value]) =>
            `<tr><th scope="row">${labelHtml(law)}</th><td class="num">${r}</td><td class="num">${value}</td></tr>`,
        );
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr><th scope="col">${zh ? "规律" : "law"}</th><th scope="col" class="num">${labelHtml("R²")}</th><th scope="col" class="num">${labelHtml(zh ? `k\u00a0=\u00a0${state.at}\u00a0时` : `at k\u00a0=\u00a0${state.at}`)}</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: (shown) =>
        rowsOf(shown).map(([law, r, value]) =>
          r ? `${law}: R² = ${r}, ${value}` : `${law}: ${value}`,
        ),
    },
  ],
  sentence: say,
  tableData({ state, model, lang }) {
    const wanted = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    const rows = [...new Set([...wanted, state.at])]
      .filter((k) => k <= state.seqLen)
      .sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.at[lang],
      columns: [strings.exact[lang], ...LAWS.map((law) => strings[law][lang])],
      rows: rows.map((k) => ({
        head: String(k),
        cells: [
          decimals(model.values[k] as number, 4),
          ...LAWS.map((law) => decimals(predict(law, model.fit[law], k), 4)),
        ],
      })),
      marked: { row: rows.indexOf(state.at), column: 0 },
    };
  },
  csv: ({ model }) =>
    `k,product\n${Array.from(model.values, (value, k) => `${k},${value}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const { values, fit } = pe.analysis.decay({
  dModel: ${state.dModel},
  base: ${state.base},
  maxOffset: ${state.seqLen},
});
const shares = values.map((value) => value / values[0]);
console.log(shares[${state.at}]);
// How often it rises, and the first offset with a negative product.
console.log(shares.filter((value, k) => value > shares[k - 1]).length);
console.log(shares.findIndex((value) => value < 0));
console.log(fit.reciprocal.rSquared, fit.theory.rSquared);
`,
  states({ state, model }) {
    const { values, rising, negative, fit } = model;
    return [
      values[state.at] as number,
      rising.length,
      negative,
      fit.reciprocal.rSquared,
      fit.theory.rSquared,
    ];
  },
});

function say({ state, model, lang }: Here): string {
  const k = state.at;
  const value = decimals(model.values[k] as number, 4);
  const [one, log] = [
    decimals(predict("reciprocal", model.fit.reciprocal, k), 4),
    decimals(predict("theory", model.fit.theory, k), 4),
  ];
  const sign = {
    en:
      model.negative < 0
        ? ""
        : ` The product first turns negative at distance ${model.negative}.`,
    zh: model.negative < 0 ? "" : `距离到 ${model.negative} 时内积首次变负。`,
  }[lang];
  return {
    en: `At distance ${k} the inner product is ${value} of the full one; a / k says ${one}, the logarithmic law ${log}.${sign}`,
    zh: `距离 ${k} 处，内积是最大值的 ${value} 倍；a / k 给出 ${one}，对数规律给出 ${log}。${sign}`,
  }[lang];
}
