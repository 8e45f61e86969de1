// The two steps that count.
import { more, paragraph, quiz, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const indexSection = section(
  "index",
  { en: "First try: count", zh: "第一步：数数" },
  paragraph({
    en: "How would you tell a network where a word is? Give position p the number p: a table with one row for each position and one number in each row. The rows are distinct and as smooth as can be, three places on is just 3 more, and there is always a next row. The trouble is their size: the numbers of a word’s embedding lie around 1, and next to position 5000 they are dust.",
    zh: "怎样告诉网络一个词在哪里？位置 p 就用数字 p 来表示：一张表，每个位置一行，每行一个数。各行互异，十分平滑，往后三个位置就是加三，永远有下一行。毛病出在大小上：词嵌入的各个数在 1 上下，放在位置 5000 旁边就微不足道了。",
  }),
  more(
    "index-check",
    { en: "Check yourself", zh: "自测" },
    quiz("what-is-lost", {
      question: {
        en: "Can a network learn anything from the bare number?",
        zh: "光秃秃的序号，网络能从中学到东西吗？",
      },
      choices: [
        {
          text: {
            en: "Yes, all of it is there",
            zh: "能，信息全都在",
          },
          right: true,
          why: {
            en: "The trouble is its size beside the word, not a lack of content.",
            zh: "问题在于它与词相比太大，而不是没有内容。",
          },
        },
        {
          text: {
            en: "No, a bare number has no meaning",
            zh: "不能，数字本身没有语义",
          },
          why: {
            en: "It names the position completely. ALiBi (chapter 7) uses plain distances and works well; it only puts them where size does no harm.",
            zh: "它完整地说明了位置。第 7 章的 ALiBi 直接用距离，效果很好，只是把它放在了大小不碍事的地方。",
          },
        },
      ],
    }),
  ),
  more(
    "index-norm",
    { en: "Could layer normalisation rescue it?", zh: "层归一化能补救吗？" },
    paragraph({
      en: "[Layer normalisation](term:layer-norm) does not help; it only decides which of the two gets lost. Add the index to all columns, and it is a constant shift, which the norm subtracts first of all. Keep it in a column of its own, and the norm divides everything by *its* size: now the word is gone.",
      zh: "[层归一化](term:layer-norm)救不了场，只是决定丢掉哪一个。把序号加到每一列，它就是一个常数平移，归一化一上来就把它减掉；让它单独占一列，归一化又会拿*它的*大小去除所有的数，这回消失的是词。",
    }),
  ),
);

export const normalizedSection = section(
  "normalized",
  { en: "Second try: count in shares", zh: "第二步：按比例" },
  paragraph({
    en: "If size is the trouble, divide by the last number: in a text of T words p/(T − 1) runs from 0 to 1. That mends the size and breaks the meaning. The fourth word is at 3/8 of a text of nine words and at 3/49 of one of fifty, {half} less; a model that has learned to look one step back must learn it anew for every length.",
    zh: "既然毛病在大小，那就除以最后一个编号：T 个词时，p/(T − 1) 从 0 走到 1。大小治好了，意义却丢了：第四个词在九个词的文本里位于 3/8，在五十个词的文本里却是 3/49，小了 {half}；模型就算学会了往前看一步，换个长度又得重学。",
  }),
  widget("pe-rung-normalized", "rung-normalized", { sync: "ladder" }),
  tryThis({
    en: "Set “Positions” in the figure to 16, then to 128, and watch the number of your position. A text that is still being written has no length yet. What would you divide by?",
    zh: "把图中的“位置个数”设为 16，再设为 128，看所选位置的数怎样变。正在生成的文本还没有长度：该除以几？",
  }),
);
