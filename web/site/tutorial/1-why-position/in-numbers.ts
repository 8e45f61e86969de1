// The section that follows one query through attention, number by number.

import type { Posenc } from "posenc";
import * as pe from "posenc";
import { decimals, type Text } from "../../../widgets/words/text.ts";
import {
  computed,
  dataTable,
  paragraph,
  quiz,
  tryThis,
} from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { sideSection } from "../../pages/chapter.ts";

/** Rows of a small table of words: few numbers, to be checked by hand. */
const ROWS = [
  [1, 0, 1, 0],
  [0, 2, 0, 1],
  [1, 1, 0, 1],
] as const;
const WORDS: readonly Text[] = [
  { en: "cats", zh: "猫" },
  { en: "eat", zh: "吃" },
  { en: "mice", zh: "老鼠" },
];
const WIDTH = ROWS[0].length;
/** The word whose query is followed. */
const FOLLOWED = 1;

const X = { data: Float32Array.from(ROWS.flat()), shape: [3, WIDTH] };
const inHeads = (data: Float32Array) => ({ data, shape: [3, 1, WIDTH] });

/** A row that is never broken. */
const inBrackets = (row: readonly (number | string)[]): string =>
  `(${row.join(",\u00a0")})`;

interface Steps {
  readonly products: readonly number[];
  readonly weights: readonly number[];
  readonly output: readonly number[];
}

/** What the library computes on the way from one query to its output. */
function steps(): Steps {
  const of = (data: ArrayLike<number>, width: number): number[] =>
    Array.from(data).slice(FOLLOWED * width, (FOLLOWED + 1) * width);
  const x = inHeads(X.data);
  const { weights, output } = pe.attention({
    q: x,
    k: x,
    v: x,
    returnWeights: true,
  });
  return {
    products: of(pe.transformerLinear(X, X).data, 3),
    weights: of(weights?.data ?? [], 3),
    output: of(output.data, WIDTH),
  };
}

const listed = (numbers: readonly number[]): string =>
  inBrackets(numbers.map((x) => decimals(x, 2)));

const each = (
  pick: (all: Steps) => readonly number[],
  digits: number,
): Record<string, (pe: Posenc) => string> => ({
  0: () => decimals(pick(steps())[0] as number, digits),
  1: () => decimals(pick(steps())[1] as number, digits),
  2: () => decimals(pick(steps())[2] as number, digits),
});

const named = (
  name: string,
  all: Record<string, (pe: Posenc) => string>,
): Record<string, (pe: Posenc) => string> =>
  Object.fromEntries(
    Object.entries(all).map(([k, value]) => [`${name}${k}`, value]),
  );

export const numbersSection = sideSection(
  "in-numbers",
  { en: "One word, number by number", zh: "跟着一个词，逐个数地算" },
  computed(
    {
      ...named(
        "product",
        each(({ products }) => products, 0),
      ),
      ...named(
        "score",
        each(({ products }) => products.map((x) => x / Math.sqrt(WIDTH)), 1),
      ),
      ...named(
        "weight",
        each(({ weights }) => weights, 3),
      ),
      sum: () => listed(steps().output),
    },
    paragraph({
      en: "Here is the formula with so few numbers that it can be followed by hand. Three words, each looked up in a table with rows of width 4. To keep the table in view, query, key and value are the row itself; a trained head would first multiply each by a matrix of its own. And the rows are made up; in a trained table words that are used alike come to have rows that are alike, which is how an embedding carries meaning.",
      zh: "把公式换成少量的数，少到可以手算。三个词，各自到一张表里查出一行，维数为 4。为了让每个数都看得出来历，查询、键、值直接取这一行；真正的注意力头会先各乘一个自己的矩阵。行里的数也是随手写的；训练出来的表里，用法相近的词，行也相近，词嵌入正是这样承载语义的。",
    }),
    dataTable({
      caption: {
        en: "Step 1, embedding: each word is looked up",
        zh: "第 1 步，嵌入：查出每个词的行",
      },
      columns: [
        { en: "word", zh: "词" },
        { en: "its row: q = k = v", zh: "查到的行：q = k = v" },
      ],
      rowHeads: true,
      rows: ROWS.map((row, k) => [WORDS[k] as Text, inBrackets(row)]),
    }),
    dataTable({
      caption: {
        en: "Steps 2 to 5, attention: what “eat” takes from each word",
        zh: "第 2 至 5 步，注意力：“吃”从每个词取多少",
      },
      columns: [
        { en: "step", zh: "步骤" },
        ...WORDS.map(({ en, zh }) => ({
          en: `from “${en}”`,
          zh: `取自“${zh}”`,
        })),
      ],
      rowHeads: true,
      rows: [
        [
          { en: "2. query · key", zh: "2. 查询 · 键" },
          "{product0}",
          "{product1}",
          "{product2}",
        ],
        [
          { en: "3. divided by √4", zh: "3. 除以 √4" },
          "{score0}",
          "{score1}",
          "{score2}",
        ],
        [
          { en: "4. softmax: shares of 1", zh: "4. softmax：合计为 1 的份额" },
          "{weight0}",
          "{weight1}",
          "{weight2}",
        ],
        [
          { en: "5. share × value", zh: "5. 份额 × 值" },
          ...ROWS.map((row, k) => `{weight${k}} × ${inBrackets(row)}`),
        ],
      ],
    }),
    paragraph({
      en: "The three products of step 5 add up to {sum}: the output for “eat”. The softmax has turned scores into shares: it raises e to each score and divides by the sum, so that the largest score takes the most, none takes nothing, and all together take 1. Nowhere did a step ask in which of the three columns a word stands. Exchange the columns of *cats* and *mice*, and all numbers move along with their words; the sum of the three products is the same.",
      zh: "第 5 步的三项相加，得 {sum}，这就是“吃”的输出。softmax 把分数变成份额：以 e 为底、分数为指数，再除以总和；分数最高的得到最多，谁也不会落空，合起来是 1。哪一步都没有问过一个词排在三列中的第几列。把“猫”和“老鼠”两列对调，所有的数跟着各自的词走，三项之和不变。",
    }),
    program("by-hand", "attention", {
      values: `x=${ROWS.map((row) => row.join(",")).join(";")} position=none`,
      editable: true,
    }),
    tryThis(
      {
        en: "Run it, then exchange the first and the last row of x. The second line of the weights has its ends exchanged, and the last line but one, the output for “eat”, is the same.",
        zh: "先运行，再把 x 的第一行与最后一行对调：第二行权重的两头互换了，而倒数第二行，也就是“吃”的输出，没有变。",
      },
      {
        en: "Set the position to `sinusoidal` and exchange them again. Now it changes.",
        zh: "把 `position` 改成 `sinusoidal`，再对调一次：这回变了。",
      },
    ),
    quiz("shares", {
      question: {
        en: "Two of the three scores of a query are equal. What holds for the output?",
        zh: "某个查询的三个分数里有两个相等。它的输出有什么特点？",
      },
      choices: [
        {
          text: {
            en: "The two values count equally",
            zh: "对应的两个值所占份额相同",
          },
          right: true,
          why: {
            en: "Equal scores, equal shares, wherever the two words stand: this is what attention without positions cannot see.",
            zh: "分数相等，份额就相等，不论两个词各在哪里；没有位置的注意力，看不见的正是这一点。",
          },
        },
        {
          text: {
            en: "The nearer of the two counts more",
            zh: "两者中离得近的占得多",
          },
          why: {
            en: "No step knows which one is nearer.",
            zh: "没有哪一步知道谁离得近。",
          },
        },
        {
          text: {
            en: "Each takes a third",
            zh: "各占三分之一",
          },
          why: {
            en: "That would need three equal scores.",
            zh: "那得三个分数都相等。",
          },
        },
      ],
    }),
  ),
);
