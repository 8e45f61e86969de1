// What the story says: one idea a card, 35 words at most.
import type { Text } from "../../widgets/words/text.ts";
import { TRAINED } from "./step-gestures.ts";
import { TURN } from "./story-numbers.ts";

export interface Card {
  /** A title, where a card has one. */
  readonly title?: Text;
  readonly text: Text;
  /** What to do; there is nothing to do at the end. */
  readonly hint?: Text;
}

const swap: Text = { en: "Swap two words", zh: "交换两个词" };
const slide: Text = { en: "Slide the sentence", zh: "移动句子" };

export const CARDS: readonly Card[] = [
  {
    title: {
      en: "Dog bites man. Man bites dog.",
      zh: "狗咬人。人咬狗。",
    },
    text: {
      en: "One of them is news. Out of the box, a Transformer can’t tell them apart. It gives both the same answer.",
      zh: "只有一条是新闻。什么都不加的 Transformer 分不清是哪一条：对两句话，它的猜测一模一样。",
    },
    hint: swap,
  },
  {
    text: {
      en: "Attention asks *what* stands there, never *where*. Blue shows how much attention *bites* pays to each word. Shuffle the words: the lines travel along, and not one percentage changes.",
      zh: "注意力只问那里*是什么*，从不问*在哪里*。蓝色是“咬”看另外两个词各看多少。打乱词序：连线跟着词走，百分比一个都不变。",
    },
    hint: { en: "Shuffle the words", zh: "打乱词序" },
  },
  {
    text: {
      en: "So number the words, and add the number to each. But add 199 and there’s nothing left of the word.",
      zh: "那就给词编号，再把编号加到词上。可是编号到了 199，词本身就被淹没了。",
    },
    hint: { en: "Make the text longer", zh: "把文本加长" },
  },
  {
    text: {
      en: "Then divide by the last number: all places fit between 0 and 1. But add one word, and every place but the first changes.",
      zh: "那就除以最后一个编号：所有位置都落在 0 和 1 之间。可是只要多一个词，除了第一个，位置全都跟着变。",
    },
    hint: { en: "Add a word", zh: "加一个词" },
  },
  {
    text: {
      en: "Write the position in binary: a few switches, all the same size. But from 7 to 8 every switch flips. Neighbours look like strangers.",
      zh: "把位置写成二进制：几个开关，大小都一样。可是从 7 到 8，所有开关一起翻转。紧挨着的两个位置，看上去毫不相干。",
    },
    hint: { en: "Drag along the columns", zh: "沿着各列拖动" },
  },
  {
    text: {
      en: "So let the switches glide. Each becomes the hand of a clock: the first turns fast, each of the others slower than the one before it.",
      zh: "那就让开关平滑地转动。每个开关变成钟表的一根指针：第一根转得快，后面一根比一根慢。",
    },
    hint: { en: "Drag the position", zh: "拖动位置" },
  },
  {
    text: {
      en: "Each hand is two numbers side by side, its sine and cosine (orange plus, blue minus). Down the table they draw waves, *sinusoids*. A row is one position; it is added to the word there.",
      zh: "每根指针写成并排的两个数，一个正弦、一个余弦：橙色为正，蓝色为负。一列从上往下就是*正弦波*。一行是一个位置，加到落在那里的词上。",
    },
    hint: { en: "Drag the words", zh: "拖动这几个词" },
  },
  {
    text: {
      en: "Now the order is in the words, and attention can use it. Ask again: who bites?",
      zh: "这下词里带着顺序，注意力就用得上了。再问一遍：谁咬？",
    },
    hint: swap,
  },
  {
    text: {
      en: "But this model knows only the *places* it was trained on. So does another, whose table is learned row by row instead of computed. Slide the sentence past them and it’s a coin toss.",
      zh: "可是这个模型只认得训练时见过的*位置*。另一个模型也一样：它的表不是算出来的，而是一行一行学出来的。把句子移到那些位置之外，答得对不对就全凭运气了。",
    },
    hint: slide,
  },
  {
    text: {
      en: `What counts is not where, but how far apart. *R* turns *q*, the word that looks (at *m*), and *k*, the one looked at (at *n*), ${TURN}° per place: two places apart is ${2 * TURN}° everywhere.`,
      zh: `要紧的不是在哪里，而是相隔多远。$R$ 把去看的词 $q$（在 $m$）和被看的词 $k$（在 $n$）按位置旋转，每个位置 ${TURN}°：相隔两个位置，夹角处处是 ${2 * TURN}°。`,
    },
    hint: slide,
  },
  {
    text: {
      en: "This is rotary position embedding (RoPE), used in most open large models today. Wherever the sentence stands, the answer stays the same.",
      zh: "这就是旋转位置编码（RoPE），如今开源的大模型大多在用。句子移到哪里，回答都不变。",
    },
    hint: slide,
  },
  {
    text: {
      en: `Does it work on texts longer than it was trained on? Here RoPE does, to about 110 words; past word ${TRAINED} the others are a coin toss. Other tasks break it sooner: see [long context](~/long-context/).`,
      zh: `文本比训练时见过的都长，还能撑住吗？在这里，RoPE 到大约 110 个词都撑得住；另外两个过了 ${TRAINED} 个词就全凭运气。换一个任务，RoPE 可能更早就不行：见[长上下文](~/long-context/)一章。`,
    },
    hint: { en: "Drag the length", zh: "拖动长度" },
  },
  {
    title: { en: "Go on", zh: "继续" },
    text: {
      en: "Everything you saw was computed here, in your browser.",
      zh: "你看到的一切，都是你的浏览器当场算出来的。",
    },
  },
];

/** The formula of step 9, the first of the story. */
export const FORMULA = String.raw`R_{m} q \cdot R_{n} k = q \cdot R_{n-m} k`;

export const labels = {
  story: { en: "The story in 13 steps", zh: "十三步的故事" },
  begin: { en: "See why", zh: "看看为什么" },
  next: { en: "Next step", zh: "下一步" },
  previous: { en: "Previous step", zh: "上一步" },
} as const satisfies Readonly<Record<string, Text>>;

export const stepName = (step: number): Text => ({
  en: `Step ${step} of 12`,
  zh: `第 ${step} 步，共 12 步`,
});
