// Sections on the sinusoidal layer as a class, and on the example of document 3
// at its own size, step by step.
import * as pe from "posenc";
import { texts } from "../../../widgets/code/layers/plain-numbers.ts";
import { decimals } from "../../../widgets/words/text.ts";
import {
  computed,
  dataTable,
  more,
  paragraph,
  tryThis,
} from "../../blocks/blocks.ts";
import { program } from "../../blocks/program.ts";
import { sideSection } from "../../pages/chapter.ts";

export const wholeLayerSection = sideSection(
  "whole-layer",
  { en: "The layer, whole", zh: "完整的一层" },
  paragraph({
    en: "This is the layer that documents 0 and 3 print and that you would put into a model: a class that makes its table once, keeps it as a buffer, and adds the right rows to what comes in. `forward` takes x of [batch, length, width] and an offset, and says so when a text is longer than the table, instead of leaving it to a message about sizes. Document 4 has the same layer in Java; here it is in five languages, and all five print the same numbers (JavaScript rounded to float32).",
    zh: "下面就是文档 0 和文档 3 给出的那一层，也是你会放进模型里的样子：一个类，表只造一次，存作缓冲区，再把对应的行加到输入上。`forward` 接收形状为 `[B, T, d]`（批次、长度、维数）的 x 和一个偏移；文本比表长时，它会明说，而不是留给一条关于尺寸的报错。文档 4 用 Java 写了同样的层；这里有五种语言，输出的数一致（JavaScript 版舍入到 float32）。",
  }),
  program("sinusoidal-layer", "sinusoidalLayer", { editable: true }),
  tryThis({
    en: "Set the offset to 5, as for a decoder that has five tokens in its cache. Then check, with offset 0 and a longer text, that the first token was given row 5.",
    zh: "把 `offset` 设为 5，就像缓存里已有五个词元的解码器；再用偏移 0、更长的文本核对：第一个词元加的是不是第 5 行。",
  }),
);

const EXAMPLE = { batch: 2, seqLen: 20, dModel: 512, maxLen: 50 } as const;

const rowsOf = () =>
  pe.sinusoidal({ seqLen: EXAMPLE.maxLen, dModel: EXAMPLE.dModel });

const inputs = () => texts(EXAMPLE.batch, EXAMPLE.seqLen, EXAMPLE.dModel);

/** The first four numbers from a place on. */
const four = (data: ArrayLike<number>, row: number): string =>
  `[${Array.from({ length: 4 }, (_, k) => decimals(data[row * EXAMPLE.dModel + k] as number, 4)).join(", ")}]`;

/** A shape, on one line. */
const tuple = (shape: readonly number[]): string =>
  `(${shape.join(",\u00a0")})`;

const sums = () => pe.embeddingAdd(inputs(), rowsOf());

export const exampleSection = sideSection(
  "worked-example",
  {
    en: "The example of document 3, step by step",
    zh: "文档 3 的示例，一步一步",
  },
  computed(
    {
      table: () => tuple(rowsOf().shape),
      input: () => tuple(inputs().shape),
      output: () => tuple(sums().shape),
      row0: () => four(rowsOf().data, 0),
      row1: () => four(rowsOf().data, 1),
      x0: () => four(inputs().data, 0),
      x1: () => four(inputs().data, 1),
      other: () => four(inputs().data, EXAMPLE.seqLen),
      y0: () => four(sums().data, 0),
      y1: () => four(sums().data, 1),
      yOther: () => four(sums().data, EXAMPLE.seqLen),
    },
    paragraph({
      en: "Now the example in its own size: two texts of 20 tokens, width 512, a table of 50 rows (this time `max_len` is passed on). One more thing is changed: `torch.randn` gives other numbers on every run, so the tokens come from a small formula that each language can compute. Every line below can be checked.",
      zh: "现在按原来的尺寸走一遍：两段文本，各 20 个词元，512 维，表有 50 行（这回 `max_len` 真的传入了）。另有一处改动：`torch.randn` 每次给的数都不同，所以词元改由一条小公式产生，哪种语言都算得出来。下面每一行都可以核对。",
    }),
    dataTable({
      caption: {
        en: "What is there after each step; of a row, the first four numbers",
        zh: "每一步之后得到的东西；一行只列前四个数",
      },
      columns: [
        { en: "step", zh: "步骤" },
        { en: "shape", zh: "形状" },
        { en: "numbers", zh: "数值" },
      ],
      rowHeads: true,
      rows: [
        [
          {
            en: "1. make the layer: row 0 of its table",
            zh: "1. 造出这一层：表的第 0 行",
          },
          "{table}",
          "{row0}",
        ],
        [{ en: "its row 1", zh: "表的第 1 行" }, "{table}", "{row1}"],
        [
          {
            en: "2. make the tokens: text 0, token 0",
            zh: "2. 造出词元：第 0 段第 0 个",
          },
          "{input}",
          "{x0}",
        ],
        [{ en: "text 0, token 1", zh: "第 0 段第 1 个" }, "{input}", "{x1}"],
        [{ en: "text 1, token 0", zh: "第 1 段第 0 个" }, "{input}", "{other}"],
        [
          {
            en: "3. call the layer: text 0, token 0",
            zh: "3. 调用这一层：第 0 段第 0 个",
          },
          "{output}",
          "{y0}",
        ],
        [{ en: "text 0, token 1", zh: "第 0 段第 1 个" }, "{output}", "{y1}"],
        [
          { en: "text 1, token 0", zh: "第 1 段第 0 个" },
          "{output}",
          "{yOther}",
        ],
      ],
    }),
    paragraph({
      en: "Token 0 of both texts got the same row 0, zero and one by turns: its sines stay as they were, its cosines grow by 1. Token 1 got row 1. The rows 20 to 49 of the table were not used.",
      zh: "两段文本的第 0 个词元都加了同样的第 0 行，即 0 与 1 相间：正弦各列不变，余弦各列加 1。第 1 个词元加的是第 1 行。表的第 20 到 49 行没有用到。",
    }),
    more(
      "example-program",
      { en: "The program of these numbers", zh: "算出这些数的程序" },
      program("example-layer", "sinusoidalLayer", {
        values: `batch=${EXAMPLE.batch} seq-len=${EXAMPLE.seqLen} d-model=${EXAMPLE.dModel} max-len=${EXAMPLE.maxLen}`,
      }),
    ),
  ),
);
