// What positions are good for: a translation, a text in the making, a long one.
import {
  dataTable,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const translationSection = section(
  "translation",
  { en: "In use: a translation", zh: "用处之一：翻译" },
  paragraph({
    en: "A translator must know what a *not* belongs to. In English and in Chinese it mostly stands right before what it negates, so a head that looks one place on will find it. Here is such a head, not trained but built: its query is the row of its own position, turned by one place, and its keys are the rows themselves.",
    zh: "翻译必须弄清一个“不”管的是哪个词。中文和英文里，它大多紧挨在所否定的词之前，所以只要有一个注意力头专看后面一个位置，就能找到。下面就是这样一个头，不是训练出来的，而是直接造的：查询是它自己位置的行再旋转一个位置，键就是各位置的行。",
  }),
  widget("pe-negation", "negation"),
  paragraph({
    en: "The conclusion is modest. Positions make it *possible* to connect the two; whether to connect them, and when not to, a trained model has to learn: in “not a single good word” the next place is the wrong one, since *not* negates the whole phrase. And the pair of sentences in document 1, “I do not like this movie” and “我不喜欢这个电影”, match nearly word for word, so that even a translator that ignored order altogether would get them right.",
    zh: "由此得到的结论要有分寸。位置让两个词*有可能*连起来；该不该连、什么时候不该连，要靠模型学习：“不跟你去”否定的是“去”，紧跟在“不”后面的却是“跟”。而文档 1 的那对例句（I do not like this movie 与“我不喜欢这个电影”）几乎逐词对应，就算完全不管语序，也能译对。",
  }),
  tryThis({
    en: "Take the Chinese sentences, where 不 does the same. Switch positions off. Then switch them on again and lower the sharpness: at which value can the head no longer decide?",
    zh: "在“句子”里换成英文例句，结果也一样。先关掉位置编码；再打开，把锐度调低：低到多少，这个头就拿不定主意了？",
  }),
);

export const generationSection = section(
  "generation",
  { en: "In use: generating text", zh: "用处之二：生成文本" },
  paragraph({
    en: "A model that writes also reads its own words, one more at every step. Grammar (a verb agrees with a subject some words back), reference (*she* means the last woman named) and the order of events all depend on where the earlier words stand. So every new token must enter at its own place. In a small decoder of two layers the stepwise outputs agree with a single pass over all eight tokens {stepRight}; if each step is given the row of position 0, they are off by {stepWrong}.",
    zh: "生成文本的模型边写边读自己的词，每步多一个。语法（动词与前面若干词之外的主语一致）、指代（“她”指最近提到的那位女性）、事件的先后，都取决于前面的词在哪里。所以每个新词元都要带着自己的位置进来。在一个两层的小解码器里，逐步计算的输出与一次通读八个词元的结果{stepRight}；如果每一步都给位置 0 的行，就会相差 {stepWrong}。",
  }),
  more(
    "generation-offset",
    {
      en: "Four rules for the offset, three of them wrong",
      zh: "四种偏移规则，三种是错的",
    },
    paragraph({
      en: "The figure in [positions inside a model](~/putting-them-in/#offset) steps through a sentence with each of the four. The wrong rules raise no error: the text merely gets worse, most of all late in a long answer.",
      zh: "[位置在模型里](~/putting-them-in/#offset)的图用这四种规则各走一遍同一句话。用错了也不会报错，只是写出来的东西变差，长回答的后半段尤其明显。",
    }),
  ),
);

export const documentSection = section(
  "long-document",
  { en: "In use: a long document", zh: "用处之三：长文档" },
  paragraph({
    en: "A report begins with “in 2023” and ends, 30 000 tokens later, with “last year”. What does positional encoding contribute to finding out which year is meant? Less than is often said (document 1 has the model remember 2023 and work out 2022): which mention comes first, and roughly how far back it is. Finding the year is attention’s work, and subtracting one is learned. How much of the distance still arrives depends on the encoding:",
    zh: "一份报告以“2023 年”开头，三万个词元之后出现“去年”。指的是哪一年？位置编码在其中的作用，没有人们说的那么大（文档 1 说它让模型记住 2023 年并推出 2022 年）：它只说明哪个在前、大约相隔多远。找到年份靠注意力，减去一靠学习。至于距离的信息还剩多少，要看用哪种编码：",
  }),
  dataTable({
    caption: {
      en: "What each encoding makes of a distance",
      zh: "同一距离在各种编码中的表现",
    },
    columns: [
      { en: "distance in tokens", zh: "相距的词元数" },
      "10",
      "1000",
      { en: "30 000", zh: "30 000" },
    ],
    rows: [
      [
        {
          en: "sinusoidal, cosine of the rows, d = 512",
          zh: "正弦编码：两行的余弦相似度，d = 512",
        },
        "{similarNear}",
        "{similarFar}",
        "{similarDocument}",
      ],
      [
        {
          en: "ALiBi, factor of the flattest of 8 heads",
          zh: "ALiBi：8 个头中最平缓的一个所乘的因子",
        },
        "{flatNear}",
        "{flatFar}",
        "{flatDocument}",
      ],
      [
        { en: "T5, bucket", zh: "T5：分桶编号" },
        "{bucketNear}",
        "{bucketFar}",
        "{bucketDocument}",
      ],
      [
        {
          en: "RoPE, pairs of 64 that have turned once",
          zh: "RoPE：64 对中转满一圈的有几对",
        },
        "{turnedNear}",
        "{turnedFar}",
        "{turnedDocument}",
      ],
    ],
  }),
  paragraph({
    en: "ALiBi’s heads no longer see the first page, T5 cannot tell 1000 from 30 000, and in the other two most pairs have gone round, two thirds of all pairs ten times or more. Scores for all pairs are {pairsDocument} per head besides. [Chapter 7](~/long-context/) is about what models do to reach that far all the same.",
    zh: "ALiBi 的头已经看不到第一页；T5 分不清 1000 和 30 000；另外两种里，大多数对已转满一圈，三分之二转了十圈以上。况且每个头还要算 {pairsDocument} 个分数。模型仍要看到那么远，是怎么做的，见[第 7 章](~/long-context/)。",
  }),
  quiz("last-year", {
    question: {
      en: "A model answers correctly what “last year” means on page 60. What did the positional encoding contribute?",
      zh: "模型正确回答了第 60 页的“去年”是哪一年。位置编码在其中起了什么作用？",
    },
    choices: [
      {
        text: {
          en: "Order and distance; trained weights found and subtracted",
          zh: "先后与距离；查找和相减靠训练好的权重",
        },
        right: true,
        why: {
          en: "Without positions, attention would still find the token 2023; it could not tell whether it comes before or after.",
          zh: "没有位置，注意力照样能找到“2023”这个词元，只是说不出它在前还是在后。",
        },
      },
      {
        text: {
          en: "It stored the year, to be looked up 30 000 tokens later",
          zh: "它存下了年份，供三万个词元之后取用",
        },
        why: {
          en: "An encoding is the same for every text; nothing of this one is in it.",
          zh: "位置编码对任何文本都一样，里面没有这篇文本的任何内容。",
        },
      },
      {
        text: {
          en: "Nothing: finding the year is a matter of words alone",
          zh: "没有作用：找到年份只靠词的内容",
        },
        why: {
          en: "If the document names several years, order and distance decide which one is meant.",
          zh: "若文中提到好几个年份，指的是哪一个，就要靠先后与距离来判断。",
        },
      },
    ],
  }),
);
