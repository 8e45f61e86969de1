// <pe-train>: models that were really trained, short, and tested on longer texts.
// No way of putting positions in wins everywhere.
import { scaleLinear, scaleLog } from "d3-scale";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Ink, type Mark, segment } from "../../plots/marks.ts";
import {
  type Band,
  type Cell,
  cellsOf,
  SCHEME_NAMES,
  TASK_NAMES,
  written,
} from "../../trained/run-results.ts";
import {
  MULTIPLES,
  POINT,
  STEPS,
  TASKS,
  testLengths,
} from "../../trained/runs.ts";
import { decimals, plural, quantity } from "../../words/text.ts";

const SCORES = ["accuracy", "whole"] as const;

const table = {
  task: choice(TASK_NAMES),
  scheme: choice(SCHEME_NAMES, "rope"),
  score: choice(SCORES),
  "test-at": integer({ default: 4, min: 0, max: MULTIPLES.length - 1 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly cells: readonly Cell[];
  readonly lengths: readonly number[];
}

type Here = Shown<State, Model>;

const strings = {
  name: { en: "Train short, test long", zh: "短训练，长测试" },
  caption: {
    en: "Small Transformers, trained at one length, the dashed line, and tested at others: longer ones on its right, shorter ones on its left, which can be as new to a model. Lines are means over seeds, bands go from the worst to the best. Choose the task: the order of the lines changes.",
    zh: "小型 Transformer，只用一个长度（虚线处）训练，再用其他长度测试：右侧更长，左侧更短，更短的对模型也可能是新的。线是各随机种子的平均，色带从最差到最好。换一个任务，线的次序就变了。",
  },
  task: { en: "Task", zh: "任务" },
  back: { en: "the symbol 3 places back", zh: "往前第 3 个符号" },
  copy: { en: "copy", zh: "复制" },
  sort: { en: "sort", zh: "排序" },
  reverse: { en: "reverse", zh: "倒序" },
  "flip-flop": {
    en: "flip-flop (the bit last written)",
    zh: "触发器（最近写入的位）",
  },
  scheme: { en: "Positions", zh: "位置方案" },
  none: { en: "none", zh: "无位置" },
  learned: { en: "learned table", zh: "学习的表" },
  sinusoidal: { en: "sinusoids", zh: "正弦" },
  rope: { en: "RoPE", zh: "RoPE" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
  t5: { en: "T5 buckets", zh: "T5 分桶" },
  score: { en: "Graded by", zh: "评分" },
  accuracy: { en: "answers", zh: "单个答案" },
  whole: { en: "whole texts", zh: "整段全对" },
  testAt: { en: "Test length, number", zh: "测试长度（序号）" },
  keys: {
    en: "Share of right answers by length; arrow keys choose a length.",
    zh: "各长度的正确率；方向键选择长度。",
  },
  axisRight: { en: "right, %", zh: "正确率（%）" },
  axisLength: {
    en: "length of the test, times that of training",
    zh: "测试长度（训练长度的倍数）",
  },
  axisLoss: { en: "loss, nats", zh: "损失（奈特）" },
  axisStep: { en: "step of training", zh: "训练步数" },
} as const;

/** Two schemes share no look. */
const LOOKS: Readonly<Record<string, { ink: Ink; dashed?: true }>> = {
  none: { ink: "ink3" },
  learned: { ink: "warm" },
  sinusoidal: { ink: "warm", dashed: true },
  rope: { ink: "accent" },
  alibi: { ink: "good" },
  t5: { ink: "good", dashed: true },
};

const lookOf = (scheme: string) => LOOKS[scheme] ?? { ink: "ink" as const };
const percent = (share: number): string => quantity(100 * share);
const bandOf = (cell: Cell, { score }: Readonly<State>): Band => cell[score];
const wordOf = (key: string, { lang }: Here): string =>
  strings[key as "copy"][lang];

/** A band of seeds and the line of their mean. */
function curve(
  { mean, low, high }: Band,
  scheme: string,
  chosen: boolean,
  at: (n: number, value: number) => readonly [number, number],
): readonly Mark[] {
  const { ink, dashed } = lookOf(scheme);
  const points = mean.length;
  return [
    {
      kind: "path",
      fill: ink,
      opacity: chosen ? 0.22 : 0.08,
      draw(pen) {
        for (let n = 0; n < points; n += 1) {
          const [x, y] = at(n, high[n] as number);
          if (n === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        }
        for (let n = points - 1; n >= 0; n -= 1) {
          pen.lineTo(...(at(n, low[n] as number) as [number, number]));
        }
        pen.closePath();
      },
    },
    {
      kind: "path",
      stroke: ink,
      width: chosen ? 3 : 1.5,
      ...(dashed ? { dash: [5, 3] } : {}),
      draw(pen) {
        for (let n = 0; n < points; n += 1) {
          const [x, y] = at(n, mean[n] as number);
          if (n === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        }
      },
    },
  ];
}

const xOf = ({ width }: Box) =>
  scaleLog()
    .base(2)
    .domain([MULTIPLES[0], MULTIPLES.at(-1) as number])
    .range([0, width]);

function lengths(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = xOf(box);
  const y = scaleLinear().domain([0, 100]).range([box.height, 0]);
  const border = x(1);
  const place = (n: number, share: number) =>
    [x(MULTIPLES[n] as number), y(100 * share)] as const;
  const chance = y(100 * (model.cells[0]?.chance ?? 0));
  const chosen = (cell: Cell) => cell.scheme === state.scheme;
  // The chosen one on top.
  const cells = [...model.cells].sort(
    (a, b) => Number(chosen(a)) - Number(chosen(b)),
  );
  return [
    segment(border, 0, border, box.height, { stroke: "warm", dash: [5, 4] }),
    segment(0, chance, box.width, chance, { stroke: "ink3", dash: [2, 3] }),
    ...axes(
      {
        x: {
          scale: x,
          ticks: [0.5, 1, 2, 4, 8],
          format: String,
          marked: MULTIPLES[state.testAt] as number,
          label: strings.axisLength[lang],
        },
        y: {
          scale: y,
          ticks: [0, 25, 50, 75, 100],
          label: strings.axisRight[lang],
        },
      },
      box,
    ),
    ...cells.flatMap((cell) =>
      curve(bandOf(cell, state), cell.scheme, chosen(cell), place),
    ),
    ...cells.map((cell) => {
      const share = bandOf(cell, state).mean[state.testAt] as number;
      return circle(...place(state.testAt, share), chosen(cell) ? 4.5 : 3, {
        fill: lookOf(cell.scheme).ink,
      });
    }),
  ];
}

function losses(shown: Here, box: Box): readonly Mark[] {
  const { state, model, lang } = shown;
  const x = scaleLinear().domain([0, STEPS]).range([0, box.width]);
  const most = Math.max(...model.cells.flatMap(({ loss }) => loss.high));
  const y = scaleLinear().domain([0, most]).range([box.height, 0]);
  const place = (n: number, loss: number) =>
    [x((n + 0.5) * POINT), y(loss)] as const;
  return [
    ...axes(
      {
        x: { scale: x, label: strings.axisStep[lang] },
        y: { scale: y, format: String, label: strings.axisLoss[lang] },
      },
      box,
    ),
    ...model.cells.flatMap((cell) =>
      curve(cell.loss, cell.scheme, cell.scheme === state.scheme, place),
    ),
  ];
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
    const [what, who] = [wordOf(task, shown), wordOf(cell.scheme, shown)];
    return {
      en: `“${what}” is done best with <b>${who}</b> (<b>${percent(share)}%</b>)`,
      zh: `“${what}”最好的是 <b>${who}</b>（<b>${percent(share)}%</b>）`,
    }[lang];
  });
  return {
    en: `At ${multiple} times the trained length ${won.join(", ")}.`,
    zh: `测试长度为训练长度的 ${multiple} 倍时，${won.join("，")}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-train",
  table,
  strings,
  controls: [
    { key: "task" },
    { key: "scheme" },
    { key: "score" },
    { key: "testAt" },
  ],
  compute: (_, { task }) => ({
    cells: cellsOf(task),
    lengths: testLengths(task),
  }),
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "lengths",
      height: [240, 200],
      margin: AXES,
      legend: (shown) =>
        SCHEME_NAMES.map((scheme) => {
          const { ink, dashed } = lookOf(scheme);
          const text = wordOf(scheme, shown);
          return dashed ? { ink, text, dashed } : { ink, text };
        }),
      label: say,
      marks: lengths,
      pointing: {
        cursor: "ew-resize",
        pick(_, at, box) {
          const x = xOf(box);
          const off = MULTIPLES.map((m) => Math.abs(x(m) - at.x));
          return { testAt: off.indexOf(Math.min(...off)) };
        },
        steps: { any: "testAt" },
      },
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
      rows: model.cells.map((cell) => ({
        head: wordOf(cell.scheme, shown),
        cells: bandOf(cell, state).mean.map((share) => `${percent(share)}%`),
      })),
      marked: {
        row: SCHEME_NAMES.indexOf(state.scheme),
        column: state.testAt,
      },
    };
  },
  csv: ({ state, model }) =>
    `scheme,length,mean,worst,best,seeds\n${model.cells
      .flatMap((cell) => {
        const { mean, low, high } = bandOf(cell, state);
        return model.lengths.map(
          (length, n) =>
            `${cell.scheme},${length},${mean[n]},${low[n]},${high[n]},${cell.seeds.length}\n`,
        );
      })
      .join("")}`,
  code: ({ state, model }) => `import { load } from "posenc/training";

const training = await load();
const trainer = training.trainer(${written(state.task, state.scheme, 0)});
// The loss of the first steps, as the curve of this run begins.
console.log(trainer.step(${POINT}).loss.toFixed(4));
// The rest of it takes a minute or so:
// trainer.step(${STEPS - POINT});
// trainer.evaluate({ lengths: [${model.lengths.join(", ")}] });
`,
  states: ({ state, model }) => {
    const cell = model.cells.find(({ scheme }) => scheme === state.scheme);
    // Of seed 0 alone: the others are in the mean.
    return [decimals(cell?.first ?? Number.NaN, 4)];
  },
});
