// Mistakes that nothing reports: the numbers are wrong.
import { remark } from "../listing.ts";
import { type Mistake, program } from "./types.ts";

export const numberMistakes: readonly Mistake[] = [
  {
    id: "integer-division",
    title: { en: "Integers divided as integers", zh: "整数相除" },
    language: "java",
    wrong: program`
      public class Main {
        public static void main(String[] args) {
          int pos = 3, dModel = 8;
          for (int i = 0; i < dModel; i += 2) {
            double angle = pos / Math.pow(10000, 2 * (i / 2) / dModel);
            System.out.print(angle + " ");
          }
        }
      }
    `,
    outcome: { prints: "3.0 3.0 3.0 3.0" },
    why: {
      en: "`2 * (i / 2) / dModel` has integers only, so it is 0 for every column: all frequencies are 1.",
      zh: "`2 * (i / 2) / dModel` 中全是整数，每一列的结果都是 0：所有频率都成了 1。",
    },
    right: program`
      public class Main {
        public static void main(String[] args) {
          int pos = 3, dModel = 8;
          for (int i = 0; i < dModel; i += 2) {
            double angle = pos / Math.pow(10000, 2.0 * (i / 2) / dModel);
            System.out.print(angle + " ");
          }
        }
      }
    `,
    prints: "3.0 0.3 0.03 0.003",
    repair: {
      en: "`2.0` makes the last division one of real numbers. The division `i / 2` is meant as it is: it numbers the pair.",
      zh: "写成 `2.0`，最后一次除法就是实数除法。而 `i / 2` 本就要取整：它给出对的编号。",
    },
    about: ["004-05", "S4-08"],
  },
  {
    id: "pair-index",
    title: { en: "The dimension taken for the pair", zh: "把维度当作对的编号" },
    language: "numpy",
    wrong: program`
      import numpy as np

      d = 512
      i = np.arange(d)
      period = 2 * np.pi * 10000 ** (2 * i / d)
      print(round(period[-1]))
    `,
    outcome: { prints: "606114772" },
    why: {
      en: "In the formula i numbers pairs, 0 to d/2 − 1. Run over all dimensions, the exponent reaches almost 2, and the slowest wave takes 600 million positions.",
      zh: "公式中的 i 是对的编号，取 0 到 d/2 − 1。若让它遍历所有维度，指数会接近 2，最慢的波要六亿个位置才转一圈。",
    },
    right: program`
      import numpy as np

      d = 512
      i = np.arange(d) // 2
      period = 2 * np.pi * 10000 ** (2 * i / d)
      print(round(period[-1]))
    `,
    prints: "60611",
    repair: {
      en: "The dimension halved is the pair.",
      zh: "维度除以 2 取整，就是对的编号。",
    },
    about: ["000-05", "S0-08"],
  },
  {
    id: "spacing",
    title: { en: "Two ways to space frequencies", zh: "两种频率间隔" },
    language: "numpy",
    wrong: program`
      import numpy as np

      d, pos = 64, 100
      i = np.arange(d // 2)
      trained = np.sin(pos * 10000.0 ** (-2 * i / d))
      loaded = np.sin(pos * 10000.0 ** (-i / (d // 2 - 1)))
      print(round(abs(trained - loaded).max(), 2))
    `,
    outcome: { prints: "1.02" },
    why: {
      en: "tensor2tensor and fairseq divide by d/2 − 1 where the paper divides by d/2. A model trained with one table and run with the other gets other numbers in all pairs but the first.",
      zh: "论文除以 d/2，tensor2tensor 和 fairseq 除以 d/2 − 1。用一种表训练、另一种表推理，除第一对外数值全都不同。",
    },
    right: program`
      import numpy as np

      d, pos = 64, 100
      i = np.arange(d // 2)
      trained = np.sin(pos * 10000.0 ** (-2 * i / d))
      loaded = np.sin(pos * 10000.0 ** (-2 * i / d))
      print(round(abs(trained - loaded).max(), 2))
    `,
    prints: "0.0",
    repair: {
      en: "Ask which convention the weights were trained with; both are called sinusoidal.",
      zh: "先弄清权重是按哪种约定训练的：两者都叫正弦位置编码。",
    },
    about: ["000-04", "000-06"],
  },
  {
    id: "float32-angle",
    title: { en: "Angles in float32", zh: "用 float32 计算角度" },
    language: "numpy",
    wrong: program`
      import numpy as np

      def row(pos, number):
          i = np.arange(256, dtype=number)
          rate = np.exp(i * number(-np.log(10000.0) / 256))
          return np.sin(number(pos) * rate)

      error = abs(row(1_000_000, np.float32) - row(1_000_000, np.float64)).max()
      print(error > 0.01)
    `,
    outcome: { prints: "True" },
    why: {
      en: "float32 has 24 bits for frequency and position alike. At a million radians the last bit of the angle is worth 1/16, and sines are wrong in the second decimal.",
      zh: "float32 只有 24 位有效位，频率和位置都受限。到一百万弧度时，角度的最后一位约为 1/16，正弦从小数点后第二位起就不准了。",
    },
    right: program`
      import numpy as np

      def row(pos, number):
          i = np.arange(256)
          rate = np.exp(i * (-np.log(10000.0) / 256))
          return np.sin(pos * rate).astype(number)

      error = abs(row(1_000_000, np.float32) - row(1_000_000, np.float64)).max()
      print(error > 0.01)
    `,
    prints: "False",
    repair: {
      en: "Compute the angle in float64 and round the sine once, at the end.",
      zh: "角度用 float64 计算，只在最后对正弦值舍入一次。",
    },
    about: ["S0-23", "S4-09"],
  },
  {
    id: "half-positions",
    title: { en: "Positions in sixteen bits", zh: "16 位的位置编号" },
    language: "pytorch",
    wrong: program`
      import torch

      positions = torch.arange(4096).to(torch.bfloat16)
      print(len(positions.unique()))
    `,
    outcome: { prints: "769" },
    why: {
      en: "bfloat16 keeps 8 bits of a number. From 256 on, neighbouring positions become one; of 4096 positions fewer than a fifth stay distinct. Converting a whole model does this to its positions, too.",
      zh: "bfloat16 只有 8 位有效位，从 256 起相邻位置就会合并：4096 个位置中，互不相同的不到五分之一。把整个模型转成半精度时，位置也会遭此命运。",
    },
    right: program`
      import torch

      positions = torch.arange(4096)  # ${remark("integers until the angle is made", "计算角度之前一直用整数")}
      print(len(positions.unique()))
    `,
    prints: "4096",
    repair: {
      en: "Positions stay integers, angles float64 or float32; only the finished sine may be rounded to sixteen bits.",
      zh: "位置保持整数，角度用 float64 或 float32；只有算好的正弦值才可舍入到 16 位。",
    },
    about: ["003-09", "S3-08"],
  },
  {
    id: "position-zero",
    title: { en: "An example of the wrong position", zh: "取错位置的示例" },
    language: "numpy",
    wrong: program`
      import numpy as np

      rate = 10000.0 ** (-2 * np.arange(256) / 512)
      table = np.zeros((20, 512))
      table[:, 0::2] = np.sin(np.arange(20)[:, None] * rate)
      table[:, 1::2] = np.cos(np.arange(20)[:, None] * rate)
      print(table[1, :4].round(4).tolist())
    `,
    outcome: { prints: "[0.8415, 0.5403, 0.8219, 0.5697]" },
    why: {
      en: "Offered as the first row, 0.8415 and 0.5403 are sin 1 and cos 1: position 1. Nor does the rest follow what such an example once printed; a printed number is checked by running it.",
      zh: "0.8415 与 0.5403 是 sin 1 和 cos 1，属于位置 1，却被当作第一行；后两个数也与流传的示例不符。印出来的数要运行一遍才算数。",
    },
    right: program`
      import numpy as np

      rate = 10000.0 ** (-2 * np.arange(256) / 512)
      table = np.zeros((20, 512))
      table[:, 0::2] = np.sin(np.arange(20)[:, None] * rate)
      table[:, 1::2] = np.cos(np.arange(20)[:, None] * rate)
      print(table[0, :4].round(4).tolist())
    `,
    prints: "[0.0, 1.0, 0.0, 1.0]",
    repair: {
      en: "Position 0 is sin 0, cos 0 in every pair.",
      zh: "位置 0 的每一对都是 sin 0、cos 0。",
    },
    about: ["003-21", "S3-17"],
  },
  {
    id: "rotary-layout",
    title: { en: "Pairs that are no pairs", zh: "配错的旋转对" },
    language: "numpy",
    wrong: program`
      import numpy as np

      def interleaved(x, pos):
          a, b = x[0::2], x[1::2]
          angle = pos * 10000.0 ** (-np.arange(2) / 2)
          turned = [a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)]
          return np.stack(turned, 1).ravel()

      def half(x, pos):
          a, b = x[:2], x[2:]
          angle = pos * 10000.0 ** (-np.arange(2) / 2)
          turned = [a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)]
          return np.concatenate(turned)

      q, k = np.array([1.0, 2.0, 3.0, 4.0]), np.array([4.0, 3.0, 2.0, 1.0])
      print([round(interleaved(q, p + 5) @ half(k, p), 3) for p in (0, 10)])
    `,
    outcome: { prints: "[17.369, -1.263]" },
    why: {
      en: "Queries are turned in pairs (0, 1), (2, 3), keys in pairs (0, 2), (1, 3). The score then depends on the positions themselves, not on their distance.",
      zh: "查询按 (0, 1)、(2, 3) 配对旋转，键按 (0, 2)、(1, 3) 配对旋转。分数于是取决于位置本身，而不再只取决于距离。",
    },
    right: program`
      import numpy as np

      def half(x, pos):
          a, b = x[:2], x[2:]
          angle = pos * 10000.0 ** (-np.arange(2) / 2)
          turned = [a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)]
          return np.concatenate(turned)

      q, k = np.array([1.0, 2.0, 3.0, 4.0]), np.array([4.0, 3.0, 2.0, 1.0])
      print([round(half(q, p + 5) @ half(k, p), 3) for p in (0, 10)])
    `,
    prints: "[21.914, 21.914]",
    repair: {
      en: "One layout for both. Weights of the other layout are permuted when they are loaded.",
      zh: "两者用同一种排布；另一种排布的权重在载入时要重新排列。",
    },
    about: ["003-24", "S0-41"],
  },
];
