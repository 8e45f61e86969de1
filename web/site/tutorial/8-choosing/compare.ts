// Sections that compare all encodings: as the catalog states them, and measured.
import {
  MEASURED,
  measure,
} from "../../../widgets/figures/12-choosing/experiments.ts";
import type { Text } from "../../../widgets/words/text.ts";
import {
  computed,
  dataTable,
  guess,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";
import { section } from "../../pages/chapter.ts";

type Row = readonly [method: Text, said: Text, holds: Text];

const comparison = (caption: Text, rows: readonly Row[]): Block =>
  dataTable({
    caption,
    columns: [
      { en: "method", zh: "方法" },
      { en: "what it says", zh: "文档怎么说" },
      { en: "what holds", zh: "实际如何" },
    ],
    rowHeads: true,
    rows,
  });

const FIVE_METHODS: readonly Row[] = [
  [
    { en: "sinusoidal: Transformer", zh: "正弦：Transformer" },
    {
      en: "deterministic, extrapolates well; limited expressive power",
      zh: "确定，外推好；表达能力有限",
    },
    {
      en: "deterministic, as a trained table is; has rows everywhere, on which [trained models mostly fail](~/in-practice/#cliff); for expressive power there is [no measure](~/putting-them-in/#choice)",
      zh: "确定，但训练好的表也一样；处处有行，可是[训练好的模型多半失灵](~/in-practice/#cliff)；“表达能力”[没有度量](~/putting-them-in/#choice)",
    },
  ],
  [
    { en: "learned: BERT, GPT-2", zh: "可学习：BERT、GPT-2" },
    {
      en: "flexible, fits the task; limited length, generalises badly",
      zh: "灵活，适应任务；长度受限，泛化差",
    },
    {
      en: "[fits the task and its lengths](~/putting-them-in/#adaptation); ends with the [table](~/learned-tables/#overflow)",
      zh: "[适应任务，连同其长度](~/putting-them-in/#adaptation)；到[表尾](~/learned-tables/#overflow)为止",
    },
  ],
  [
    { en: "relative: Transformer-XL", zh: "相对：Transformer-XL" },
    {
      en: "generalises well; costs more",
      zh: "泛化好；计算复杂度高",
    },
    {
      en: "costs [a second product](~/other-designs/#relative-costs) in this form; T5 and ALiBi add one number to each score",
      zh: "这种形式要[多做一次矩阵乘法](~/other-designs/#relative-costs)；T5 和 ALiBi 只给每个分数加一个数",
    },
  ],
  [
    { en: "RoPE: LLaMA, PaLM", zh: "RoPE：LLaMA、PaLM" },
    {
      en: "relative, extrapolates well; hard to implement",
      zh: "相对，外推好；实现复杂",
    },
    {
      en: "relative; plain RoPE [does not extrapolate](~/long-context/#unseen); a few lines, in which the [pairs](~/rope/#layout) are easily mixed up",
      zh: "相对；原样的 RoPE [外推不好](~/long-context/#unseen)；只有几行，容易弄错的是[配对](~/rope/#layout)",
    },
  ],
  [
    { en: "ALiBi: BLOOM", zh: "ALiBi：BLOOM" },
    {
      en: "extrapolates very far; changes the attention",
      zh: "超长外推；要改注意力计算",
    },
    {
      en: "keeps its perplexity because it [hardly looks that far](~/in-practice/#far); the change is an addition to each score",
      zh: "困惑度能保持，是因为[本来就不怎么看远处](~/in-practice/#far)；改动只是给每个分数加一个数",
    },
  ],
];

const FOUR_IMPROVEMENTS: readonly Row[] = [
  [
    { en: "learned: BERT, GPT", zh: "学习式：BERT、GPT" },
    {
      en: "very flexible, cannot extrapolate",
      zh: "灵活性高，无法外推",
    },
    {
      en: "both hold; there are [ways past the end](~/learned-tables/#overflow-ways), and none is free",
      zh: "都成立；越过表尾[有办法](~/learned-tables/#overflow-ways)，但都有代价",
    },
  ],
  [
    { en: "relative: Transformer-XL", zh: "相对：Transformer-XL" },
    {
      en: "distances instead of places, better on long text",
      zh: "编码距离而非位置，长文本更好",
    },
    {
      en: "holds of its [encoding and its memory together](~/other-designs/#transformer-xl)",
      zh: "成立，是[编码与记忆](~/other-designs/#transformer-xl)共同的作用",
    },
  ],
  [
    { en: "rotary: RoFormer", zh: "旋转：RoFormer" },
    {
      en: "rotations in complex space, better in theory",
      zh: "复数空间中的旋转，理论性质更优",
    },
    {
      en: "[rotations](~/rope/#complex), yes; what is better is that they are relative by construction and keep lengths, not that they [decay](~/in-practice/#profiles)",
      zh: "确实是[旋转](~/rope/#complex)；好在天然相对、保持长度，不在所谓[衰减](~/in-practice/#profiles)",
    },
  ],
  [
    { en: "hybrid: T5", zh: "混合：T5" },
    {
      en: "128 columns learned, 384 fixed",
      zh: "前 128 维学习，后 384 维固定",
    },
    {
      en: "not T5, which has [numbers for buckets](~/relative-positions/#t5) and no vectors; as a design it is [tried](~/other-designs/#hybrid-columns)",
      zh: "不是 T5：T5 是[每桶一个数](~/relative-positions/#t5)，没有向量；作为一种设计，[其他设计](~/other-designs/#hybrid-columns)试过",
    },
  ],
];

export const compareSection = section(
  "compare",
  { en: "All of them in one table", zh: "一张表看全部" },
  paragraph({
    en: "Comparisons usually stop at four or five methods. This table is the library’s own catalog: what each encoding is, where it was published, which models have it. What suits images or audio stands here beside what suits text.",
    zh: "一般的对比只到四五种方法为止。下表就是本库自己的目录：每种编码是什么、发表在哪里、哪些模型采用。适合图像、音频的，与适合文本的一并列在这里。",
  }),
  widget("pe-comparison", "comparison"),
  more(
    "compare-corrected",
    {
      en: "The tables of documents 1 and 3, corrected",
      zh: "文档 1 与文档 3 的对比表，更正版",
    },
    comparison(
      { en: "Document 1: five methods", zh: "文档 1：五种方法" },
      FIVE_METHODS,
    ),
    comparison(
      { en: "Document 3: four improvements", zh: "文档 3：四种改进方案" },
      FOUR_IMPROVEMENTS,
    ),
  ),
);

/** Numbers of the experiment at its default size. */
const moved = (id: string) => () =>
  `${Math.round(100 * measure({ trainLen: 64, seed: 1 }, id).moved)}%`;

export const measuredSection = section(
  "measured",
  { en: "The same, measured", zh: "亲手量一遍" },
  paragraph({
    en: "“Relative”, “extrapolates”, “cheap” are words in a table. Two experiments put all encodings for text to the test. The first takes a passage that occurs twice and asks whether it attends to itself in the same way at both places. The second doubles the length: is there a number at all, is it within the range seen in training, and do the old places keep theirs?",
    zh: "“相对”“可外推”“便宜”，在表里只是几个词。用于文本的编码，都可以用两个实验来检验。第一个让一段话出现两次，看它在两处的段内注意力是否一样。第二个把长度加倍：有没有数可用？数在不在训练见过的范围里？旧位置的数变了没有？",
  }),
  widget("pe-measured", "two-experiments"),
  computed(
    {
      learned: moved("learned"),
      sinusoidal: moved("sinusoidal"),
      fire: moved("fire"),
      count: () => MEASURED.length,
    },
    paragraph({
      en: "What is added to tokens notices the move: a learned table by {learned}, sinusoids by {sinusoidal}. What rotates or depends on the offset does not notice it at all, save FIRE ({fire}), which scales distances by the query’s place. And no encoding is best in every column. Plain RoPE brings new angles at twice the length; linear interpolation, which brings hardly any, changes the numbers of places that the model knew; Shaw’s clip and T5’s buckets change neither, and cannot tell far distances apart.",
      zh: "加到词元上的编码，段落一移就有变化：可学习的表是 {learned}，正弦是 {sinusoidal}。旋转的，或只看偏移的，则毫无变化，只有 FIRE 例外（{fire}）：它按查询的位置来折算距离。没有哪种编码每一栏都最好。原样的 RoPE 长度加倍后出现新角度；线性内插几乎不出现新数，却改动了模型已经熟悉的位置；Shaw 的截断和 T5 的分桶两样都不动，却分不清远处的距离。",
    }),
  ),
  more(
    "measured-try",
    { en: "Three things to look for in the table", zh: "表里值得找的三样东西" },
    tryThis(
      {
        en: "Compare RoPE, linear interpolation and YaRN in the last two columns. What does each trade for what?",
        zh: "比较 RoPE、线性内插和 YaRN 的最后两栏。各自用什么换了什么？",
      },
      {
        en: "Choose the learned table and read the message. Then find the other rows that refuse, and say what they have in common.",
        zh: "选可学习的表，读一读报错。再找出其余拒绝计算的行，说说它们有什么共同点。",
      },
      {
        en: "Set L to 131 072. Which encodings’ learned numbers grow with it, and which stay?",
        zh: "把 L 设为 131 072。哪些编码的可学习参数随之增长，哪些不变？",
      },
    ),
  ),
  guess("learned-share", {
    question: {
      en: "A learned table for 131 072 positions of width 4096. How many learned numbers is that, in millions?",
      zh: "一张可学习的表，131 072 个位置，4096 维。共有多少个可学习参数（单位：百万）？",
    },
    check: "choosing/table-millions",
    tolerance: 0.05,
    why: {
      en: "{value} million, a thirteenth of a model of seven billion, and nearly all of its rows would be met in only a few training texts.",
      zh: "{value} 百万，约占一个 70 亿参数模型的十三分之一，而且绝大多数行只有少数训练文本碰得到。",
    },
  }),
  quiz("still", {
    question: {
      en: "Transformer-XL uses sinusoids, and its passage does not notice the move, while that of the first Transformer does. Why?",
      zh: "Transformer-XL 用的也是正弦，段落移动后却毫无变化，最早的 Transformer 则有变化。为什么？",
    },
    choices: [
      {
        text: {
          en: "Its sinusoids are taken of the distance, not of the place",
          zh: "它的正弦取自距离，而不是位置",
        },
        right: true,
        why: {
          en: "The same formula, another argument: inside a passage all distances stay. That is also why both have equally many new numbers at twice the length.",
          zh: "公式相同，自变量不同：段落内部的距离都不变。也正因公式相同，长度加倍后，两者新数的比例一样。",
        },
      },
      {
        text: { en: "It was trained better", zh: "它训练得更好" },
        why: {
          en: "Nothing is trained here; the weights are random for both.",
          zh: "这里什么都没有训练，两边的权重都是随机的。",
        },
      },
      {
        text: {
          en: "Its rows are smaller, so the effect is too small to be seen",
          zh: "它的向量更小，影响小到看不出来",
        },
        why: {
          en: "The rows have the same length, √(d/2). The difference is zero up to rounding.",
          zh: "向量长度相同，都是 √(d/2)；差别在舍入误差之内就是零。",
        },
      },
    ],
  }),
);
