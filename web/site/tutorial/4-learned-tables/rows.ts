// Sections on the rows of a table and how they are trained.
import {
  displayFormula,
  guess,
  listing,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const rowsSection = section(
  "rows",
  { en: "A row for every position", zh: "每个位置一行" },
  paragraph({
    en: "A model turns words into vectors by looking them up: word number 4711 is row 4711 of a table, and training decides what the row contains. Positions can be treated in the same way. Make a second table with a row for each position, look up the row of each place, add it to the row of the word. That is all there is to a [learned positional encoding](term:learned-encoding).",
    zh: "模型靠查表把词变成向量：第 4711 个词就是表的第 4711 行，行里是什么由训练决定。位置也可以照此处理：再做一张表，每个位置一行，查出来加到词的那一行上。[可学习的位置编码](term:learned-encoding)就这么简单。",
  }),
  source("convs2s", { en: "section 3.1", zh: "第 3.1 节" }),
  widget("pe-lookup", "two-tables"),
  paragraph({
    en: "The rows know nothing of each other: it is written nowhere that 4 lies between 3 and 5. And all layers above see only the sum; [positions inside a model](~/putting-them-in/) follows it there.",
    zh: "各行互不相识：哪里也没写着 4 在 3 和 5 之间。上面各层见到的也只有相加之后的和；它后来怎样，见[位置在模型里](~/putting-them-in/)。",
  }),
  more(
    "in-three-lines",
    { en: "In a program: three lines", zh: "写成程序：三行" },
    paragraph({
      en: "It involves no formula and no choice of wavelengths. In a program it takes three lines, in PyTorch with `nn.Embedding(max_len, d_model)`, here with:",
      zh: "其中没有公式，也不用挑选波长。写成程序只要三行；PyTorch 用 `nn.Embedding(max_len, d_model)`，这里则是：",
    }),
    listing(`
const table = pe.embedding.learned({ maxLen: 512, dModel: 768, seed: 0 });
const rows = pe.embedding.lookup(table, [0, 1, 2, 3]);
const input = pe.embedding.add(tokens, rows);
`),
    tryThis({
      en: "Swap two words of the sentence. Which rows of the sum change, and which rows of the two tables?",
      zh: "把句子里的两个词对调。相加的结果里，哪些行变了？两张表里呢？",
    }),
  ),
);

export const trainSection = section(
  "training",
  { en: "Let gradient descent fill it in", zh: "让梯度下降来填" },
  paragraph({
    en: "A fresh table is noise. Training compares the output with what is wanted, asks how the loss changes with every number, and takes a small step the other way. For the rows p_{t} that a text looked up, with learning rate η, that is",
    zh: "新建的表是一堆噪声。训练把输出同目标比较，求出损失对每个数的变化率，再朝反方向走一小步。设文本查到的行为 p_{t}，学习率为 η，则：",
  }),
  displayFormula(
    String.raw`p_t \leftarrow p_t - \link{rate}{\eta} \, \frac{\partial \mathcal{L}}{\partial p_t}`,
  ),
  paragraph({
    en: "In a real model the gradient comes a long way, through all layers. The figure takes a shortcut: the wanted rows are given, and the loss is half the squared distance to them. The update itself is the real one, `embedding.update` of the library, and each step is one text of another length.",
    zh: "真实模型里，梯度要从远处穿过所有的层传回来。图走了捷径：直接给出目标行，损失取距离平方的一半。更新一步却是真的，用的就是本库的 `embedding.update`；每一步是一篇长度不同的文本。",
  }),
  paragraph({
    en: "The table learns the sinusoidal rows as readily as noise, because it can hold *any* matrix of its size. This freedom is its strength and its price: a formula comes with properties that need not be learned, such as that a shift is the same everywhere. How close a row comes depends only on how often it was trained. After n updates the share (1 − η)^{n} of the first error is left.",
    zh: "无论目标是正弦表还是噪声，表都一样学得会，因为同样大小的矩阵，它*什么都装得下*。自由是它的长处，也是代价：公式自带一些不必学的东西，比如平移处处相同。一行能学到多近，只取决于训练了多少次：更新 n 次之后，最初的误差还剩 (1 − η)^{n}。",
  }),
  widget("pe-train-table", "train", { step: "0" }),
  more(
    "trainable",
    {
      en: "Trainable or not: the same class with a switch",
      zh: "可训练与否：同一个类加一个开关",
    },
    paragraph({
      en: "Switch “trainable” off and nothing moves. That is the position of the sinusoidal table in most programs: it is saved with the model and moves to the graphics card with it, but the optimizer does not know it. PyTorch calls this a buffer. The two kinds do not differ in any other way; one class with a switch can provide both.",
      zh: "关掉“参与训练”，就一点不动了。多数程序里的正弦表正是这样：随模型保存，随模型搬到显卡，优化器却不知道它的存在。PyTorch 称之为缓冲区（buffer）。两种表除此之外没有差别，同一个类加个开关就能兼顾。",
    }),
    source("pytorch", { en: "register_buffer", zh: "register_buffer" }),
  ),
  tryThis(
    {
      en: "Raise the learning rate to 1.9: the curve is that of 0.1. Now go step by step and watch row 0 of the table: what does it do? And what happens past 2?",
      zh: "把学习率调到 1.9：曲线与 0.1 时一样。再逐步看表的第 0 行：它在做什么？调过 2 又会怎样？",
    },
    {
      en: "Let the longest text be as long as the table. Why does the last row still lag behind?",
      zh: "让最长的文本与表一样长。最后一行为什么还是落在后面？",
    },
  ),
);

export const untrainedSection = section(
  "untrained",
  { en: "Rows that nobody trained", zh: "无人训练的行" },
  paragraph({
    en: "Every text has a position 0. Only long texts have a position 500. A row far down is therefore trained by few texts or by none, and a row that is not looked up gets no gradient at all. Without weight decay it keeps its initial numbers bit for bit; with AdamW’s, which touches every row at every step, it only shrinks towards zero.",
    zh: "每篇文本都有位置 0，只有长文本才有位置 500。靠后的行只得到少数文本的训练，甚至一次也没有；没被查到的行得不到任何梯度。没有权重衰减时，初始值一位不变；AdamW 的权重衰减每一步都作用于所有的行，也只会让它一点点缩向零。",
  }),
  more(
    "row-400-check",
    { en: "Check yourself", zh: "自测" },
    quiz("row-400", {
      question: {
        en: "A table of 512 rows is trained on texts of at most 300 tokens. The model is then given a text of 450. What happens at position 400?",
        zh: "一张 512 行的表，训练文本最长 300 个词元。之后给模型一篇 450 个词元的文本，位置 400 处会怎样？",
      },
      choices: [
        {
          text: {
            en: "An error: 400 was never seen",
            zh: "报错：没见过 400",
          },
          why: {
            en: "The program only asks whether the row exists, and it does.",
            zh: "程序只问这一行存不存在，而它存在。",
          },
        },
        {
          text: {
            en: "The row is close to its trained neighbours",
            zh: "这一行与训练过的邻行相近",
          },
          why: {
            en: "Nothing carries knowledge from one row to another. That would be interpolation, and there is none here.",
            zh: "行与行之间没有任何东西传递知识。那是插值，这里没有谁做过。",
          },
        },
        {
          text: {
            en: "The model reads the noise that the row was drawn with",
            zh: "模型读到这一行最初的随机噪声",
          },
          right: true,
          why: {
            en: "There is no error and no warning, only a row that the layers above have never met. The limit that the program checks is the size of the table, not the length that it was trained for.",
            zh: "不报错，也没有警告，读到的是上面各层从没见过的一行。程序检查的上限是表的大小，不是训练过的长度。",
          },
        },
      ],
    }),
  ),
  paragraph({
    en: "Training plans for this. BERT saw sequences of 128 tokens for nine tenths of its steps, because short ones are cheap, and sequences of 512 for the last tenth, expressly so that the later rows learn something. GPT-like models pack texts end to end until every sequence is full; then all rows get the same share.",
    zh: "训练这类模型的人会预先安排。BERT 有九成的步数只用 128 个词元的序列，因为短序列便宜；最后一成改用 512，明说是为了让靠后的行学到东西。GPT 一类的模型则把文本首尾相接，直到每个序列都填满；这样各行得到的次数就一样了。",
  }),
  source("bert", { en: "appendix A.2", zh: "附录 A.2" }),
  more(
    "overfit",
    {
      en: "Does a table “overfit the training length”?",
      zh: "表会“过拟合训练长度”吗？",
    },
    paragraph({
      en: "The counts make it plausible, and the claim is common. But we know of no measurement that isolates this cause; the author of ALiBi puts a similar idea forward, for learned, sinusoidal and rotary encodings alike, without being sure of it.",
      zh: "从更新的次数看说得通，这话也常有人讲。但测量是另一回事，我们没有见过单独考察这个原因的实验；ALiBi 的作者提过类似的想法，对象包括可学习、正弦和旋转三类编码，自己也并无把握。",
    }),
    source("alibiCode", { en: "FAQ", zh: "常见问题" }),
  ),
  more(
    "update-counts",
    { en: "How often is each row trained?", zh: "每一行训练了多少次？" },
    guess("last-row", {
      question: {
        en: "500 texts, spread evenly from 1 to 160 tokens: how often is row 80 updated?",
        zh: "500 篇文本，长度从 1 到 160 均匀分布：第 80 行更新多少次？",
      },
      check: "learned/row-80",
      tolerance: 0.03,
      why: {
        en: "{value} times. Half of the texts are longer than 80 tokens, and only those have a position 80.",
        zh: "{value} 次。一半的文本超过 80 个词元，只有它们才有位置 80。",
      },
    }),
  ),
);
