// Sections on wavelengths, distances and the printed table.
import {
  guess,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const wavelengthSection = section(
  "wavelengths",
  { en: "The ladder of wavelengths", zh: "波长的阶梯" },
  paragraph({
    en: "How many positions does a hand take for one turn? That is its [wavelength](term:wavelength). On a logarithmic axis the wavelengths of all pairs lie on a straight line, and so a few dozen pairs are enough to cover everything from six positions to tens of thousands.",
    zh: "一根针转一圈要经过多少个位置？这就是它的[波长](term:wavelength)。在对数轴上，所有波长排成一条直线，所以几十对就足以覆盖从六个到数万个位置。",
  }),
  widget("pe-wavelengths", "ladder"),
  more(
    "timescale",
    { en: "Timescale or wavelength?", zh: "时间尺度，还是波长？" },
    paragraph({
      en: "Timescale and wavelength are easily mixed up. For the first pair the divisor in the formula is 1 and the wavelength 2π, that is {fastest}; for the last pair at width 512 they are {last512} and {slowest512}. They never reach 10000 and 2π · 10000, because i stops one step before d/2. The tensor2tensor program divides the exponents differently and does reach them: choose its spacing in the figure. Tables made by the two rules agree in pair 0 alone.",
      zh: "时间尺度和波长很容易弄混。第一对在公式里的除数是 1，波长却是 2π，即 {fastest}；维数为 512 时，最后一对的除数是 {last512}，波长是 {slowest512}。除数到不了 10000，波长也到不了 2π · 10000，因为 i 只数到 d/2 的前一个。tensor2tensor 的程序对指数的分法不同，恰好能到：在图里换成它的间隔看看。两种规则算出的表，只有第 0 对相同。",
    }),
  ),
  more(
    "turning-check",
    { en: "Check yourself", zh: "自测" },
    quiz("wider", {
      question: {
        en: "At width 64 the slowest pair turns once in {slowest64} positions. How many does it take at width 512?",
        zh: "维数为 64 时，频率最低的一对要 {slowest64} 个位置转一圈。维数为 512 时会变成多少？",
      },
      choices: [
        {
          text: { en: "Eight times as many positions", zh: "八倍" },
          why: {
            en: "The base sets the end of the ladder, the width only the number of its rungs.",
            zh: "阶梯的尽头由底数决定，维数只决定有多少级。",
          },
        },
        {
          text: { en: "About 30% more", zh: "多三成左右" },
          right: true,
          why: {
            en: "It is {slowest512}. The end of the ladder, 2π times the base, stays; with more rungs the last one comes closer to it.",
            zh: "变成 {slowest512}。阶梯的尽头仍是底数的 2π 倍，级数多了，最后一级离尽头更近。",
          },
        },
        {
          text: { en: "An eighth", zh: "八分之一" },
          why: {
            en: "More dimensions do not make the last hand faster; they put more hands between the first and the last.",
            zh: "维数增加不会让最后一根针变快，只是在首尾之间多放了些针。",
          },
        },
      ],
    }),
    guess("turning", {
      question: {
        en: "Of the 256 pairs of a table of width 512, how many turn at least once within 512 positions?",
        zh: "512 维的表有 256 对，在 512 个位置之内至少转满一圈的有多少对？",
      },
      check: "sinusoids/turning-512",
      tolerance: 0.05,
      why: {
        en: "{value}. More than half of all pairs never complete a turn in a text of 512 positions; a model trained on such texts has not seen the rest of their circles.",
        zh: "{value} 对。在 512 个位置的文本里，一半以上的对连一圈都走不完；用这样的文本训练出的模型，没见过那些圆的其余部分。",
      },
    }),
  ),
);

export const rulerSection = section(
  "distances",
  { en: "Near and far", zh: "近处与远处" },
  paragraph({
    en: "What does each pair contribute to telling two positions apart? Neighbours differ almost only in the fast pairs; the slow ones have not moved. At a large distance the fast pairs have gone round many times and say little about which distance it is, while pairs further up the [ladder of wavelengths](~/sinusoids/#wavelengths) are in the middle of their turn.",
    zh: "要分清两个位置，各对分别出了多少力？相邻的位置几乎只在高频维度上有差别，低频维度还没动。相距很远时，高频维度已经转了很多圈，说不清究竟相距多远，而[波长阶梯](~/sinusoids/#wavelengths)上频率更低的那些对正走在一圈的中途。",
  }),
  paragraph({
    en: "This is a property of the encoding. Which dimensions a trained model really reads is another question, and one for measurement.",
    zh: "这是编码本身的性质。训练好的模型究竟用了哪些维度，是另一个问题，要靠测量来回答。",
  }),
);

export const checkSection = section(
  "check",
  { en: "Check a table", zh: "核对一张表" },
  paragraph({
    en: "Anybody can check a table that follows from a formula, and it is worth doing: printed ones are often wrong.",
    zh: "由公式得出的表，人人都能核对，也值得核对：印出来的表常常有错。",
  }),
  more(
    "check-yours",
    {
      en: "A printed table, and three signs that give it away",
      zh: "一张印出来的表，以及看出错误的三处迹象",
    },
    widget("pe-checker", "printed-table"),
    paragraph({
      en: "The figure has the five rows of document 2; under each wrong number stands the one the formula gives. Three signs give such a table away, without any computation. Row 0 must read 0, 1, 0, 1. The squares of every pair must add up to 1. And a fast pair must turn negative within its first four positions, while this table has no minus sign at all.",
      zh: "图中是文档 2 的五行，错的数下面是公式给出的正确值。不用计算，从三处也能看出这张表有错：第 0 行应是 0, 1, 0, 1；每一对的平方和应等于 1；高频的一对在头四个位置之内必有负数，而这张表一个负号也没有。",
    }),
    tryThis({
      en: "Paste a table from your own lecture notes. If all rows seem to be shifted, change the position of the first row.",
      zh: "把你讲义里的表贴进来试试。如果每一行都像是错开了，就改一改首行的位置。",
    }),
  ),
);
