// Sections on parameters, on scale and on the choice.
import * as pe from "posenc";
import {
  computed,
  dataTable,
  guess,
  more,
  paragraph,
  quiz,
  source,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const costSection = section(
  "cost",
  { en: "What it costs", zh: "代价几何" },
  paragraph({
    en: "L positions of width D are L · D numbers to store, to load and to train. “No parameters” is therefore listed as a merit of the sinusoids in every comparison. How much is it worth?",
    zh: "L 个位置、每个 D 维，就有 L · D 个数要存储、加载和训练。所以几乎每份对比都把“没有参数”列为正弦编码的优点。这个优点值多少？",
  }),
  guess("bert-share", {
    question: {
      en: "BERT-base has a table of 512 × 768 and about 110 million parameters. What share of the model is the table, in percent?",
      zh: "BERT-base 的位置表是 512 × 768，整个模型约 1.1 亿参数。表占百分之几？",
    },
    check: "learned/bert-share",
    tolerance: 0.25,
    why: {
      en: "{value}%. The table of words beside it, about 30 000 rows, is sixty times as large.",
      zh: "{value}%。旁边的词表约有三万行，是它的六十倍。",
    },
  }),
  more(
    "cost-models",
    {
      en: "Memory, and what relative biases cost",
      zh: "内存，以及相对偏置的代价",
    },
    computed(
      {
        buffer: () =>
          (
            pe.sinusoidal({ seqLen: 5000, dModel: 512 }).data.byteLength / 1e6
          ).toFixed(2),
      },
      paragraph({
        en: "Not much, then. And saving parameters does not save memory: a sinusoidal table that was computed beforehand takes the same room, {buffer} MB for the 5000 rows of width 512 that tutorials like to allocate. At inference both kinds cost the same addition. Only a formula evaluated on the fly needs no memory, and then it costs sines and cosines.",
        zh: "可见这个优点值不了多少。而且省下的是参数，不是内存：预先算好的正弦表占同样大的地方，教程里常见的 5000 行、512 维，就要 {buffer} MB。推理时两者都是一次同样的加法。只有随用随算才不占内存，但那要付出计算正弦和余弦的代价。",
      }),
    ),
    paragraph({
      en: "The parameters of an absolute table grow with the *length*; those of a relative bias with the number of buckets and heads, and they are shared by all positions. For long contexts that speaks against tables, though their hard end, described above, matters more.",
      zh: "绝对位置表的参数随*长度*增长；相对偏置的参数只看桶数和头数，为所有位置共用。上下文很长时，这对表不利；更要紧的是前面说的长度上限。",
    }),
  ),
);

export const loudnessSection = section(
  "scale",
  { en: "Too loud, too soft", zh: "尺度：过大与过小" },
  paragraph({
    en: "Addition makes no difference between content and position, so it matters how large the two are. Learned rows begin small: BERT draws them with σ = 0.02, GPT-2 its positions with 0.01. `nn.Embedding` left to itself draws with σ = 1. Sinusoidal rows have no choice: the squares of each pair add up to 1, which fixes the root mean square of the numbers at √½. [Chapter 4 sets the two side by side](~/learned-tables/#sizes).",
    zh: "加法不分内容和位置，两者谁大谁小就要紧了。可学习的行从很小的数起步：BERT 取 σ = 0.02，GPT-2 的位置取 0.01；`nn.Embedding` 若不另行指定，则是 σ = 1。正弦表没得选：每一对的平方和恒为 1，各数的均方根就固定为 √½。[第 4 章把两者放在一起比](~/learned-tables/#sizes)。",
  }),
  source("bertCode"),
  source("gpt2Code"),
  more(
    "scale-factor",
    {
      en: "The factor √d, and what “more stable” could mean",
      zh: "因子 √d，以及所谓“更稳定”",
    },
    paragraph({
      en: "Tokens drawn with 0.02 would be drowned by waves. The first Transformer multiplies its token embeddings by √d before it adds; the paper gives no reason, but at width 512 that brings 0.02 up to 0.45, about the size of the waves. Programs that draw small tokens and forget the factor begin with tokens that can hardly be heard.",
      zh: "按 0.02 取的词嵌入会被正弦波淹没。最早的 Transformer 在相加之前，先把词嵌入乘以 √d；论文没有说明理由，但维数为 512 时，0.02 由此变成 0.45，与正弦波相当。词嵌入初值很小、又忘了这个系数的程序，一开始词几乎被淹没。",
    }),
    source("vaswani", { en: "section 3.4", zh: "第 3.4 节" }),
    paragraph({
      en: "Fixed tables are sometimes praised for a more stable start, “without random variance”. We know of no measurement of this. The noise of a table with σ = 0.02 is far too weak to upset anything.",
      zh: "有人称赞固定的表起步更稳定、“没有随机性”。我们没有见过相应的测量；而 σ = 0.02 的噪声太弱，扰乱不了什么。",
    }),
  ),
);

export const choiceSection = section(
  "choice",
  { en: "Fixed or learned?", zh: "固定还是可学习？" },
  paragraph({
    en: "The authors of the Transformer tried both and reported nearly identical results, on translation of sentences. So the question is not which one is “better”, but what each lets you do:",
    zh: "Transformer 的作者两种都试过，在句子翻译上结果几乎一样。所以问题不是谁“更好”，而是各自能让你做什么：",
  }),
  source("vaswani", {
    en: "section 3.5, table 3, row (E)",
    zh: "第 3.5 节，表 3 第 (E) 行",
  }),
  dataTable({
    caption: {
      en: "What differs, and what does not",
      zh: "哪些不同，哪些相同",
    },
    columns: [
      { en: "question", zh: "问题" },
      { en: "sinusoidal", zh: "正弦表" },
      { en: "learned", zh: "可学习的表" },
    ],
    rowHeads: true,
    rows: [
      [
        { en: "vectors past the end", zh: "表尾之后的向量" },
        { en: "computable, untrained", zh: "能算，但没训练过" },
        { en: "none", zh: "没有" },
      ],
      [
        { en: "a shift is one fixed rotation", zh: "平移是一个固定的旋转" },
        { en: "yes", zh: "是" },
        { en: "only if training makes it so", zh: "除非训练恰好学成这样" },
      ],
      [
        { en: "any table possible", zh: "可以是任意的表" },
        { en: "no", zh: "否" },
        { en: "yes", zh: "是" },
      ],
      [
        { en: "same input, same vector", zh: "同样输入，同样向量" },
        { en: "yes", zh: "是" },
        { en: "yes, once trained", zh: "训练完之后，是" },
      ],
      [
        { en: "needs the weights to be reproduced", zh: "须有权重才能复现" },
        { en: "no", zh: "否" },
        { en: "yes", zh: "是" },
      ],
      [
        { en: "changes the layers above", zh: "须改动上面各层" },
        { en: "no, an addition", zh: "否，只是加法" },
        { en: "no, an addition", zh: "否，只是加法" },
      ],
    ],
  }),
  quiz("determinism", {
    question: {
      en: "“Fixed encodings are deterministic: the same position always gets the same vector.” Why is this no argument against a learned table?",
      zh: "“固定编码是确定的：同一位置总得到同一向量。”这为什么不能用来反对可学习的表？",
    },
    choices: [
      {
        text: {
          en: "Because a lookup is just as deterministic",
          zh: "因为查表同样是确定的",
        },
        right: true,
        why: {
          en: "After training the numbers stand still. Only the formula can give the same table to someone who has no copy of the weights.",
          zh: "训练之后，数就不动了。公式独有的本事，是让手里没有权重的人也得到同一张表。",
        },
      },
      {
        text: {
          en: "Because learned tables are random",
          zh: "因为可学习的表是随机的",
        },
        why: {
          en: "Only at the very start. Nothing is drawn anew when a row is looked up.",
          zh: "只有最初是随机的。查表时不会再重新抽取。",
        },
      },
      {
        text: {
          en: "Because sinusoids are rounded differently on every machine",
          zh: "因为正弦值在各台机器上舍入不同",
        },
        why: {
          en: "They may be, by the last bit, but that is not the point; and this library rounds them alike everywhere.",
          zh: "末位上确有可能，但这不是关键；何况本库在各处的舍入都一样。",
        },
      },
    ],
  }),
  paragraph({
    en: "A rule of thumb says: learned rows where data is plentiful and the length is fixed. It describes BERT well: everything it reads is cut to 512. For texts without such a limit, later models took neither: they moved the position out of the sum and into attention, [as offsets](~/relative-positions/) or [as rotations](~/rope/). [Chapter 8](~/choosing/) compares them all.",
    zh: "有一条经验之谈：数据充足、长度固定，就用可学习的表。用来说 BERT 很贴切，它读的东西一律截到 512。长度没有这种限制时，后来的模型两样都没选，而是把位置从求和里挪到注意力中，作为[偏移](~/relative-positions/)，或者作为[旋转](~/rope/)。[第 8 章](~/choosing/)把它们放在一起比较。",
  }),
);
