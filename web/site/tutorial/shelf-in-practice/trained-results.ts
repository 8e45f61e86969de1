// The results of all runs as tables, and what they say of findings that others
// have published. Every number is read off the results: more seeds change them,
// and what is said of them.
import { DESIGNS } from "../../../widgets/trained/by-formula.ts";
import { shippedDesign } from "../../../widgets/trained/design-results.ts";
import {
  type Band,
  type Cell,
  cellsOf,
  SCHEME_NAMES,
  TASK_NAMES,
} from "../../../widgets/trained/run-results.ts";
import {
  SCHEME_WORDS,
  TASK_WORDS,
} from "../../../widgets/trained/run-words.ts";
import {
  MULTIPLES,
  type SchemeName,
  type TaskName,
} from "../../../widgets/trained/runs.ts";
import { quantity, type Text } from "../../../widgets/words/text.ts";
import { dataTable, written } from "../../blocks/blocks.ts";
import type { Block, Values } from "../../page.ts";

/** The lengths that the tables show, as multiples of that of training. */
const SHOWN = [0.5, 1, 1.5, 2, 4, 8] as const;
const at = (multiple: (typeof MULTIPLES)[number]): number =>
  MULTIPLES.indexOf(multiple);
const TWICE = at(2);

/** With three digits, as its neighbours in a table; nothing and all are whole. */
const percent = (share: number): string =>
  share > 0 && share < 1
    ? `${(100 * share).toPrecision(3)}%`
    : `${quantity(100 * share)}%`;

/** Mean and, of several seeds that differ, the worst and the best. */
function shareText({ mean, low, high }: Band, n: number, seeds: number) {
  const own = percent(mean[n] as number);
  const [worst, best] = [percent(low[n] as number), percent(high[n] as number)];
  // Two lines in a column: the range stays whole.
  const range = `${worst}–\u2060${best}`.replaceAll("%", "");
  return seeds > 1 && worst !== best ? `${own} (${range})` : own;
}

/** How many seeds the rows of a table have. */
function seedsOf(cells: readonly Cell[]): string {
  const counts = cells.map((cell) => cell.seeds.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${least}` : `${least}–${most}`;
}

const tableOf = (task: TaskName) =>
  dataTable({
    caption: {
      en: `“${TASK_WORDS[task].en}”: right answers by length, in multiples of the trained one; means over ${seedsOf(cellsOf(task))} seeds, in brackets the worst and the best (%)`,
      zh: `“${TASK_WORDS[task].zh}”：各长度（训练长度的倍数）的正确率，${seedsOf(cellsOf(task))} 个种子的平均；括号内为最差与最好（%）`,
    },
    columns: [
      { en: "positions", zh: "位置方案" },
      ...SHOWN.map((multiple) => `${multiple}×`),
    ],
    rows: cellsOf(task).map((cell) => [
      SCHEME_WORDS[cell.scheme],
      ...SHOWN.map((multiple) =>
        shareText(cell.accuracy, at(multiple), cell.seeds.length),
      ),
    ]),
    rowHeads: true,
  });

/** A table for each task. */
export const resultTables: Block = (context) =>
  written(TASK_NAMES.map(tableOf), context);

const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

/** The share of right answers at a multiple of the trained length, as it is written. */
export const sharedText = (
  task: TaskName,
  scheme: SchemeName,
  multiple: (typeof MULTIPLES)[number],
): string => percent(shareAt(task, scheme, at(multiple)));

const shareAt = (task: TaskName, scheme: SchemeName, n: number): number =>
  (cellsOf(task).find((cell) => cell.scheme === scheme) as Cell).accuracy.mean[
    n
  ] as number;

/** Points that are lost from the trained length to twice it. */
const loss = (task: TaskName, scheme: SchemeName): number =>
  100 * (shareAt(task, scheme, at(1)) - shareAt(task, scheme, TWICE));

const meanLoss = (scheme: SchemeName) => (): string =>
  quantity(mean(TASK_NAMES.map((task) => loss(task, scheme))));

const AGREES: Text = { en: "agrees", zh: "一致" };
const PARTLY: Text = { en: "in part", zh: "部分一致" };
const DIFFERS: Text = { en: "differs", zh: "不一致" };
const OPEN: Text = { en: "cannot say", zh: "无法判断" };

const verdict = (agreeing: number, of: number): Text =>
  agreeing === of ? AGREES : agreeing === 0 ? DIFFERS : PARTLY;

/** Schemes that both have ranked. */
const COMMON = ["none", "t5", "alibi", "rope", "sinusoidal"] as const;

/** 1 over the place of a scheme, a mean over tasks. */
const meanRank = (scheme: SchemeName): number =>
  mean(
    TASK_NAMES.map((task) => {
      const own = shareAt(task, scheme, TWICE);
      const better = COMMON.filter((it) => shareAt(task, it, TWICE) > own);
      return 1 / (1 + better.length);
    }),
  );

const ranked = () => [...COMMON].sort((a, b) => meanRank(b) - meanRank(a));

function ranks(): Text {
  const list = (lang: "en" | "zh") =>
    ranked()
      .map((name) => `${SCHEME_WORDS[name][lang]} ${meanRank(name).toFixed(2)}`)
      .join(lang === "zh" ? "，" : ", ");
  return { en: list("en"), zh: list("zh") };
}

/** What counts as right everywhere. */
const HOLDING = 0.9;
const holding = (): number =>
  SCHEME_NAMES.filter((scheme) =>
    TASK_NAMES.every((task) => shareAt(task, scheme, TWICE) >= HOLDING),
  ).length;

/** The cell whose seeds are farthest apart; none if each has one seed. */
function widest() {
  const apart = ({ accuracy }: Cell): number =>
    (accuracy.high[TWICE] as number) - (accuracy.low[TWICE] as number);
  const [first] = TASK_NAMES.flatMap((task) =>
    cellsOf(task).map((cell) => ({ task, cell, apart: apart(cell) })),
  )
    .filter(({ cell }) => cell.seeds.length > 1)
    .sort((a, b) => b.apart - a.apart);
  return first;
}

function seedsApart(): Text {
  const most = widest();
  if (most === undefined) {
    return {
      en: "one seed of each: train another above",
      zh: "各只有一个种子：可在上面换种子再训练",
    };
  }
  const points = quantity(100 * most.apart);
  const scheme = SCHEME_WORDS[most.cell.scheme];
  const task = TASK_WORDS[most.task];
  return {
    en: `at twice the length seeds are up to ${points} points apart (${scheme.en}, “${task.en}”)`,
    zh: `两倍长度上，种子之间最多相差 ${points} 个百分点（${scheme.zh}，“${task.zh}”）`,
  };
}

const FAR = at(8);
/** An encoding that is made for the task, and the best that is not. */
const ownDesign = (): number =>
  shippedDesign("back", DESIGNS.fixed, 0)?.accuracy[FAR] as number;
const bestScheme = (): number =>
  Math.max(...SCHEME_NAMES.map((scheme) => shareAt("back", scheme, FAR)));

/** Our side of published findings. */
export const findings: Values = {
  wavesLose: meanLoss("sinusoidal"),
  slopesLose: meanLoss("alibi"),
  fallsAgree: () =>
    verdict(
      TASK_NAMES.filter(
        (task) => loss(task, "sinusoidal") > loss(task, "alibi"),
      ).length,
      TASK_NAMES.length,
    ),
  ranks,
  ranksAgree() {
    const all = ranked();
    const isFirst = all[0] === "none" ? 1 : 0;
    const isLast = all.at(-1) === "sinusoidal" ? 1 : 0;
    return verdict(isFirst + isLast, 2);
  },
  schemes: () => String(SCHEME_NAMES.length),
  tasks: () => String(TASK_NAMES.length),
  holding() {
    const count = holding();
    return {
      en: String(count),
      zh: count === 0 ? "没有一种" : `有 ${count} 种`,
    };
  },
  holdingShare: () => percent(HOLDING),
  holdingAgrees: () => (holding() === 0 ? AGREES : DIFFERS),
  seedsApart,
  seedsAgree() {
    const most = widest();
    return most === undefined ? OPEN : most.apart > 0.1 ? AGREES : DIFFERS;
  },
  backTask: () => TASK_WORDS.back,
  backOwn: () => percent(ownDesign()),
  backBest: () => percent(bestScheme()),
  backAgrees: () => (ownDesign() > bestScheme() ? AGREES : DIFFERS),
};
