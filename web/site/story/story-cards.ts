// What the story says: one idea a card, 35 words at most.
import type { Text } from "../../widgets/words/text.ts";
import { LAST, STEPS } from "./moments.ts";
import { whoDidIt } from "./reach-curves.ts";
import { TRAINED } from "./step-gestures.ts";

/** A word that RoPE's model has right with any sentence, and all before it. */
const HOLDS = 90;

export interface Card {
  /** A title, where a card has one. */
  readonly title?: Text;
  readonly text: Text;
  /** What to do; there is nothing to do at the end. */
  readonly hint?: Text;
  /** What is told once it has been found. */
  readonly found?: Text;
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
      zh: "注意力只问那里*是什么*，从不问*在哪里*。蓝色是“咬”分给另外两个词的注意力。打乱词序：连线跟着词走，百分比一个都不变。",
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
      zh: "每根指针写成并排的两个数，一个正弦、一个余弦：橙红为正，蓝色为负。一列从上往下就是*正弦波*。一行是一个位置，加到落在那里的词上。",
    },
    hint: { en: "Drag the words", zh: "拖动这几个词" },
  },
  {
    text: {
      en: "Now the order is in the words, and attention can use it. Ask again: who bites?",
      zh: "这下词里带着顺序，注意力就用得上了。再问一遍：谁咬的？",
    },
    hint: swap,
  },
  {
    text: {
      en: `But that model knows only the *places* it was trained on. So does another, whose table is learned row by row. Pick a sentence and slide it past word ${TRAINED}. Do they still know?`,
      zh: `可是这个模型只认得训练时见过的*位置*。另一个模型也一样，它的表是一行一行学出来的。选一句话，移到第 ${TRAINED} 个词之后：它们还答得对吗？`,
    },
    hint: slide,
    found: {
      en: "Neither was ever trained out there. It’s luck.",
      zh: "那么远的位置谁也没训练过，答对全凭运气。",
    },
  },
  {
    text: {
      en: "Look closer: the clocks again, now with two hands on each, one for each noun. Slide the sentence and every hand turns. What never changes?",
      zh: "凑近看：还是那几只钟，每只上有两根指针，各属一个名词。移动句子，指针全在转。什么始终不变？",
    },
    hint: slide,
    found: {
      en: "The angle between the two. It says how far apart the words are, and never where.",
      zh: "两根指针的夹角。它只说两个词相隔多远，不说在哪里。",
    },
  },
  {
    text: {
      en: "Attention compares two words by the angle between their arrows. Add a hand to each, and that angle changes as you slide. So don’t add the hand: *turn the word* by it.",
      zh: "注意力比较两个词，看的是两支箭头的夹角。给每个词加上指针，一移动夹角就变。那就不要加：指针转多少，*词就转多少*。",
    },
    hint: slide,
  },
  {
    text: {
      en: "In one line: *R* turns *q*, the word that looks, by its position *m*, and *k*, the word looked at, by *n*. Only the distance between them is left.",
      zh: "写成一行：$R$ 把去看的词 $q$ 按它的位置 $m$ 转动，把被看的词 $k$ 按 $n$ 转动。最后只剩下两个词相隔多远。",
    },
    hint: { en: "Move the words apart", zh: "把两个词拉开" },
  },
  {
    text: {
      en: `This is rotary position embedding (RoPE), used in most open large models today. The same sentence, three models, all trained on texts of ${TRAINED} words: who still knows, far out?`,
      zh: `这就是旋转位置编码（RoPE），如今开源的大模型大多在用。同一句话，三个模型，训练文本都只有 ${TRAINED} 个词：移到远处，谁还答得对？`,
    },
    hint: slide,
    found: {
      en: `RoPE does, up to word ${HOLDS} at least, whatever you pick.`,
      zh: `RoPE：无论选哪句话，至少到第 ${HOLDS} 个词都答得对。`,
    },
  },
  {
    text: {
      en: `That was one sentence, and one model of each kind. Ask five of each, ${whoDidIt.texts} sentences at every length. How far do they get past word ${TRAINED}?`,
      zh: `刚才只有一句话，每种一个模型。现在每种问五个模型，每个长度 ${whoDidIt.texts} 句。过了第 ${TRAINED} 个词，它们能走多远？`,
    },
    hint: { en: "Drag the length", zh: "拖动长度" },
    found: {
      en: "RoPE: 97% or more up to 99 words, then its weaker models slip. The others are luck.",
      zh: "RoPE 到 99 个词都能答对 97% 以上，之后较弱的几个模型开始出错。另外两种全凭运气。",
    },
  },
  {
    text: {
      en: "And that was one task. Now five models of each kind learn another: to say a text of 16 words backwards. Does RoPE get as far?",
      zh: "而且只是一个任务。现在每种五个模型学另一个任务：把 16 个词的文本倒着念。RoPE 还能走那么远吗？",
    },
    hint: { en: "Try the second task", zh: "试试第二个任务" },
    found: {
      en: "Even RoPE breaks. [Why?](~/long-context/)",
      zh: "连 RoPE 也不行了。[为什么？](~/long-context/)",
    },
  },
  {
    title: { en: "Go on", zh: "继续" },
    text: {
      en: "The models you asked were running here, in your browser.",
      zh: "你问过的模型，都在你的浏览器里当场作答。",
    },
  },
];

/** The only formula of the story. */
export const FORMULA = String.raw`R_{m} q \cdot R_{n} k = q \cdot R_{n-m} k`;

export const labels = {
  story: { en: `The story in ${STEPS} steps`, zh: `${STEPS} 步的故事` },
  begin: { en: "See why", zh: "看看为什么" },
  next: { en: "Next step", zh: "下一步" },
  previous: { en: "Previous step", zh: "上一步" },
} as const satisfies Readonly<Record<string, Text>>;

export const stepName = (step: number): Text => ({
  en: `Step ${step} of ${LAST}`,
  zh: `第 ${step} 步，共 ${LAST} 步`,
});
