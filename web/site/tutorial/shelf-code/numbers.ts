// Sections on the frequencies: how they are computed, how often, how exactly.
import { more, paragraph, quiz, widget } from "../../blocks/blocks.ts";
import { mistakeExercises } from "../../blocks/exercise.ts";
import { section } from "../../pages/chapter.ts";

export const logSection = section(
  "log-space",
  { en: "Why exp of a logarithm?", zh: "为什么先取对数再求指数？" },
  paragraph({
    en: "Nearly every listing writes the frequencies as `exp(-2i · ln(10000) / d)` and not as a power, and many explain that this avoids an overflow. Look at the sizes: the divisors run from 1 to {divisor} at width 512. The largest number of float32 is {float32}, that of float16 is 65 504. There is nothing to overflow.",
    zh: "几乎所有代码都把频率写成 `exp(-2i · ln(10000) / d)`，而不是直接求幂，不少文章解释说这样能避免溢出。看看数的大小：维数为 512 时，除数从 1 到 {divisor}；float32 最大能表示 {float32}，float16 也能到 65 504。根本无从溢出。",
  }),
  widget("pe-log-space", "errors"),
  more(
    "last-digits",
    {
      en: "What the detour does change: the last digits",
      zh: "绕道真正改变的：末几位数字",
    },
    paragraph({
      en: "What the detour changes is the rounding. The exponent 2i/d is exact when d is a power of two, while 2i · ln(10000)/d is rounded, and exp turns an absolute error of its argument into a relative error of the result. Which of the two comes out better depends on the width: at position 5000 the angle is off by {logAngle} radians in log space and {powerAngle} with a power for d = 512, but by {logAngle64} and {powerAngle64} for d = 64. Neither matters in training. It matters when two programs are compared to the last digit, and it grows with the position. The remedy is neither of them but float64 for the angle, rounded once at the end, as this library does.",
      zh: "绕这一道弯，改变的是舍入。d 是 2 的幂时，指数 2i/d 没有误差；2i · ln(10000)/d 却要舍入，而 exp 会把自变量的绝对误差变成结果的相对误差。哪一种更准，要看维数：在位置 5000，d = 512 时，先取对数的角度误差是 {logAngle} 弧度，直接求幂是 {powerAngle}；d = 64 时则是 {logAngle64} 与 {powerAngle64}。这对训练都无关紧要；但若要把两个程序逐位对照，就有关系了，而且误差随位置增大。真正的办法是角度用 float64 计算，最后只舍入一次，本库就是这样做的。",
    }),
  ),
  quiz("overflow", {
    question: {
      en: "Somebody raises the base to 500 000, as some models do for long texts. Is log space needed now?",
      zh: "有人像某些长文本模型那样，把底数提高到 500 000。现在需要先取对数了吗？",
    },
    choices: [
      {
        text: { en: "Yes, for float32", zh: "需要，float32 会溢出" },
        why: {
          en: "The largest divisor stays below the base, 500 000, and float32 goes on for another 32 zeros.",
          zh: "最大的除数小于底数，即不到 500 000；float32 的上限还要多出三十多个零。",
        },
      },
      {
        text: { en: "No", zh: "不需要" },
        right: true,
        why: {
          en: "Divisors never exceed the base. In float16 they would overflow beyond 65 504; but there the positions themselves fail much earlier.",
          zh: "除数不会超过底数。若用 float16，超过 65 504 会溢出；不过在那之前，位置编号本身早就表示不准了。",
        },
      },
      {
        text: {
          en: "Only if the width is large",
          zh: "只有宽度很大时才需要",
        },
        why: {
          en: "The width sets how many divisors there are, not how large the largest one gets: it stays below the base.",
          zh: "宽度决定除数有多少个，不决定最大的有多大：它总小于底数。",
        },
      },
    ],
  }),
  mistakeExercises(
    "integer-division",
    "pair-index",
    "spacing",
    "float32-angle",
  ),
);

export const loopSection = section(
  "loops",
  { en: "A loop, or everything at once", zh: "循环，还是一次算完" },
  paragraph({
    en: "Read literally, the formula asks for a power in every cell. But the frequency does not depend on the position, so d/2 powers serve all rows. A loop over cells and a product of two vectors give the same table; the second saves powers, not sines.",
    zh: "照字面读，公式的每一格都要做一次幂运算。但频率与位置无关，所以 d/2 次幂就够所有的行用。逐格循环与两个向量相乘，得到的是同一张表；后者省的是幂，不是正弦。",
  }),
  more(
    "loops-count",
    {
      en: "In Python, and where loops are compiled",
      zh: "在 Python 里，以及在编译型语言里",
    },
    paragraph({
      en: "In Python there is a second, larger gain: the loop itself goes, because the vector operation runs in compiled code. In Java, C++ or JavaScript a loop is compiled anyway, so only the powers count. The page on [speed](~/bench/) measures more of this library in your browser.",
      zh: "在 Python 里还有第二项更大的收益：循环本身没有了，向量运算由编译好的代码执行。而 Java、C++、JavaScript 的循环本来就会编译，省的只有求幂。[性能测试](~/bench/)页可以在你的浏览器里测量本库的更多函数。",
    }),
    paragraph({
      en: "Document 4’s Java layer has one loop over the positions and one over the dimensions, and finds the pair by integer division: `i / 2` is 3 for dimensions 6 and 7 alike, so both have the angle of pair 3, one its sine, the other its cosine. (This `i` is a dimension; that of the formula above its program is the pair.) One thing is worth keeping: it simply stops where the row ends, so it works for an odd width, on which the slices of the Python versions fail. The [whole layer](#whole-layer) is further down.",
      zh: "文档 4 的 Java 层是两重循环，一重走位置，一重走维度，用整数除法求出对的编号：维度 6 和 7 的 `i / 2` 都是 3，所以两者用第 3 对的同一个角度，一个取正弦，一个取余弦。（这个 `i` 指维度，它前面公式里的 i 却是对的编号。）有一点值得学：行到哪里结束就算到哪里，所以奇数宽度也行得通；Python 版的切片遇到奇数宽度就会报错。[完整的一层](#whole-layer)见后文。",
    }),
  ),
);
