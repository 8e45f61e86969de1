// Sections on what happens past the trained length.
import {
  aside,
  guess,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const tooLongSection = section(
  "too-long",
  { en: "Three answers to a long text", zh: "文本太长，三种应对" },
  paragraph({
    en: "A model was trained on 5000 positions, and a text of 6000 tokens arrives. There are three answers. *Truncate*: cut the text. *Extrapolate*: go on counting, 5000, 5001, … *Interpolate*: count in smaller steps, so that the last token still stands below 5000. Each gives something up.",
    zh: "模型以 5000 个位置训练，来了一篇 6000 个词元的文本。应对有三种。*截断*：把文本剪短。*外推*：接着往下数，5000、5001……*内插*：缩小步长，让最后一个词元仍落在 5000 之内。三种都有代价。",
  }),
  more(
    "which-end",
    {
      en: "A longer buffer, and which end to keep",
      zh: "更长的缓冲区，以及保留哪一端",
    },
    paragraph({
      en: "Document 3 says of its class, whose buffer has 5000 rows, that it handles 6000 tokens at inference. This addition really gives an error: “{refused}”. A longer buffer mends the program but says nothing about the model: `max_len` is the size of a table, not the length that training saw. The document’s own last section knows this and cuts the text instead.",
      zh: "文档 3 的类里，缓冲区有 5000 行，却说推理时能处理 6000 个词元。这样相加，其实会报错：“{refused}”。把缓冲区加长，程序就通了，但对模型毫无保证：`max_len` 是表的大小，不是训练见过的长度。同一文档的最后一节倒是明白这一点，改成了截断。",
    }),
    paragraph({
      en: "Which end to keep depends on the task. A chat needs the newest tokens, a classifier often the first ones, a retrieval system head and tail. And cutting *renumbers*: token 1000 stands at position 0 from then on. With a cache of keys that were rotated at their old positions, all of them have to be turned back by 1000, or queries and keys disagree about every distance; [chapter 6](~/rope/) does it.",
      zh: "留哪一头，要看任务：对话要最新的词元，分类往往要开头，检索常常首尾都要。而且截断会*重新编号*：词元 1000 从此站在位置 0。如果缓存里的键已按旧位置旋转过，就得全部转回 1000 个位置，否则查询与键对每个距离的理解都不一致；[第 6 章](~/rope/)有具体做法。",
    }),
  ),
  more(
    "any-formula",
    {
      en: "Can only sinusoids compute new positions?",
      zh: "只有正弦编码能算新位置吗？",
    },
    paragraph({
      en: "“Computing new positions is possible for sinusoids only” is wrong in both directions. RoPE, ALiBi, T5’s buckets, KERPLE are functions of a position or an offset and have a value everywhere: in a T5 decoder the bucket of offset −1000 is {bucket}, the same as that of −100 000 (in the encoder, which looks both ways, it is {bucketBoth}). And having a value is not the same as being of use. The next section measures the difference.",
      zh: "“只有正弦编码能算出新位置”，这话两头都不对。RoPE、ALiBi、T5 分桶、KERPLE 都是位置或偏移的函数，处处有值：在 T5 解码器里，偏移 −1000 落在第 {bucket} 桶，与 −100 000 同桶（编码器兼顾两侧，是第 {bucketBoth} 桶）。而有值也不等于有用，下一节就来量一量。",
    }),
    tryThis(
      {
        en: "Keep both ends and follow token 2499, then 3500 (6000 tokens, 5000 rows). How far apart were they in the text, how far are they now?",
        zh: "选“保留两端”，先后跟踪词元 2499 和 3500（6000 个词元，5000 行）。它们在文本里相距多远，现在呢？",
      },
      {
        en: "Interpolate 20 000 tokens into 5000 rows. By how much do neighbours differ, compared with training?",
        zh: "把 20 000 个词元内插进 5000 行。与训练时相比，相邻两行的差别还剩多少？",
      },
    ),
  ),
);

export const cliffSection = section(
  "cliff",
  { en: "Computable is not usable", zh: "算得出，不等于用得上" },
  paragraph({
    en: "Sinusoids are praised for their [extrapolation](term:extrapolation), and the same texts report a cliff at the training length. Both can be true at once, because a model may use the same rows in two ways. A head that looks *three places back* needs one rotation, the same for all positions. A head that has learned *which row means which position* knows the rows it has met.",
    zh: "人们称赞正弦编码能[外推](term:extrapolation)，又说一过训练长度效果就断崖式下降。两种情形可以同时成立，因为同一批向量有两种用法。*往前看三位*的头只需要一个旋转，对所有位置都一样；学会了*哪一行是哪个位置*的头，只认得见过的行。",
  }),
  widget("pe-cliff", "readouts"),
  more(
    "cliff-readout",
    { en: "How the two readouts are made", zh: "两种读法是怎样做的" },
    paragraph({
      en: "The readout here is attention over the trained rows, the mildest kind: it can only answer with a trained position, so n steps past the border its error is at least n. The answers of a fitted linear readout have no such bounds: the slow pairs enter angles that no equation of the fit ever held. The lower panel counts those pairs: the count does not grow with the text, it *jumps* at the border.",
      zh: "这里的读出方式是对训练过的行做注意力，已经是最温和的一种：它只能回答训练过的位置，因此越界 n 步，误差至少是 n。若换成拟合出来的线性读出，连这个界限也没有：低频维度进入了拟合时从未约束过的角度。下面一格数的就是这些对：个数不是随文本慢慢增加，而是一过边界就*跳*上去。",
    }),
    source("alibi", { en: "figure 1", zh: "图 1" }),
  ),
  paragraph({
    en: "So the vectors have no cliff; what was trained on them has. Experiments agree: in Press, Smith and Lewis (2021), language models with sinusoids begin to lose quality 50 tokens past their training length on one corpus, and with the first token on another. The Transformer paper only said that sinusoids “may” allow it.",
    zh: "可见断崖不在向量里，而在训练出来的部分里。实验也支持这一点：Press、Smith、Lewis（2021）的正弦语言模型，一个语料上超出训练长度 50 个词元后变差，另一个上多一个就变差。Transformer 论文只说“或许”能外推。",
  }),
  source("vaswani", { en: "section 3.5", zh: "第 3.5 节" }),
  more(
    "cliff-repeats",
    { en: "Is it because the rows repeat?", zh: "是因为行会重复吗？" },
    paragraph({
      en: "Another explanation is often heard: at large positions the rows would *repeat*. Each pair does, the fastest after {fastest} positions. The whole row does not, within any length that matters; the [near-repeat finder](~/what-waves-can-do/) searches for it. Novelty is the trouble, not repetition.",
      zh: "还有一种常见的解释：位置很大时向量会*重复*。单看一对确实重复，频率最高的一对每 {fastest} 个位置一次；整行则在任何有意义的长度内都不重复，[近似重复查找器](~/what-waves-can-do/)可以去搜。问题出在新，而不是重复。",
    }),
  ),
  quiz("exists-and-works", {
    question: {
      en: "The sinusoidal row of position 1 000 000 can be computed exactly. What follows for a model trained on 512 positions?",
      zh: "位置 1 000 000 的正弦向量可以精确算出。对一个以 512 个位置训练的模型来说，这说明什么？",
    },
    choices: [
      {
        text: { en: "Nothing about its quality", zh: "说明不了质量如何" },
        right: true,
        why: {
          en: "That the input exists is a condition, not a result. Quality beyond the trained length has to be measured.",
          zh: "输入存在只是前提，不是结论。超出训练长度的质量只能靠测量。",
        },
      },
      {
        text: {
          en: "It works there, since nothing has to be learned",
          zh: "它在那里也能用，因为不需要学习",
        },
        why: {
          en: "The rows need no learning. Everything that reads them was learned, on 512 of them.",
          zh: "向量不用学；读这些向量的每一层都是学来的，而且只见过 512 行。",
        },
      },
      {
        text: {
          en: "It fails, since the row equals an earlier one",
          zh: "它一定失败，因为这一行与前面某行相同",
        },
        why: {
          en: "No earlier row is equal. The trouble is the opposite: the row is unlike all that were seen.",
          zh: "前面没有相同的行。恰恰相反，它与见过的都不像。",
        },
      },
    ],
  }),
);

export const unseenSection = section(
  "unseen",
  { en: "Angles that training never showed", zh: "训练中没见过的角度" },
  paragraph({
    en: "For [RoPE](term:rope) the same count can be made pair by pair. Offsets up to the trained length turn a fast pair round and round: it has met every angle. A slow pair has seen an arc, and a longer text pushes it past the end.",
    zh: "对 [RoPE](term:rope)，可以逐对来数。训练长度之内的偏移让高频维度转了一圈又一圈，所有角度都见过；低频维度只见过一段弧，文本一长，就被推到弧外。",
  }),
  widget("pe-unseen-angles", "unseen-angles"),
  source("pi", { en: "section 2.2", zh: "第 2.2 节" }),
  paragraph({
    en: "LLaMA’s head of width 128, trained on 2048 positions and given 8192: {unseenPlain} of 64 pairs meet new angles, by up to {unseenMax}°. The paper on position interpolation (2023) shows what happens then: scores that stayed within bounds for all trained distances can become huge just beyond. “RoPE extrapolates well” is therefore false as it stands; what extends RoPE is [slowing its pairs down](#rescale).",
    zh: "LLaMA 的头维度 128，以 2048 个位置训练，输入 8192 个：64 对中有 {unseenPlain} 对遇到新角度，最多超出 {unseenMax}°。位置内插的论文（2023）展示了后果：在训练距离内规规矩矩的分数，一出界就可能变得极大。所以“RoPE 外推性好”照字面是错的；真正让 RoPE 变长的，是[让各对转慢一些](#rescale)。",
  }),
  more(
    "unseen-base",
    {
      en: "A larger base, and training on longer texts",
      zh: "更大的底数，以及用更长的文本训练",
    },
    paragraph({
      en: "There are two remedies before any rescaling. A larger *base* in training makes the slow pairs slower, but then even more of them stay on an arc; the question below lets you count them. It helps because the same arc then spans longer texts, once the model is trained on them. And *training* on longer texts shows more angles.",
      zh: "缩放之前还有两招。一是训练时就用更大的*底数*：低频维度转得更慢，转不满一圈的对反而更多；有多少，下面的问题请你来数。它有用，是因为日后用长文本继续训练时，同一段弧装得下更多位置。二是加长*训练*，让角度见得更多。",
    }),
    guess("unseen-llama3", {
      question: {
        en: "Llama 3 before its extension: head width 128 (64 pairs), base 500 000, 8192 positions. Give it 32 768. How many pairs meet new angles?",
        zh: "扩展之前的 Llama 3：头维度 128（64 对），底数 500 000，8192 个位置。输入 32 768 个，有多少对遇到新角度？",
      },
      check: "long/unseen-llama3",
      tolerance: 0.08,
      why: {
        en: "{value}. Nearly half of the head has never gone round once, more than in the first LLaMA. A large base is no protection by itself.",
        zh: "{value} 对。将近一半的对从没转满一圈，比第一代 LLaMA 还多。底数大，本身并不构成保护。",
      },
    }),
    tryThis(
      {
        en: "Choose interpolation. What remains are fractions of a degree: position 8191 becomes 2047.75, a little past 2047.",
        zh: "选“线性内插”。剩下的只有零点几度：位置 8191 变成 2047.75，比 2047 多出一点。",
      },
      {
        en: "Choose NTK for the same lengths. Which pairs still step out, and why are they not the slowest ones?",
        zh: "同样的长度改用 NTK。哪些对仍会越界？为什么不是最慢的那些？",
      },
    ),
    aside({
      en: "Coverage is a condition, not a verdict: a model may use a pair so little that its new angles do no harm, and may fail although every angle is known.",
      zh: "覆盖只是条件，不是定论：某一对若几乎没被用到，新角度也无妨；角度全都见过，模型仍可能失败。",
    }),
  ),
);
