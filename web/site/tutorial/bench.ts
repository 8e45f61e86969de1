import { escapeHtml } from "../../widgets/words/text.ts";
import { definitions, lede, paragraph, title } from "../blocks/blocks.ts";
import type { Block, Page } from "../page.ts";

const needsScript = {
  en: "To measure your browser, this page needs JavaScript.",
  zh: "测量你的浏览器需要启用 JavaScript。",
};

/** The benchmark itself; what it shows depends on the reader's machine. */
const bench: Block = ({ lang }) =>
  `<pe-bench></pe-bench><noscript><p>${escapeHtml(needsScript[lang])}</p></noscript>`;

export const benchPage: Page = {
  path: "bench/",
  title: {
    en: "Speed · posenc",
    zh: "性能测试 · posenc",
  },
  description: {
    en: "Run the kernels of posenc in your own browser: times, rates, and ratios to plain JavaScript and to the limit of memory, measured in one run.",
    zh: "在你自己的浏览器里运行 posenc 的算子：用时、速率，以及与纯 JavaScript、内存上限之比，均在同一次测量中得出。",
  },
  body: [
    title({ en: "Speed", zh: "性能测试" }),
    lede({
      en: "The kernels that this site runs on, timed in your browser next to the same work in plain JavaScript and to memory itself.",
      zh: "在你的浏览器里给本站的算子计时，对照有二：用纯 JavaScript 做同样的工作，以及内存本身的速度。",
    }),
    paragraph({
      en: "Compare ratios, not times. A time belongs to one machine at one moment; other tabs, a battery or a warm processor change it. All contenders of a kernel take turns within the same seconds, so what slows one slows the others, and their ratio stays. A contender whose result differs from ours is not timed, since it would be doing other work.",
      zh: "要比的是比值，不是时间。时间只属于某台机器的某一刻：别的标签页、电池供电、处理器发热都会改变它。同一算子的各方在同一段时间里轮流运行，拖慢一方的也会拖慢其他各方，比值因此稳定。结果与本库不符的一方不计时，因为它做的不是同样的工作。",
    }),
    bench,
    definitions([
      [
        { en: "Contenders", zh: "参测各方" },
        {
          en: "posenc runs as WebAssembly with 128-bit SIMD, plain JavaScript as your browser’s engine compiles it, each on one thread. Native code is faster: PyTorch with OpenBLAS, which has AVX2 and fused multiply-add, needs about half the time for attention over 512 positions, also on one thread.",
          zh: "posenc 以 WebAssembly 运行，使用 128 位 SIMD；纯 JavaScript 由浏览器引擎编译；两者都只用一个线程。本机代码更快：PyTorch 配上 OpenBLAS（有 AVX2 和融合乘加），同样用一个线程，计算 512 个位置的注意力约需一半时间。",
        },
      ],
      [
        { en: "Shape", zh: "形状" },
        {
          en: "Attention: heads × positions × head width. Bias: heads × queries × keys. Rotation: positions × heads × head width. Table: positions × dimensions.",
          zh: "注意力：头数 × 位置数 × 头维度。偏置：头数 × 查询数 × 键数。旋转：位置数 × 头数 × 头维度。编码表：位置数 × 维度。",
        },
      ],
      [
        { en: "Rate", zh: "速率" },
        {
          en: "For attention, multiplications and additions of the two matrix products, in 10⁹ per second. For the others, bytes written (and, for rotations, read).",
          zh: "注意力按两次矩阵乘法的乘加次数计，单位为每秒 10⁹ 次。其余按写入的字节数计（旋转还包括读取）。",
        },
      ],
      [
        { en: "Memory limit", zh: "内存上限" },
        {
          en: "The browser’s own fill or copy of the same bytes in the same memory. A matrix near 1 is as fast as memory allows; attention, which computes far more than it moves, is far above.",
          zh: "浏览器在同一块内存里填充或复制同样多字节所用的时间。矩阵的比值若接近 1，就已达到内存允许的速度；注意力的计算量远大于搬运量，比值自然高得多。",
        },
      ],
      [
        { en: "No position", zh: "无位置" },
        {
          en: "Attention of the same shape without any encoding: what is above 1 is the price of the encoding.",
          zh: "形状相同、不加位置编码的注意力：超出 1 的部分就是位置编码的代价。",
        },
      ],
    ]),
  ],
};
