// <pe-train>: models that were really trained, short, and tested on longer texts.
// No way of putting positions in wins everywhere.
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import type { Mark } from "../../plots/marks.ts";
import {
  type Band,
  type Cell,
  cellsOf,
  SCHEME_NAMES,
  shippedRun,
  TASK_NAMES,
} from "../../trained/run-results.ts";
import { SCHEME_WORDS, TASK_WORDS } from "../../trained/run-words.ts";
import {
  MULTIPLES,
  optionsOf,
  type RunResult,
  SCHEMES,
  type SchemeName,
  STEPS,
  TASKS,
  taskOf,
  testLengths,
} from "../../trained/runs.ts";
import type { RunPlan, TrainingRun } from "../../trained/training-run.ts";
import { plural, quantity } from "../../words/text.ts";
import {
  OWN_CONTROLS,
  OWN_STRINGS,
  OWN_TABLE,
  ownRuns,
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

const SCORES = ["accuracy", "whole"] as const;

const table = {
  task: choice(TASK_NAMES),
  scheme: choice(SCHEME_NAMES, "rope"),
  score: choice(SCORES),
  "test-at": integer({ default: 4, min: 0, max: MULTIPLES.length - 1 }),
  ...OWN_TABLE,
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly cells: readonly Cell[];
  readonly lengths: readonly number[];
  /** The shipped run of this scheme with these settings, if there is one. */
  readonly same: RunResult | undefined;
}

type Here = Shown<State, Model>;

const strings = {
  ...OWN_STRINGS,
  ...CURVE_STRINGS,
  ...TASK_WORDS,
  ...SCHEME_WORDS,
  name: { en: "Train short, test long", zh: "短训练，长测试" },
  caption: {
    en: "Small Transformers, trained at one length, the dashed line, and tested at others: longer ones on its right, shorter ones on its left, which can be as new to a model. Lines are means over seeds, bands go from the worst to the best. Choose the task: the order of the lines changes.",
    zh: "小型 Transformer，只用一个长度（虚线处）训练，再用其他长度测试：右侧更长，左侧更短，更短的对模型也可能是新的。线是各随机种子的平均，色带从最差到最好。换一个任务，线的次序就变了。",
  },
  scheme: { en: "Positions", zh: "位置方案" },
  score: { en: "Graded by", zh: "评分" },
  accuracy: { en: "answers", zh: "单个答案" },
  whole: { en: "whole texts", zh: "整段全对" },
} as const;

const percent = (share: number): string => quantity(100 * share);
const bandOf = (cell: Cell, { score }: Readonly<State>): Band => cell[score];
const wordOf = (key: string, { lang }: Here): string =>
  strings[key as "copy"][lang];

const idOf = (
  scheme: SchemeName,
  { task, seed, trainSteps }: Readonly<State>,
) => `${task}-${scheme}-${seed}-${trainSteps}`;

/** What a state has trained: the chosen scheme, or all of them. */
function plansOf(state: Readonly<State>): readonly RunPlan[] {
  const { task, seed, trainSteps } = state;
  const schemes = state.run === "all" ? SCHEME_NAMES : [state.scheme];
  return schemes.map((scheme) => ({
    id: idOf(scheme, state),
    options: optionsOf(task, scheme, seed, trainSteps),
    lengths: testLengths(task),
  }));
}

/** The reader's runs of the present task, by scheme; the latest last. */
function ownOf(shown: Here): readonly (readonly [SchemeName, TrainingRun])[] {
  const { task } = shown.state;
  return ownRuns(shown).flatMap((run) => {
    const scheme = SCHEME_NAMES.find((name) =>
      run.plan.id.startsWith(`${task}-${name}-`),
    );
    return scheme === undefined ? [] : [[scheme, run] as const];
  });
}

const scoreOf = (
  run: TrainingRun,
  { score }: Readonly<State>,
): readonly number[] => run[score];

/** Curves of the shipped runs and of the reader's. */
function curvesOf(
  shown: Here,
  shipped: (cell: Cell) => Band,
  own: (run: TrainingRun) => readonly number[],
): Curves {
  const { state, model } = shown;
  return {
    shipped: model.cells.map((cell) => ({
      ...lookOf(cell.scheme),
      chosen: cell.scheme === state.scheme,
      band: shipped(cell),
    })),
    own: ownOf(shown).map(([scheme, run]) => ({
      ...lookOf(scheme),
      chosen: run.plan.id === idOf(state.scheme, state),
      values: own(run),
    })),
  };
}

function lengths(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const curves = curvesOf(
    shown,
    (cell) => bandOf(cell, state),
    (run) => scoreOf(run, state),
  );
  return lengthMarks(
    curves,
    {
      of: SHARES,
      guess: model.cells[0]?.chance,
      lang,
      testAt: state.testAt,
    },
    box,
  );
}

function losses(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const curves = curvesOf(
    shown,
    ({ loss }) => loss,
    ({ loss }) => loss,
  );
  const most = Math.max(STEPS, ...ownOf(shown).map(([, run]) => run.step));
  const steps = state.run === "off" ? most : Math.max(most, state.trainSteps);
  return lossMarks(curves, { steps, lang }, box);
}

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const length = model.lengths[state.testAt] as number;
  const cell = model.cells.find(
    ({ scheme }) => scheme === state.scheme,
  ) as Cell;
  const share = percent(bandOf(cell, state).mean[state.testAt] as number);
  const { trainLen } = TASKS[state.task];
  const [task, name] = [wordOf(state.task, shown), wordOf(state.scheme, shown)];
  return {
    en: `Task “${task}”, trained at ${trainLen}, tested at ${length}: with “${name}” ${share}% are right (${cell.seeds.length} ${plural(cell.seeds.length, "run")}).`,
    zh: `任务“${task}”，训练长度 ${trainLen}，测试长度 ${length}：“${name}”的正确率为 ${share}%（运行 ${cell.seeds.length} 次）。`,
  }[lang];
}

function found(shown: Here): string {
  const { state, lang } = shown;
  const multiple = String(MULTIPLES[state.testAt]);
  const won = TASK_NAMES.map((task) => {
    const shareOf = (cell: Cell) =>
      bandOf(cell, state).mean[state.testAt] as number;
    const cell = cellsOf(task).reduce((a, b) =>
      shareOf(b) > shareOf(a) ? b : a,
    );
    const share = shareOf(cell);
    const what = wordOf(task, shown);
    // Having none is no scheme's name in a sentence.
    const who =
      cell.scheme === "none"
        ? { en: "no positions", zh: "不用位置" }[lang]
        : wordOf(cell.scheme, shown);
    return {
      en: `“${what}” with <b>${who}</b> (<b>${percent(share)}%</b>)`,
      zh: `“${what}”是${/^[A-Z]/.test(who) ? " " : ""}<b>${who}</b>（<b>${percent(share)}%</b>）`,
    }[lang];
  });
  return {
    en: `Best at ${multiple} times the trained length: ${won.join("; ")}.`,
    zh: `测试长度为训练长度的 ${multiple} 倍时，各任务的最佳方案：${won.join("；")}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-train",
  table,
  strings,
  controls: [
    { key: "task", menu: true },
    { key: "scheme" },
    { key: "score" },
    { key: "testAt" },
    ...OWN_CONTROLS,
  ],
  callsNothing: true,
  compute: ({ task, scheme, seed, trainSteps }) => ({
    cells: cellsOf(task),
    lengths: testLengths(task),
    same: trainSteps === STEPS ? shippedRun(task, scheme, seed) : undefined,
  }),
  work: trainingWork<State, Model>(
    plansOf,
    (shown) => {
      const { state, model } = shown;
      const id = idOf(state.scheme, state);
      return {
        chosen: ownRuns(shown).find(({ plan }) => plan.id === id),
        name: wordOf(state.scheme, shown),
        shipped: model.same,
      };
    },
    {
      name: "train",
      stateOf(options) {
        const task = taskOf(options);
        const scheme = SCHEME_NAMES.find(
          (name) => SCHEMES[name] === options.position,
        );
        return task && scheme && { task, scheme };
      },
    },
  ),
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "lengths",
      height: [240, 200],
      margin: AXES,
      legend: (shown) => [
        ...SCHEME_NAMES.map((scheme) => ({
          ...lookOf(scheme),
          text: wordOf(scheme, shown),
        })),
        ...ringsKey(shown),
      ],
      label: say,
      marks: lengths,
      pointing: BY_LENGTH,
    },
    {
      kind: "plot",
      id: "losses",
      height: [120, 100],
      margin: AXES,
      label: say,
      marks: losses,
    },
  ],
  sentence: say,
  tableData(shown) {
    const { state, model, lang } = shown;
    return {
      caption: `${strings.name[lang]}: ${wordOf(state.task, shown)}`,
      corner: strings.scheme[lang],
      columns: model.lengths.map(String),
      rows: [
        ...model.cells.map((cell) => ({
          head: wordOf(cell.scheme, shown),
          cells: bandOf(cell, state).mean.map((share) => `${percent(share)}%`),
        })),
        ...ownOf(shown).map(([scheme, run]) => ({
          head: `${wordOf(scheme, shown)}, ${strings.yours[lang]}, ${run.plan.options.seed}`,
          cells: model.lengths.map((_, n) => {
            const share = scoreOf(run, state)[n];
            return share === undefined ? "–" : `${percent(share)}%`;
          }),
        })),
      ],
      marked: {
        row: SCHEME_NAMES.indexOf(state.scheme),
        column: state.testAt,
      },
    };
  },
  csv(shown) {
    const { state, model } = shown;
    const lines = model.cells.flatMap((cell) => {
      const { mean, low, high } = bandOf(cell, state);
      return model.lengths.map(
        (length, n) =>
          `${cell.scheme},${length},${mean[n]},${low[n]},${high[n]},${cell.seeds.join(" ")}`,
      );
    });
    const own = ownOf(shown).flatMap(([scheme, run]) =>
      scoreOf(run, state).map((share, n) => {
        const length = model.lengths[n];
        const { seed } = run.plan.options;
        return `${scheme} (yours),${length},${share},${share},${share},${seed}`;
      }),
    );
    const head = "scheme,length,mean,worst,best,seeds";
    return `${[head, ...lines, ...own].join("\n")}\n`;
  },
  code({ state, model }) {
    const { task, scheme, seed, trainSteps } = state;
    const options = optionsOf(task, scheme, seed, trainSteps);
    return trainingProgram(options, model.lengths, model.same);
  },
  states: ({ model }) => programStates(model.same),
});
