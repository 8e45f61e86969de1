// Sections on adding, joining and the four terms of a score.
import {
  aside,
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

/** Joining beside adding, behind one linear layer. */
const joined = (and: string): string =>
  String.raw`W \begin{bmatrix} x \\ p \end{bmatrix} = W_1 x + W_2 p \qquad\text{${and}}\qquad W (x + p) = W x + W p`;

/** A score multiplied out, each term with the names of its two sides. */
function fourTerms(word: string, position: string, comma: string): string {
  const term = (tex: string, first: string, second: string): string =>
    String.raw`\underbrace{${tex}}_{\text{${first}${comma}${second}}}`;
  const terms = [
    term("x_i^{\\top} A x_j", word, word),
    term("x_i^{\\top} A p_j", word, position),
    term("p_i^{\\top} A x_j", position, word),
    term("p_i^{\\top} A p_j", position, position),
  ];
  return String.raw`(x_i + p_i)^{\top} A \,(x_j + p_j) = ${terms.join(" + ")}`;
}

export const addSection = section(
  "add",
  { en: "Number plus number", zh: "逐数相加" },
  paragraph({
    en: "A table by itself does nothing; it has to meet the words. The word at position p has a vector x_{p} of width d, the position a row P_{p} of the same width. The first Transformer, BERT and GPT-2 add them, number by number, and hand the sum to the first layer:",
    zh: "一张表本身什么也做不了，它得与词结合。位置 p 上的词有一个 d 维向量 x_{p}，这个位置有同样维数的一行 P_{p}。最早的 Transformer、BERT 和 GPT-2 都把两者逐数相加，再把和交给第一层：",
  }),
  displayFormula(
    String.raw`X_p = x_p + P_p, \qquad x_p,\, P_p,\, X_p \in \mathbb{R}^{d}`,
  ),
  source("vaswani", { en: "sections 3.4 and 3.5", zh: "第 3.4、3.5 节" }),
  widget("pe-fusion", "adding"),
  more(
    "add-shapes",
    {
      en: "Shapes: a batch of words, one set of rows",
      zh: "形状：一批词，一组行",
    },
    paragraph({
      en: "In a program this is one line, but its shapes deserve a look. Words come as [B, T, d], a batch of B texts of T tokens; rows come as [T, d], since the positions of all texts are the same. The rows are added to every text of the batch. Their width must be equal to that of the words, for there is no sensible way to add four numbers to three.",
      zh: "写成程序只有一行，但形状值得细看。词的形状是 [B, T, d]，即一批 B 篇、每篇 T 个词元；位置行的形状是 [T, d]，因为每篇文本的位置都一样，同一张表加到批中的每一篇上。两者的宽度必须相等：四个数与三个数，没法相加。",
    }),
    aside({
      en: "The position vector of this example is invented: no sinusoidal row has these numbers, since each pair of one has squares that add up to 1.",
      zh: "这个例子里的位置向量是随手写的：正弦编码的任何一行都不会是这些数，因为它每一对的平方和都等于 1。",
    }),
  ),
  more(
    "add-check",
    { en: "Check yourself", zh: "自测" },
    quiz("lost-word", {
      question: {
        en: "After adding, only the sum is left. Is the word lost in it?",
        zh: "相加之后只剩下和，词是不是就丢了？",
      },
      choices: [
        {
          text: {
            en: "Yes: 0.6 can be 0.5\u00a0+\u00a00.1 or 0.4\u00a0+\u00a00.2",
            zh: "是：0.6 可以是 0.5\u00a0+\u00a00.1，也可以是 0.4\u00a0+\u00a00.2",
          },
          why: {
            en: "That is so for a single number. But there are only so many words and positions, and in hundreds of dimensions two of their sums practically never coincide.",
            zh: "单看一个数是这样。但就整个向量来说，词只有那么多，位置也只有那么多，在几百维里，两个和几乎不可能碰巧相等。",
          },
        },
        {
          text: {
            en: "No, the model stores both besides the sum",
            zh: "不会，模型在和之外另存了两者",
          },
          why: {
            en: "Only the sum is passed on. Whatever is needed later must be readable from it.",
            zh: "往后传的只有和。以后要用到的，都得能从和里读出来。",
          },
        },
        {
          text: {
            en: "Hardly ever: in many dimensions a matrix can still read both",
            zh: "几乎不会：维数一多，矩阵仍能分别读出两者",
          },
          right: true,
          why: {
            en: "Random directions in many dimensions are nearly at right angles. And slow dimensions hardly change in a short text, which leaves room for words; a model can learn to keep them apart.",
            zh: "维数很高时，随机的方向几乎互相垂直；短文本里低频维度又几乎不变，给词留出了余地。模型可以学会把两者分开放。",
          },
        },
      ],
    }),
  ),
);

export const joinSection = section(
  "join",
  { en: "Joined end to end", zh: "首尾拼接" },
  paragraph({
    en: "Adding mixes the two. The other way is to append the position’s numbers to those of the word. Nothing is mixed, and four numbers and two make six. The price is that every matrix that follows must take six inputs instead of four.",
    zh: "相加把两者混在了一起。另一种办法是把位置的数接在词的数后面：什么都没有混，四个加两个，共六个。代价是，后面每个矩阵的输入都要从四个变成六个。",
  }),
  widget("pe-fusion", "joining", { how: "concat", position: "0.1 -0.1" }),
  paragraph({
    en: "How long does the separation last? Until the first linear layer. The columns of its matrix fall into two groups, W₁ for the word and W₂ for the position, and the result is a sum:",
    zh: "这种分离能维持多久？到第一个线性层为止。它的列分成两组：W₁ 管词，W₂ 管位置。结果就是一个和：",
  }),
  displayFormula({ en: joined("and"), zh: joined("而") }),
  paragraph({
    en: "So joining is adding, with a separate matrix for positions; adding is joining, with one matrix for both. The practical argument decides: adding leaves the width, and with it all weights, as they are.",
    zh: "所以，拼接就是给位置单配一个矩阵的相加，相加就是两者共用一个矩阵的拼接。最后由实际考虑决定：相加不改变宽度，所有权重的形状都原样不动。",
  }),
  more(
    "absorb",
    {
      en: "Can a learned table absorb the second matrix?",
      zh: "可学习的表能吸收第二个矩阵吗？",
    },
    paragraph({
      en: "Yes, if a single square matrix with an inverse follows: training can write the effect of W₂ into the rows. When W_{Q}, W_{K} and W_{V} all read the same rows, no one table suits all three, and [TUPE](~/other-designs/#tupe) gives positions projections of their own.",
      zh: "若后面只有一个可逆方阵，可以：训练能把 W₂ 的作用写进表的各行。若同一张表要同时面对 W_{Q}、W_{K}、W_{V}，就做不到三者都合适了，[TUPE](~/other-designs/#tupe) 便为位置单设投影。",
    }),
  ),
  quiz("cost-of-joining", {
    question: {
      en: "A model of width 512 gets positions of width 512. How do the weights of the first query projection (512 outputs) compare?",
      zh: "512 维的模型，位置也是 512 维。第一层查询投影（输出 512）的权重数，两种办法相比如何？",
    },
    choices: [
      {
        text: { en: "Joining needs twice as many", zh: "拼接要两倍" },
        right: true,
        why: {
          en: "1024 inputs times 512 outputs in place of 512 times 512: 524 288 weights, where adding needs 262 144. And if the width is to stay 1024, all other layers grow too.",
          zh: "1024 个输入乘 512 个输出，而不是 512 乘 512：524 288 个权重，相加只要 262 144 个。若此后一直保持 1024 的宽度，其余各层也都要加大。",
        },
      },
      {
        text: { en: "The same", zh: "一样多" },
        why: {
          en: "The outputs are the same; the inputs have doubled.",
          zh: "输出一样，输入却多了一倍。",
        },
      },
      {
        text: { en: "Joining needs fewer", zh: "拼接更少" },
        why: {
          en: "It spares the model the mixing, but there are more numbers to read.",
          zh: "拼接省去的是混合，要读的数反而多了。",
        },
      },
    ],
  }),
);

export const termsSection = section(
  "four-terms",
  { en: "What happens to the score", zh: "分数里多出了什么" },
  paragraph({
    en: "Attention multiplies a query made from one sum by a key made from another. Write $A$ for $W_Q^\\top W_K$, multiply out, and four terms appear:",
    zh: "注意力把一个和变成查询，另一个和变成键，再相乘。记 $A = W_Q^\\top W_K$，展开就得到四项：",
  }),
  displayFormula({
    en: fourTerms("word", "position", ", "),
    zh: fourTerms("词", "位置", "·"),
  }),
  paragraph({
    en: "The first is the score of a model without positions. The last knows nothing of words; it is the only one in which two positions meet, so the distance can only come from there. The two in the middle let a word ask for a place (“what stands first?”) and a place for a word.",
    zh: "第一项是没有位置的模型也有的。最后一项完全不知道词是什么，但只有在这里，两个位置才碰到一起，距离只能出自这一项。中间两项让词可以询问位置（“开头是什么？”），也让位置可以询问词。",
  }),
  widget("pe-logit-terms", "terms"),
  paragraph({
    en: "Put the rotation M(k) of [more on waves](~/what-waves-can-do/) in between, and the last term peaks exactly k words back. So a model *can* learn distances from added places, but only by way of its matrices, and the same matrices serve the words.",
    zh: "在中间放上[再谈正弦波](~/what-waves-can-do/)的旋转 M(k)，最后一项的峰就恰好落在前面第 k 个词上。所以，模型*能够*从相加的位置里学到距离，但只能借道它的矩阵，而这些矩阵同时还要为词服务。",
  }),
  tryThis(
    {
      en: "Compare two occurrences of the same word: word · word is largest there, wherever they stand. Which term tells them apart?",
      zh: "比较同一个词的两次出现：不论在哪里，词·词一项都最大。区分它们的是哪一项？",
    },
    {
      en: "Give the word vectors the size N(0, 0.02²). Which terms are still visible?",
      zh: "把词向量的大小换成 N(0, 0.02²)。还看得见的是哪几项？",
    },
  ),
);
