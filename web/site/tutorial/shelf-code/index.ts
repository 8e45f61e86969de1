import * as pe from "posenc";
import { defaults } from "../../../widgets/element/state/attributes.ts";
import { spec as logSpace } from "../../../widgets/figures/05-code/log-space.ts";
import { Keep } from "../../../widgets/kit/keep.ts";
import { quantity, scientific } from "../../../widgets/words/text.ts";
import { widget } from "../../blocks/blocks.ts";
import type { Shelf } from "../../pages/shelf.ts";
import { checkSection } from "../3-sinusoids/lengths.ts";
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

export const code: Shelf = {
  path: "code/",
  title: { en: "Code", zh: "代码" },
  lede: {
    en: "Six lines make the table. There are twenty known ways to get it wrong, and most of them raise no error.",
    zh: "六行代码就能造出这张表；常见的错误有二十种，多数并不报错。",
  },
  description: {
    en: "The sinusoidal encoding in PyTorch, NumPy, Java, C++ and JavaScript beside its formula, shapes traced line by line, and twenty mistakes to predict, each verified by running it.",
    zh: "正弦位置编码的五种实现（PyTorch、NumPy、Java、C++、JavaScript）与公式逐行对照；逐行追踪形状；二十个有错的程序供你预测，结果都经实际运行验证。",
  },
  thumbnail: { tag: "pe-log-space", panel: "errors" },
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
  figure: widget("pe-formula", "formula", {
    sync: "code",
    pos: "12",
    "d-model": "64",
  }),
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
    checkSection,
  ],
};
