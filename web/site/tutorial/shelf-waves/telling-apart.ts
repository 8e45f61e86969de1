// Sections on what tells positions apart: smoothness, uniqueness, repeats and
// the directions in use.
import * as pe from "posenc";
import { quantity } from "../../../widgets/words/text.ts";
import {
  aside,
  computed,
  guess,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const invarianceSection = section(
  "smooth",
  { en: "Smooth, or invariant?", zh: "平滑，还是不变？" },
  more(
    "smooth-four",
    { en: "Two properties, four tables", zh: "两种性质，四张表" },
    paragraph({
      en: "“Translation invariant” is sometimes explained as “neighbouring rows are close”. But *smooth* compares one step with a typical distance. *Invariant* compares the same step at different places. Four tables show every combination: the sinusoidal one has both, the logarithmic one is smooth but changes its pace, sinusoids taken every 1009 positions are invariant and jump about, and a random table has neither.",
      zh: "有人把“平移不变”解释成“相邻的行很接近”。其实，*平滑*是拿一步与典型的距离相比；*不变*是拿不同地方的同样一步相比。四张表正好凑齐四种组合：正弦表两者兼有；对数表平滑，但步子有快有慢；每隔 1009 个位置取一行的正弦表处处相同，却跳来跳去；随机表两者皆无。",
    }),
    aside({
      en: "The rows themselves are not invariant in any of these tables. Only their distances and products can be.",
      zh: "这几张表里，行本身都不是不变的；能够不变的只有行与行之间的距离和内积。",
    }),
  ),
);

const distinct = (format: "bfloat16" | "float16") => (): number =>
  pe.analysisCollisions({ dModel: 2, seqLen: 5000, format }).distinct;

const closest = (dModel: number, seqLen: number) => (): string =>
  quantity(pe.analysisCollisions({ dModel, seqLen }).distance);

export const uniqueSection = section(
  "unique",
  { en: "Is every row its own?", zh: "每一行都独一无二吗？" },
  paragraph({
    en: "In exact arithmetic, yes: the first hand advances by one radian per position, and as π is irrational it never stops at the same angle twice. One pair would do. But computers round. Then the question is how close two rows come, and how fine the number format is.",
    zh: "在精确算术下，是的：第一根针每个位置走一弧度，而 π 是无理数，所以它绝不会两次停在同一角度，一对就够了。但计算机要舍入，于是问题就成了：两行最近能有多近，数值格式又有多细。",
  }),
  more(
    "unique-rounding",
    { en: "What rounding leaves of it", zh: "舍入之后还剩多少" },
    computed(
      {
        half: distinct("float16"),
        four: closest(4, 3000),
        eight: closest(8, 2000),
        wide: closest(512, 500),
      },
      paragraph({
        en: "710 positions are 113 turns of the first hand, almost exactly. That is the old approximation 355/113 of π at work, and at width 2 it makes {half} rows out of 5000 in float16. A second pair, at a hundredth of the speed, settles it. The smallest distance between rows grows quickly with the width: {four} at d = 4, {eight} at d = 8, {wide} at d = 512, where the closest rows are simply neighbours.",
        zh: "710 个位置几乎正好是第一根针的 113 圈，这是 π 的古老近似值 355/113 在起作用；维数为 2 时，float16 下 5000 个位置因此只剩 {half} 种不同的行。加上转速只有百分之一的第二对，问题就解决了。最近两行的距离随维数迅速增大：d = 4 时 {four}，d = 8 时 {eight}；d = 512 时 {wide}，那时最近的不过是相邻的两行。",
      }),
    ),
    guess("distinct-bf16", {
      question: {
        en: "How many of 5000 rows of width 2 remain distinct in bfloat16, which keeps 8 significant bits?",
        zh: "2 维的 5000 行存成只有 8 位有效位的 bfloat16，还剩多少种不同的行？",
      },
      check: "waves/distinct-bf16",
      tolerance: 0.25,
      why: {
        en: "{value}. As 710 steps are almost exactly 113 turns, the rows crowd at 710 places on the circle, and most of those at one place round to the same row. With four dimensions all 5000 are distinct again.",
        zh: "{value} 种。710 步几乎正好是 113 圈，5000 行因而只聚在圆周上 710 处，同一处的行大多舍入成同一行。有四维时，5000 行又全都不同了。",
      },
    }),
    paragraph({
      en: "Rounding the finished table, as here, is the harmless case. Computing the *angle* in a short format does far more damage at large positions; [chapter 7](~/long-context/) measures it.",
      zh: "这里是把算好的表舍入，危害不大。若连*角度*也用短格式计算，位置大时的损失要严重得多，[第 7 章](~/long-context/)会给出实测。",
    }),
  ),
);

export const repeatsSection = section(
  "repeats",
  { en: "Does it ever repeat?", zh: "会重复吗？" },
  paragraph({
    en: "Each pair repeats, the fastest every 6.28 positions. From this some texts conclude that very long inputs see the pattern again. For the whole vector that would require *all* hands to be back at once. The search below looks for the best such moment past the longest wavelength.",
    zh: "每一对自己会重复，频率最高的一对每 6.28 个位置重复一次。有的文章据此断定：输入很长时，图案会再次出现。可是整个向量要重复，得*所有的*针同时回到原处。下面的搜索就在最长的波长之后，寻找最接近这种情形的时刻。",
  }),
  more(
    "repeats-search",
    { en: "Search for a repeat", zh: "找一找重复" },
    widget("pe-repeats", "near-repeats"),
    paragraph({
      en: "Four or eight dimensions do come back, almost perfectly. With each doubling of the width the best return gets worse, and at d = 64 nothing in half a million positions comes near. Whatever goes wrong with long texts at the widths in use, it is not that the encoding starts over.",
      zh: "四维、八维确实会回来，而且几乎丝毫不差。维数每加倍一次，最好的一次回归就差一截；到 d = 64，五十万个位置之内找不到任何近似的重复。在实际使用的维数下，长文本不管出了什么问题，都不是编码从头再来。",
    }),
    tryThis({
      en: "At width 4, search up to 10 thousand and go to distance 622: the first similarity above 0.99. Why so close to the wavelength of the second pair, 628, and why not at it?",
      zh: "维数为 4 时，搜索到一万，把距离调到 622：相似度首次超过 0.99。为什么接近第二对的波长 628，却不恰好是它？",
    }),
  ),
);

const needed = (seqLen: number) => (): number => {
  const rows = pe.sinusoidal({ seqLen, dModel: 128 });
  const { explained } = pe.analysisSpectrum(rows, { components: 1 });
  let [sum, count] = [0, 0];
  while (sum < 0.9) {
    sum += explained[count] as number;
    count += 1;
  }
  return count;
};

export const directionsSection = section(
  "directions",
  { en: "How much of the space is used", zh: "用到了多少空间" },
  more(
    "directions-count",
    { en: "Count the directions in use", zh: "数一数用到的方向" },
    paragraph({
      en: "[Principal components](term:principal-components) count the directions: how many directions hold nine tenths of the variance? A short text needs few, because the slow dimensions have no time to move.",
      zh: "[主成分](term:principal-components)可以数出用了几个方向：其中多少个就占去九成的方差？短文本只需要很少几个，因为低频维度来不及动。",
    }),
    computed(
      { short: needed(50), middle: needed(512), long: needed(5000) },
      paragraph({
        en: "At width 128 it takes {short} directions for 50 positions, {middle} for 512 and {long} for 5000. So it is true that high dimensions carry little in a short text, and wrong to call them wasted: they are the ones that resolve long distances. It is also true that each pair has a frequency of its own and that the directions are used unequally (“anisotropic”, says document 3), and wrong to conclude that the space of codes is rich: a random table of the same size spreads over far more directions.",
        zh: "维数为 128 时，50 个位置需要 {short} 个方向，512 个位置需要 {middle} 个，5000 个位置需要 {long} 个。所以，说高维部分在短文本里作用很小，没有错；说它们被浪费了，就错了：分辨远距离靠的正是它们。说每一对各有各的频率、各个方向用得不均（文档 3 称之为“各向异性”），没有错；由此推出编码空间更丰富，就错了：同样大小的随机表铺开的方向要多得多。",
      }),
    ),
    quiz("drop-dims", {
      question: {
        en: "Your texts have at most 50 tokens. You would like to drop dimensions that carry almost nothing. Which ones?",
        zh: "你的文本至多 50 个词元，想去掉几乎不起作用的维度。该去掉哪些？",
      },
      choices: [
        {
          text: {
            en: "The last, they hardly move",
            zh: "最后面的，它们几乎不动",
          },
          right: true,
          why: {
            en: "Within 50 positions many of them move by less than 0.1. Keep in mind that with longer texts you would want them back.",
            zh: "50 个位置之内，其中许多维的变化不到 0.1。不过要记住，文本一长，又会需要它们。",
          },
        },
        {
          text: {
            en: "The first, they only wobble",
            zh: "最前面的，它们只是来回抖动",
          },
          why: {
            en: "It is the fast pairs that tell neighbours apart; within 50 positions they do nearly all of the work.",
            zh: "分清相邻位置靠的正是高频维度；50 个位置之内，几乎全是它们在出力。",
          },
        },
        {
          text: {
            en: "None, all carry the same",
            zh: "一个也不能去，作用都一样",
          },
          why: {
            en: "Over a full turn they do. A text of 50 positions shows only a sliver of the slow turns.",
            zh: "转满一圈时确实一样。但 50 个位置里，慢的针只露出一小段弧。",
          },
        },
      ],
    }),
  ),
);
