// <pe-design>: an encoding by a formula of the reader's, drawn as it is typed and
// trained against shipped ones.
import {
  choice,
  integer,
  type StateOf,
  words,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { cellScale, namedRows } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import {
  DESIGNS,
  designOf,
  KINDS,
  positionOf,
} from "../../trained/by-formula.ts";
import { shippedDesign } from "../../trained/design-results.ts";
import {
  type Band,
  type Cell,
  cellsOf,
  TASK_NAMES,
} from "../../trained/run-results.ts";
import { SCHEME_WORDS, TASK_WORDS } from "../../trained/run-words.ts";
import {
  MULTIPLES,
  optionsOf,
  optionsWith,
  type RunResult,
  STEPS,
  taskOf,
  testLengths,
} from "../../trained/runs.ts";
import type { RunPlan, TrainingRun } from "../../trained/training-run.ts";
import { type Lang, quantity, type Text } from "../../words/text.ts";
import {
  OWN_CONTROLS,
  OWN_STRINGS,
  OWN_TABLE,
  ownRuns,
  programStart,
  programStates,
  ringsKey,
  trainingProgram,
  trainingWork,
} from "../shared/own-training.ts";
import {
  BY_LENGTH,
  CURVE_STRINGS,
  type Curves,
  lengthMarks,
  lookOf,
  lossMarks,
  SHARES,
} from "../shared/run-curves.ts";
import { mistakeText, presetsHtml } from "./design-formula.ts";
import { DISTANCES, type Reading, readDesign } from "./design-reading.ts";

/** The shipped schemes that a formula is held against. */
const RIVALS = ["rope", "alibi"] as const;

const table = {
  formula: words({ default: DESIGNS.fixed.formula, max: 200 }),
  kind: choice(KINDS),
  task: choice(TASK_NAMES),
  "test-at": integer({ default: 7, min: 0, max: MULTIPLES.length - 1 }),
  ...OWN_TABLE,
} as const;

type State = StateOf<typeof table>;

interface Model extends Reading {
  readonly cells: readonly Cell[];
  readonly lengths: readonly number[];
  /** What is shipped of the formula with these settings. */
  readonly same: Omit<RunResult, "scheme"> | undefined;
}

type Here = Shown<State, Model>;

const strings = {
  ...OWN_STRINGS,
  ...CURVE_STRINGS,
  ...TASK_WORDS,
  name: { en: "Design your own encoding", zh: "设计自己的编码" },
  caption: {
    en: "Type a number to be added to the scores, b(i,\u00a0j,\u00a0h), for query i, key j and head h; d is the width of a head, H the number of heads, T the tokens of a training text. Or, under More, the frequencies ω(i) of rotations. The picture follows as you type; training shows what it is good for.",
    zh: "写一个加在分数上的数 b(i,\u00a0j,\u00a0h)：i 是查询，j 是键，h 是头；d 是头的维度，H 是头数，T 是训练文本的词元数。也可以在“更多”里改写旋转的频率 ω(i)。图随输入更新，好不好用，训练一次就知道。",
  },
  formula: { en: "Formula", zh: "公式" },
  kind: { en: "It gives", zh: "公式给出" },
  bias: { en: "a bias b(i, j, h)", zh: "偏置 b(i, j, h)" },
  frequencies: { en: "frequencies ω(i)", zh: "频率 ω(i)" },
  all: { en: "Train its rivals too", zh: "对手也一起训练" },
  rope: SCHEME_WORDS.rope,
  alibi: SCHEME_WORDS.alibi,
  own: { en: "this formula", zh: "这条公式" },
  axisDistance: { en: "distance i − j", zh: "距离 i − j" },
  axisHead: { en: "head h", zh: "头 h" },
  axisPair: { en: "pair i", zh: "对 i" },
} as const;

const percent = (share: number): string => quantity(100 * share);
const wordOf = (key: string, { lang }: Here): string =>
  strings[key as "copy"][lang];

const ownId = (state: Readonly<State>): string =>
  `${state.task}-${state.kind}-${state.formula}-${state.seed}-${state.trainSteps}`;

function plansOf(state: Readonly<State>): readonly RunPlan[] {
  const { task, seed, trainSteps } = state;
  if (readDesign(state, task).mistake) return [];
  const lengths = testLengths(task);
  const own = {
    id: ownId(state),
    options: optionsWith(task, positionOf(state), seed, trainSteps),
    lengths,
  };
  const rivals = RIVALS.map((scheme) => ({
    id: `${task}-${scheme}-${seed}-${trainSteps}`,
    options: optionsOf(task, scheme, seed, trainSteps),
    lengths,
  }));
  return state.run === "all" ? [own, ...rivals] : [own];
}

/** The reader's run of the formula, as far as it is made. */
const ownRun = (shown: Here): TrainingRun | undefined =>
  ownRuns(shown).find(({ plan }) => plan.id === ownId(shown.state));

const single = (values: readonly number[]): Band => ({
  mean: values,
  low: values,
  high: values,
});

function curvesOf(shown: Here, what: "accuracy" | "loss"): Curves {
  const { state, model } = shown;
  const runs = ownRuns(shown);
  const rivals = model.cells.map((cell) => ({
    ...lookOf(cell.scheme),
    chosen: false,
    band: cell[what],
  }));
  const own = model.same
    ? [{ ...lookOf("own"), chosen: true, band: single(model.same[what]) }]
    : [];
  const made = plansOf({ ...state, run: "all" }).flatMap(({ id }, n) => {
    const run = runs.find(({ plan }) => plan.id === id);
    if (run === undefined) return [];
    const look = lookOf(n === 0 ? "own" : (RIVALS[n - 1] as string));
    return [{ ...look, chosen: n === 0, values: run[what] }];
  });
  return { shipped: [...rivals, ...own], own: made };
}

function shape({ state, model, lang }: Here, box: Box): readonly Mark[] {
  const { rows } = model.matrix;
  const first = state.kind === "bias" ? 1 : 0;
  const named = namedRows(rows, box.height);
  return axes(
    {
      x: {
        scale: cellScale(DISTANCES, box.width),
        ticks: [0, 8, 16, 24, 32, 40, 48, 56],
        label: strings.axisDistance[lang],
      },
      y: {
        scale: cellScale(rows, box.height),
        ticks: Array.from({ length: rows }, (_, n) => n).filter(
          (n) => named(n) && (rows < 8 || n % 2 === 0),
        ),
        format: (n) => String(n + first),
        label: (state.kind === "bias" ? strings.axisHead : strings.axisPair)[
          lang
        ],
      },
    },
    box,
  );
}

/** Share of right answers of the formula at the chosen length, if known. */
function shareOf(shown: Here): number | undefined {
  const { state, model } = shown;
  return (
    ownRun(shown)?.accuracy[state.testAt] ?? model.same?.accuracy[state.testAt]
  );
}

function found(shown: Here): string {
  const { state, model, lang } = shown;
  if (model.mistake) {
    return {
      en: "This formula cannot be used yet.",
      zh: "这条公式还不能用。",
    }[lang];
  }
  const share = shareOf(shown);
  const multiple = String(MULTIPLES[state.testAt]);
  const task = wordOf(state.task, shown);
  const rivals = model.cells.map((cell) => {
    const right = percent(cell.accuracy.mean[state.testAt] as number);
    return `${wordOf(cell.scheme, shown)} <b>${right}%</b>`;
  });
  const own =
    share === undefined
      ? { en: "has not been trained yet", zh: "还没有训练过" }
      : {
          en: `answers <b>${percent(share)}%</b> correctly`,
          zh: `答对 <b>${percent(share)}%</b>`,
        };
  return {
    en: `“${task}” at ${multiple} times the trained length: this formula ${own.en}; ${rivals.join(", ")}.`,
    zh: `“${task}”，测试长度为训练长度的 ${multiple} 倍：这条公式${own.zh}；${rivals.join("，")}。`,
  }[lang];
}

const say = (shown: Here): string => found(shown).replace(/<[^>]*>/g, "");

const legend = (shown: Here) => [
  ...["own", ...RIVALS].map((name) => ({
    ...lookOf(name),
    text: wordOf(name, shown),
  })),
  ...ringsKey(shown),
];

const shapeTitle: Readonly<Record<State["kind"], Text>> = {
  bias: {
    en: "added to a score, a row for each head",
    zh: "加在分数上的数，每头一行",
  },
  frequencies: {
    en: "cosine of the turn, a row for each pair",
    zh: "转角的余弦，每对一行",
  },
};

const titleOf = ({ state, lang }: Here): string => shapeTitle[state.kind][lang];

function rowsOf(shown: Here, lang: Lang) {
  const { model, state } = shown;
  const cellsOfRow = (values: readonly number[]) =>
    model.lengths.map((_, n) => {
      const share = values[n];
      return share === undefined ? "–" : `${percent(share)}%`;
    });
  const run = ownRun(shown);
  return [
    {
      head: strings.own[lang],
      cells: cellsOfRow(model.same?.accuracy ?? []),
    },
    ...model.cells.map((cell) => ({
      head: wordOf(cell.scheme, shown),
      cells: cellsOfRow(cell.accuracy.mean),
    })),
    ...(run
      ? [
          {
            head: `${strings.own[lang]}, ${strings.yours[lang]}, ${state.seed}`,
            cells: cellsOfRow(run.accuracy),
          },
        ]
      : []),
  ];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-design",
  table,
  strings,
  controls: [
    { key: "formula" },
    { key: "task", menu: true },
    { key: "kind" },
    { key: "testAt" },
    ...OWN_CONTROLS,
  ],
  main: ["formula", "task"],
  callsNothing: true,
  compute: ({ formula, kind, task, seed, trainSteps }) => ({
    ...readDesign({ kind, formula }, task),
    cells: cellsOf(task).filter(({ scheme }) =>
      (RIVALS as readonly string[]).includes(scheme),
    ),
    lengths: testLengths(task),
    same:
      trainSteps === STEPS
        ? shippedDesign(task, { kind, formula }, seed)
        : undefined,
  }),
  work: trainingWork<State, Model>(
    plansOf,
    (shown) => ({
      chosen: ownRun(shown),
      name: strings.own[shown.lang],
      shipped: shown.model.same,
    }),
    {
      name: "design",
      stateOf(options) {
        const task = taskOf(options);
        const design = designOf(options.position);
        return task && design && { task, ...design };
      },
    },
  ),
  finding: found,
  panels: [
    {
      kind: "html",
      id: "presets",
      tall: [76, 144],
      label: say,
      html: presetsHtml,
      lines: (shown) => [
        `${shown.state.kind === "bias" ? "b(i, j, h)" : "ω(i)"} = ${shown.state.formula}`,
        mistakeText(shown),
      ],
    },
    {
      kind: "cells",
      id: "shape",
      height: [72, 64],
      margin: { ...AXES, top: 20 },
      title: titleOf,
      label: titleOf,
      matrix: ({ model }) => model.matrix,
      marks: shape,
    },
    {
      kind: "plot",
      id: "lengths",
      height: [180, 150],
      margin: AXES,
      legend,
      label: say,
      marks: (shown, box) =>
        lengthMarks(
          curvesOf(shown, "accuracy"),
          {
            of: SHARES,
            guess: shown.model.cells[0]?.chance,
            testAt: shown.state.testAt,
            lang: shown.lang,
          },
          box,
        ),
      pointing: BY_LENGTH,
    },
    {
      kind: "plot",
      id: "losses",
      height: [100, 90],
      margin: AXES,
      label: say,
      marks: (shown, box) =>
        lossMarks(
          curvesOf(shown, "loss"),
          {
            steps: Math.max(STEPS, shown.state.trainSteps),
            lang: shown.lang,
          },
          box,
        ),
    },
  ],
  below: ["losses"],
  sentence: say,
  tableData: (shown) => ({
    caption: `${strings.name[shown.lang]}: ${wordOf(shown.state.task, shown)}`,
    corner: strings.axisRight[shown.lang],
    columns: shown.model.lengths.map(String),
    rows: rowsOf(shown, shown.lang),
    marked: { row: 0, column: shown.state.testAt },
  }),
  code({ state, model }) {
    const { task, seed, trainSteps } = state;
    const options = optionsWith(task, positionOf(state), seed, trainSteps);
    if (!model.mistake) {
      return trainingProgram(options, model.lengths, model.same);
    }
    return `${programStart(options)}try {
  training.trainer(options);
} catch (error) {
  // Where the first mistake is; 0: it can be read, but not computed.
  console.log(error.column ?? 0);
}
`;
  },
  states: ({ model }) =>
    model.mistake ? [model.mistake.column ?? 0] : programStates(model.same),
  styles: `
.presets { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; }
.said { margin: 8px 0 0; overflow-wrap: anywhere; }
.said mark { background: var(--_warm); color: var(--_paper); }
`,
});
