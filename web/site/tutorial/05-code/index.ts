import * as pe from "posenc";
import { defaults } from "../../../widgets/element/state/attributes.ts";
import { spec as logSpace } from "../../../widgets/figures/05-code/log-space.ts";
import { Keep } from "../../../widgets/kit/keep.ts";
import { quantity, scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Chapter } from "../../pages/chapter.ts";
import { panelSection, shapesSection } from "./formula-and-shapes.ts";
import { layerSection, moreSection, runSection } from "./layer.ts";
import { logSection, loopSection } from "./numbers.ts";
import { exampleSection, wholeLayerSection } from "./sinusoidal-layer.ts";

type Model = ReturnType<typeof logSpace.compute>;

/** A number of the figure on logarithms, at the width it first has or another. */
const figure =
  (pick: (model: Model) => number, state: { dModel?: number } = {}) =>
  (): string => {
    const shown = { ...defaults(logSpace.table), ...state };
    return scientific(pick(logSpace.compute(shown, new Keep())), 2);
  };

/** Chapter 5. */
export const code: Chapter = {
  number: 5,
  path: "code/",
  title: { en: "Code", zh: "代码" },
  lede: {
    en: "Six lines make the table. There are twenty known ways to get it wrong, and most of them raise no error.",
    zh: "六行代码就能造出这张表；常见的错误有二十种，多数并不报错。",
  },
  opening: {
    puzzle: {
      en: "The whole table comes out of six lines. Change one number in the formula: which cells of the table do you expect to change?",
      zh: "整张表只要六行代码。改动公式里的一个数，你觉得表中哪些格子会变？",
    },
    figure: widget("pe-formula", "formula", {
      sync: "code",
      pos: "12",
      "d-model": "64",
    }),
  },
  description: {
    en: "The sinusoidal encoding in PyTorch, NumPy, Java, C++ and JavaScript beside its formula, shapes traced line by line, and twenty mistakes to predict, each verified by running it.",
    zh: "正弦位置编码的五种实现（PyTorch、NumPy、Java、C++、JavaScript）与公式逐行对照；逐行追踪形状；二十个有错的程序供你预测，结果都经实际运行验证。",
  },
  thumbnail: { tag: "pe-broadcast", panel: "tokens" },
  goals: [
    {
      en: "write the encoding in your own language and say which line is which part of the formula",
      zh: "用自己的语言写出这种编码，并说清每一行对应公式的哪一部分",
    },
    {
      en: "predict the shape of every line, and recognise the additions that fit and are wrong",
      zh: "推出每一行的形状，并认出那些对得上却是错的加法",
    },
    {
      en: "say why log space is not about overflow",
      zh: "说明先取对数为什么与溢出无关",
    },
    {
      en: "choose between parameter and buffer, and test that a table is trained, or is not",
      zh: "在参数与缓冲区之间作出选择，并测出一张表究竟有没有在训练",
    },
    {
      en: "find a mistake in a listing before you run it",
      zh: "不运行就找出程序里的错误",
    },
  ],
  values: {
    divisor: () =>
      quantity(
        (pe.analysisWavelengths({ dModel: 512 }).at(-1) as number) /
          (2 * Math.PI),
        5,
      ),
    float32: () => scientific((2 - 2 ** -23) * 2 ** 127, 2),
    logAngle: figure(({ log }) => log.angle),
    powerAngle: figure(({ power }) => power.angle),
    logAngle64: figure(({ log }) => log.angle, { dModel: 64 }),
    powerAngle64: figure(({ power }) => power.angle, { dModel: 64 }),
  },
  answers: { broadcast: "foreign" },
  sections: [
    panelSection,
    shapesSection,
    logSection,
    loopSection,
    layerSection,
    wholeLayerSection,
    runSection,
    exampleSection,
    moreSection,
  ],
  recap: [
    {
      en: "The table is an outer product of positions and frequencies, then sine and cosine: a column times a row.",
      zh: "这张表就是位置（列）与频率（行）的外积，再取正弦和余弦。",
    },
    {
      en: "Broadcasting checks lengths, not meanings. Test with batch, length and width all different.",
      zh: "广播只核对长度，不核对含义。测试时，批次、长度、宽度要各不相同。",
    },
    {
      en: "Nothing overflows without logarithms; exactness comes from float64 angles.",
      zh: "不取对数也不会溢出；精度要靠 float64 的角度。",
    },
    {
      en: "What comes from a formula is a buffer, best not saved; what is learned is a parameter and must reach the sum as one.",
      zh: "由公式算出的放缓冲区，最好不保存；要学习的是参数，并且必须以参数的身份参与相加。",
    },
    {
      en: "A layer needs an offset and an answer to texts that are longer than its table.",
      zh: "层要能接受偏移，也要对超出表长的文本有所交代。",
    },
  ],
  onward: {
    en: "The table comes out of a formula, and not a number in it was learned. Would a model find better ones by itself? [Chapter 6](~/learned-tables/) lets it try.",
    zh: "这张表出自公式，没有一个数是学来的。让模型自己去找，会更好吗？[第 6 章](~/learned-tables/)让它试一试。",
  },
};
