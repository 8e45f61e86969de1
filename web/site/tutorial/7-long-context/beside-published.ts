// The section with all results of the runs, and what others have published. Every
// number of ours is read off the results: more seeds change them, and what is
// said of them.

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
import { dataTable, more, paragraph, source } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

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

const AGREES: Text = { en: "agrees", zh: "一致" };
const PARTLY: Text = { en: "in part", zh: "部分一致" };
const DIFFERS: Text = { en: "differs", zh: "不一致" };
const OPEN: Text = { en: "cannot say", zh: "无法判断" };

const verdict = (agreeing: number, of: number): Text =>
  agreeing === of ? AGREES : agreeing === 0 ? DIFFERS : PARTLY;

interface Ours {
  readonly text: Text;
  readonly verdict: Text;
}

/** ALiBi holds where sinusoids do not. */
function falls(): Ours {
  const [waves, slopes] = (["sinusoidal", "alibi"] as const).map((scheme) =>
    quantity(mean(TASK_NAMES.map((task) => loss(task, scheme)))),
  );
  const agreeing = TASK_NAMES.filter(
    (task) => loss(task, "sinusoidal") > loss(task, "alibi"),
  ).length;
  return {
    text: {
      en: `from the trained length to twice it sinusoids lose ${waves} points, ALiBi ${slopes} (means over tasks)`,
      zh: `从训练长度到两倍长度，正弦平均下降 ${waves} 个百分点，ALiBi 下降 ${slopes} 个`,
    },
    verdict: verdict(agreeing, TASK_NAMES.length),
  };
}

/** 1 over the place of a scheme, a mean over tasks. */
const meanRank = (scheme: SchemeName): number =>
  mean(
    TASK_NAMES.map((task) => {
      const own = shareAt(task, scheme, TWICE);
      const better = COMMON.filter((it) => shareAt(task, it, TWICE) > own);
      return 1 / (1 + better.length);
    }),
  );
/** Schemes that both have ranked. */
const COMMON = ["none", "t5", "alibi", "rope", "sinusoidal"] as const;

function ranks(): Ours {
  const ranked = [...COMMON].sort((a, b) => meanRank(b) - meanRank(a));
  const list = (lang: "en" | "zh") =>
    ranked
      .map((name) => `${SCHEME_WORDS[name][lang]} ${meanRank(name).toFixed(2)}`)
      .join(lang === "zh" ? "，" : ", ");
  const isFirst = ranked[0] === "none" ? 1 : 0;
  const isLast = ranked.at(-1) === "sinusoidal" ? 1 : 0;
  return {
    text: {
      en: `at twice the length: ${list("en")}`,
      zh: `两倍长度上：${list("zh")}`,
    },
    verdict: verdict(isFirst + isLast, 2),
  };
}

/** Nothing carries over everywhere. */
function carried(): Ours {
  const limit = 0.9;
  const holding = SCHEME_NAMES.filter((scheme) =>
    TASK_NAMES.every((task) => shareAt(task, scheme, TWICE) >= limit),
  );
  return {
    text: {
      en: `${holding.length} of ${SCHEME_NAMES.length} schemes answer ${percent(limit)} or more correctly at twice the length in all ${TASK_NAMES.length} tasks; randomized positions are not in the grid`,
      zh: `${SCHEME_NAMES.length} 种方案中${holding.length === 0 ? "没有一种" : `有 ${holding.length} 种`}在全部 ${TASK_NAMES.length} 个任务的两倍长度上答对 ${percent(limit)} 以上；随机化位置没有列入`,
    },
    verdict: holding.length === 0 ? AGREES : DIFFERS,
  };
}

/** How far seeds are apart. */
function spread(): Ours {
  const cells = TASK_NAMES.flatMap((task) =>
    cellsOf(task).map((cell) => ({ task, cell })),
  ).filter(({ cell }) => cell.seeds.length > 1);
  const apart = ({ cell: { accuracy } }: (typeof cells)[number]): number =>
    (accuracy.high[TWICE] as number) - (accuracy.low[TWICE] as number);
  const [widest] = [...cells].sort((a, b) => apart(b) - apart(a));
  if (widest === undefined) {
    return {
      text: {
        en: "one seed of each: train another above",
        zh: "各只有一个种子：可在上面换种子再训练",
      },
      verdict: OPEN,
    };
  }
  const points = quantity(100 * apart(widest));
  const { task, cell } = widest;
  return {
    text: {
      en: `at twice the length seeds are up to ${points} points apart (${SCHEME_WORDS[cell.scheme].en}, “${TASK_WORDS[task].en}”)`,
      zh: `两倍长度上，种子之间最多相差 ${points} 个百分点（${SCHEME_WORDS[cell.scheme].zh}，“${TASK_WORDS[task].zh}”）`,
    },
    verdict: apart(widest) > 0.1 ? AGREES : DIFFERS,
  };
}

/** An encoding that is made for the task. */
function made(): Ours {
  const far = at(8);
  const run = shippedDesign("back", DESIGNS.fixed, 0);
  if (run === undefined) return { text: OPEN, verdict: OPEN };
  const own = run.accuracy[far] as number;
  const best = Math.max(
    ...SCHEME_NAMES.map((scheme) => shareAt("back", scheme, far)),
  );
  return {
    text: {
      en: `“${TASK_WORDS.back.en}” at 8 times the length: ${percent(own)} with a bias made for it, ${percent(best)} with the best of the six`,
      zh: `“${TASK_WORDS.back.zh}”，8 倍长度：为它设计的偏置 ${percent(own)}，六种方案中最好的 ${percent(best)}`,
    },
    verdict: own > best ? AGREES : DIFFERS,
  };
}

const FINDINGS: readonly (readonly [who: Text, said: Text, ours: Ours])[] = [
  [
    { en: "Press et al., 2021", zh: "Press 等，2021" },
    {
      en: "sinusoids degrade 50 tokens past the trained length (WikiText-103); a language model with ALiBi, trained at 512, reaches perplexity 18.40 at 3072, one with sinusoids trained at 3072 has 18.67",
      zh: "正弦超出训练长度 50 个词元后变差（WikiText-103）；以 512 训练的 ALiBi 语言模型在 3072 上困惑度为 18.40，直接以 3072 训练的正弦模型为 18.67",
    },
    falls(),
  ],
  [
    { en: "Kazemnejad et al., 2023", zh: "Kazemnejad 等，2023" },
    {
      en: "mean reciprocal rank over tasks: none 0.69, T5 0.55, ALiBi 0.50, RoPE 0.33, sinusoids 0.22",
      zh: "各任务的平均倒数排名：无位置 0.69，T5 0.55，ALiBi 0.50，RoPE 0.33，正弦 0.22",
    },
    ranks(),
  ],
  [
    { en: "Ruoss et al., 2023", zh: "Ruoss 等，2023" },
    {
      en: "with the usual encodings models fail on longer inputs, even at copying a string; over 15 tasks randomized positions raise the accuracy by 12.0% on average",
      zh: "用常见的编码，输入一变长模型就失灵，连复制字符串也不行；15 个任务上，随机化位置使正确率平均提高 12.0%",
    },
    carried(),
  ],
  [
    { en: "Zhou et al., 2024", zh: "Zhou 等，2024" },
    {
      en: "addition can reach 2.5 times the trained length, but seeds and the order of the data make large differences",
      zh: "加法可以达到训练长度的 2.5 倍，但随机种子和数据顺序会造成很大差异",
    },
    spread(),
  ],
  [
    { en: "McLeish et al., 2024", zh: "McLeish 等，2024" },
    {
      en: "positions made for digits: trained on 20 digits, up to 99% right on sums of 100",
      zh: "为数位专门设计的位置：以 20 位数训练，100 位数加法的正确率最高达 99%",
    },
    made(),
  ],
];

export const besideSection = section(
  "results",
  {
    en: "All runs, beside what others found",
    zh: "全部结果，与已发表的结论对照",
  },
  paragraph({
    en: "Every number in these tables is read from the runs that the site ships, and each run can be made again in the figures above.",
    zh: "表中的数全部取自随网站发布的训练结果，每一次都可以在上面的图里重做。",
  }),
  more(
    "results-tables",
    {
      en: "The tables of all runs, and five published findings",
      zh: "各次训练的数值表，以及五项已发表的结果",
    },
    ...TASK_NAMES.map(tableOf),
    paragraph({
      en: "Then what larger experiments have reported. Theirs are other tasks, other sizes and other lengths, so that what can agree is the direction, not a number.",
      zh: "再看规模更大的实验报告了什么。任务、规模、长度都不同，能对照的只是方向，不是数值。",
    }),
    dataTable({
      caption: {
        en: "Published findings, and what our runs say of the same question",
        zh: "已发表的结论，与我们的训练在同一问题上的结果",
      },
      columns: [
        { en: "source", zh: "来源" },
        { en: "what they report", zh: "他们的报告" },
        { en: "our runs", zh: "我们的结果" },
        { en: "do they agree?", zh: "对照" },
      ],
      rows: FINDINGS.map(([who, said, ours]) => [
        who,
        said,
        ours.text,
        ours.verdict,
      ]),
      rowHeads: true,
    }),
    source("alibi"),
    source("nope"),
    source("randomized"),
    source("fragile"),
    source("abacus"),
  ),
  paragraph({
    en: "What models this small cannot show: language beyond a few invented tales; what billions of tokens of all lengths teach; retrieval over thousands of tokens; and whether a scheme that loses here would win with more steps. Each was trained for {trainSteps} steps with the same settings, which suit some schemes better than others.",
    zh: "这么小的模型说明不了的事：编出来的几篇小故事之外的语言；数十亿长短不一的词元能教会什么；几千个词元之间的检索；在这里落败的方案，多训练一些会不会赢。每个模型都用同样的设置训练 {trainSteps} 步，这样的设置对有的方案有利，对有的不利。",
  }),
);
