// <pe-angle-laws>: the score of two tokens that move through a text together,
// when their angles grow with the position, its root or its square.
import * as pe from "posenc";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { EVEN } from "../../kit/bounds.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import { cellValue, decimals } from "../../words/text.ts";
import {
  errorText,
  random,
  repeated,
  shaped,
} from "../shared/random-content.ts";
import { rowScores, slidingMarks, spreadOf } from "./sliding-scores.ts";

const LAWS = ["even", "root", "square"] as const;
type Law = (typeof LAWS)[number];
const COUNT = 201;

const table = {
  law: choice(LAWS, "square"),
  slide: integer({ default: 60, min: 0, max: COUNT - 1 }),
  distance: integer({ default: 7, min: 0, max: 50 }),
  "head-dim": integer({ default: 2, min: 2, max: 64 }),
  seed: integer({ default: 2, min: 0, max: 9999 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly scores: Readonly<Record<Law, Float32Array>>;
  /** Largest less smallest score of each law. */
  readonly spread: Readonly<Record<Law, number>>;
}

const strings = {
  name: { en: "Which angle for a position", zh: "位置该对应什么角度" },
  caption: {
    en: "Two tokens, always the same distance apart, move through the text. The one law that gives them the same score everywhere is a straight line. Choose another and drag: the score changes; with √m·θ most at the start.",
    zh: "两个词元保持同样的距离，一起在文本中移动。只有角度随位置均匀增长，分数才处处相同。换一种规律再拖动，分数就会变；√m·θ 在开头最明显。",
  },
  law: { en: "Angle of position m", zh: "位置 m 的角度" },
  even: { en: "mθ", zh: "mθ" },
  root: { en: "√m · θ", zh: "√m · θ" },
  square: { en: "m²θ / 100", zh: "m²θ / 100" },
  slide: { en: "Position of the key", zh: "键的位置" },
  distance: { en: "Distance m − n", zh: "距离 m − n" },
  headDim: { en: "Columns d", zh: "维数 d" },
  seed: { en: "Seed", zh: "随机种子" },
  score: { en: "score q·k / √d", zh: "分数 q·k / √d" },
  keys: {
    en: "Scores by position; arrow keys move both tokens.",
    zh: "分数随位置的变化；方向键移动两个词元。",
  },
} as const;

type Here = Shown<State, Model>;

/** Where a law puts a position that RoPE then takes as it is. */
const PLACE: Readonly<Record<Law, (m: number) => number>> = {
  even: (m) => m,
  root: (m) => Math.sqrt(m),
  square: (m) => m ** 2 / 100,
};

function model(state: Readonly<State>): Model {
  const { distance, headDim: width, seed } = state;
  const frequencies = pe.rotaryFrequencies({ headDim: width });
  const copies = (part: number) =>
    shaped(
      repeated(COUNT, random(1, width, 10 * seed + part)),
      COUNT,
      1,
      width,
    );
  const [q, k] = [copies(1), copies(2)];
  const scoresOf = (law: Law): Float32Array => {
    const turned = (x: typeof q, by: number) => {
      const positions = Float64Array.from({ length: COUNT }, (_, n) =>
        PLACE[law](n + by),
      );
      return pe.rotaryApply(x, { frequencies, positions });
    };
    return rowScores(turned(q, distance), turned(k, 0), width);
  };
  const each = <T>(of: (law: Law) => T) =>
    ({ even: of("even"), root: of("root"), square: of("square") }) as const;
  const scores = each(scoresOf);
  return {
    scores,
    spread: each((law) => spreadOf(scores[law])),
  };
}

function lines({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { scores } = model;
  const { law, slide } = state;
  const even = law === "even";
  return slidingMarks(
    [
      ...(even
        ? []
        : [{ values: scores[law], ink: "warm", isRead: true } as const]),
      { values: scores.even, ink: "accent", isRead: even },
    ],
    { slide, reach: LAWS.flatMap((it) => [...scores[it]]) },
    {
      slide: lang === "zh" ? "键的位置" : "position of the key",
      score: strings.score[lang],
    },
    box,
  );
}

function say({ state, model: { scores }, lang }: Here): string {
  const { slide, distance, law } = state;
  const value = cellValue(scores[law][slide] as number);
  const even = cellValue(scores.even[slide] as number);
  return {
    en: `Key at ${slide}, query at ${slide + distance}: with the angle ${strings[law].en} the score is ${value}, with mθ ${even}.`,
    zh: `键在 ${slide}，查询在 ${slide + distance}：角度取 ${strings[law].zh} 时分数是 ${value}，取 mθ 时是 ${even}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-angle-laws",
  table,
  strings,
  bounds: { headDim: EVEN },
  controls: [
    { key: "law" },
    { key: "slide", play: { every: 60 } },
    { key: "distance" },
    { key: "headDim", step: 2 },
    { key: "seed" },
  ],
  main: ["law", "distance"],
  compute: model,
  finding({ state, model: { spread }, lang }) {
    const even = errorText(spread.even);
    if (state.law === "even") {
      return {
        en: `The same two tokens, ${state.distance} apart, at ${COUNT} places: with the angle mθ their score varies by <b>${even}</b>, which is rounding.`,
        zh: `同样两个词元，相距 ${state.distance}，放在 ${COUNT} 处：角度取 mθ 时，分数只变化 <b>${even}</b>，那是舍入误差。`,
      }[lang];
    }
    const other = decimals(spread[state.law], 2);
    const law = strings[state.law][lang];
    return {
      en: `The same two tokens, ${state.distance} apart, at ${COUNT} places: with the angle ${law} their score varies by <b>${other}</b>, with mθ by <b>${even}</b>, which is rounding.`,
      zh: `同样两个词元，相距 ${state.distance}，放在 ${COUNT} 处：角度取 ${law} 时，分数变化达 <b>${other}</b>；取 mθ 时只变化 <b>${even}</b>，那是舍入误差。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "lines",
      height: [230, 190],
      margin: AXES,
      legend: ({ state, lang }) => [
        { ink: "accent", text: strings.even[lang] },
        ...(state.law === "even"
          ? []
          : [{ ink: "warm" as const, text: strings[state.law][lang] }]),
      ],
      label: say,
      marks: lines,
      pointing: {
        cursor: "ew-resize",
        pick: (_, at, box) => ({ slide: (at.x / box.width) * (COUNT - 1) }),
        steps: { any: "slide" },
      },
    },
  ],
  sentence: say,
  tableData({ state, model: { scores }, lang }) {
    const places = [0, 1, 2, 5, 10, 20, 50, 100, 200];
    const rows = [...new Set([...places, state.slide])].sort((a, b) => a - b);
    return {
      caption: strings.name[lang],
      corner: strings.slide[lang],
      columns: LAWS.map((law) => strings[law][lang]),
      rows: rows.map((m) => ({
        head: String(m),
        cells: LAWS.map((law) => decimals(scores[law][m] as number, 6)),
      })),
      marked: { row: rows.indexOf(state.slide), column: 0 },
    };
  },
  csv: ({ model: { scores } }) =>
    `position,${LAWS.join(",")}\n${Array.from(scores.even, (_, n) => `${n},${LAWS.map((law) => scores[law][n]).join(",")}\n`).join("")}`,
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const [width, distance, count, at] = [${state.headDim}, ${state.distance}, ${COUNT}, ${state.slide}];
const places = { even: (m) => m, root: Math.sqrt, square: (m) => m ** 2 / 100 };
const frequencies = pe.rotary.frequencies({ headDim: width });
// The same token at every position.
const copies = (seed) => {
  const row = pe.embedding.learned({ maxLen: 1, dModel: width, std: 1, seed });
  const { data } = pe.embedding.lookup(row, new Array(count).fill(0));
  return { data, shape: [count, 1, width] };
};
const [q, k] = [copies(${10 * state.seed + 1}), copies(${10 * state.seed + 2})];
for (const place of Object.values(places)) {
  const turned = (x, by) => {
    const positions = Float64Array.from({ length: count }, (_, n) => place(n + by));
    return pe.rotary.apply(x, { frequencies, positions }).data;
  };
  const [a, b] = [turned(q, distance), turned(k, 0)];
  const scores = Float32Array.from({ length: count }, (_, n) => {
    let sum = 0;
    for (let c = n * width; c < (n + 1) * width; c += 1) sum += a[c] * b[c];
    return sum / Math.sqrt(width);
  });
  console.log(scores[at], Math.max(...scores) - Math.min(...scores));
}
`,
  states: ({ state, model: { scores, spread } }) =>
    LAWS.map((law) => [scores[law][state.slide] as number, spread[law]]),
});
