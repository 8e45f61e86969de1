// Sections on recurrences and on distances.
import {
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section, sideSection } from "../../pages/chapter.ts";

export const chainSection = section(
  "in-turn",
  { en: "One after the other, or all at once", zh: "逐个处理与同时处理" },
  paragraph({
    en: "Before 2017 order was rarely a question, because the usual models walked through the sentence. A recurrent network keeps one state and updates it word by word. In “I do not like this movie” it meets *not* before *like*, so that when it reads *like*, its state already knows about the *not*. Order is built in, at a price: word 500 waits for 499 others, however many processors are idle, and what the first word said has by then been through 499 updates.",
    zh: "2017 年以前，词序很少成为问题，因为通行的模型本来就是沿着句子一路读下去的。循环网络维持一个状态，每读一个词更新一次。读“我不喜欢这个电影”时，先遇到“不”，再遇到“喜欢”；读到“喜欢”时，状态里已经有了“不”。次序是自带的，但有代价：第 500 个词要等前面 499 个词算完，处理器再多也只能闲着；而第一个词的信息到这时已被改写了 499 次。",
  }),
  more(
    "in-turn-cost",
    {
      en: "Steps, paths and multiplications, counted",
      zh: "步数、路径与乘法次数",
    },
    widget("pe-chain", "chain"),
    source("vaswani", { en: "section 4, table 1", zh: "第 4 节，表 1" }),
    source("pascanu"),
    paragraph({
      en: "The figure strips the recurrence down to its essentials: a rotation, which keeps lengths, times a gain. Below 1 the trace of a word vanishes, above 1 it explodes, and the gradients that train the network do the same on their way back. LSTMs use gates to keep the gain near 1, but the waiting remains. Attention removes both: a single step, with a single multiplication between any two words. The bill comes later: n words make n² pairs of d multiplications each, which is less than the n·d² of a recurrence only while the text is shorter than the vectors are wide. And the order is gone.",
      zh: "图中的循环网络只留下最要紧的部分：一个保持长度的旋转，乘以一个增益。增益小于 1，词的痕迹逐渐消失；大于 1，则会爆炸；训练时反向传回的梯度也是同样的命运。LSTM 用门控把增益维持在 1 附近，但“等”是免不了的。注意力把两样都去掉了：只要一步，任意两个词之间只隔一次相乘。代价在别处：n 个词有 n² 对，每对 d 次乘法；只有当文本长度小于向量维数时，分数的 n²·d 才小于循环网络的 n·d²。而且，次序没有了。",
    }),
    paragraph({
      en: "Was it worth it? In translation it was: in 2017 the Transformer scored 28.4 BLEU from English to German, over 2 more than the best models before it, ensembles included. A few years later it was the usual model of language. Whatever it was to know about order, however, had to be put back from outside.",
      zh: "这样交换值不值？在翻译上是值得的：2017 年，Transformer 的英德翻译得到 28.4 BLEU，比此前最好的模型（包括集成模型）高出 2 分以上；几年之后，它成了处理语言的通行模型。只是，它要知道的次序，都得从外面补回来。",
    }),
    source("vaswani", { en: "abstract", zh: "摘要" }),
    quiz("trade", {
      question: {
        en: "Which change makes a layer of attention cost more multiplications than a recurrent layer?",
        zh: "怎样改动，会让一层注意力的乘法次数超过一层循环网络？",
      },
      choices: [
        {
          text: {
            en: "A text longer than the width d of the vectors",
            zh: "文本长度超过向量维数 d",
          },
          right: true,
          why: {
            en: "By the usual count, n²·d for the scores against n·d² for the recurrence, that happens once n exceeds d. The weighted sum of the values takes another n²·d, and the four projections 4n·d² at any length. Set the width in the figure to 8 and take the longest sentence.",
            zh: "按通常的算法，分数要 n²·d 次，循环要 n·d² 次，n 超过 d 时前者更多。此外，对值加权求和还要 n²·d 次，四个投影无论多长都要 4n·d² 次。把图中的维数设为 8，再选最长的句子看看。",
          },
        },
        {
          text: { en: "Wider vectors", zh: "维数更高的向量" },
          why: {
            en: "The recurrence pays d² per word, attention only d per pair: width favours attention.",
            zh: "循环网络每个词要 d² 次，注意力每对词只要 d 次：维数越高，越有利于注意力。",
          },
        },
        {
          text: { en: "Adding positions to the words", zh: "给词加上位置编码" },
          why: {
            en: "That is n·d additions, once: next to nothing.",
            zh: "那只是一次 n·d 个加法，几乎可以忽略。",
          },
        },
      ],
    }),
  ),
);

export const distanceSection = sideSection(
  "distance",
  { en: "Across a distance", zh: "隔着一段距离" },
  paragraph({
    en: "In “the keys that were on the table are gone” the verb is *are* because the subject is *keys*, although *table* stands next to it. To see that, a reader must connect two words across a clause. Here the short path of attention pays off, and here order is needed: the noun that comes first, outside the clause, decides the verb.",
    zh: "英语句子 the keys that were on the table are gone（放在桌上的那几把钥匙不见了）里，动词用 are，是因为主语是 keys，尽管紧挨着它的是 table。要看出这一点，就得跨过一个从句把两个词连起来。注意力路径短的好处正在这里；而要判断哪个名词才是主语，又离不开次序。",
  }),
  widget("pe-apart", "apart"),
  more(
    "off-by-one",
    {
      en: "Four words or five? Counting without being off by one",
      zh: "隔四个词还是五个词：怎样数才不差一",
    },
    paragraph({
      en: "The sentence is that of document 1, which pairs *that* with *are* and calls them five words apart. Their positions differ by 5, but only four words stand between them; many texts confuse the two counts, and in code the mistake is called *off by one*. And the word that agrees with *are* is *keys*; *that* goes with *were*, its neighbour. In this tutorial a distance, or [offset](term:offset), is always a difference of positions.",
      zh: "这是文档 1 的例句，它把 that 与 are 连在一起，说它们相隔五个词。二者位置之差是 5，中间却只有四个词；两种数法常被混为一谈，写进代码里就是“差一错误”。再者，与 are 保持一致的是 keys，that 配的是紧挨着它的 were。本教程说的距离（[偏移](term:offset)），一律指位置之差。",
    }),
    tryThis({
      en: "Take the Chinese sentence: the classifier 把 goes with keys and knives but not with tables, and its noun comes six positions later.",
      zh: "选中文例句：量词“把”可以配钥匙、配刀，却不能配桌子，而它的名词要到六个位置之后才出现。",
    }),
  ),
);
