import * as pe from "posenc";
import { texts } from "../../../widgets/code/layers/plain-numbers.ts";
import { defaults } from "../../../widgets/element/state/attributes.ts";
import { spec as logSpace } from "../../../widgets/figures/05-code/log-space.ts";
import { BufferCache } from "../../../widgets/kit/buffer-cache.ts";
import {
  decimals,
  group,
  quantity,
  scientific,
} from "../../../widgets/words/text.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

type Model = ReturnType<typeof logSpace.compute>;

/** A number of the figure on logarithms, at the width it first has or another. */
const figure =
  (pick: (model: Model) => number, state: { dModel?: number } = {}) =>
  (): string => {
    const shown = { ...defaults(logSpace.table), ...state };
    return scientific(pick(logSpace.compute(shown, new BufferCache())), 2);
  };

/** The first four numbers of a row, as Python prints them. */
const printed = (row: number) => (): string => {
  const { data } = pe.sinusoidal({ seqLen: 2, dModel: 512 });
  const four = Array.from(data.subarray(row * 512, row * 512 + 4), (v) =>
    Number(v.toFixed(4)),
  );
  return `[${four.join(", ")}]`;
};

/** The example of document 3, at its own size. */
const EXAMPLE = { batch: 2, seqLen: 20, dModel: 512, maxLen: 50 } as const;

const table = () =>
  pe.sinusoidal({ seqLen: EXAMPLE.maxLen, dModel: EXAMPLE.dModel });
const inputs = () => texts(EXAMPLE.batch, EXAMPLE.seqLen, EXAMPLE.dModel);
const sums = () => pe.embeddingAdd(inputs(), table());

/** The first four numbers of a row. */
const four = (data: ArrayLike<number>, row: number): string =>
  `[${Array.from({ length: 4 }, (_, k) => decimals(data[row * EXAMPLE.dModel + k] as number, 4)).join(", ")}]`;

/** A shape, on one line. */
const tuple = (shape: readonly number[]): string =>
  `(${shape.join(",\u00a0")})`;

export const code = markdownShelf(textsOf("shelf-code/code"), {
  path: "code/",
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
    row0: printed(0),
    row1: printed(1),
    shape: () => {
      const rows = pe.sinusoidal({ seqLen: 20, dModel: 512 });
      const x = { data: new Float32Array(20480), shape: [2, 20, 512] };
      return `(${pe.embeddingAdd(x, rows).shape.join(", ")})`;
    },
    sample: () =>
      group(String(pe.learned({ maxLen: 1024, dModel: 512 }).data.length)),
    table: () => tuple(table().shape),
    input: () => tuple(inputs().shape),
    output: () => tuple(sums().shape),
    tableRow0: () => four(table().data, 0),
    tableRow1: () => four(table().data, 1),
    x0: () => four(inputs().data, 0),
    x1: () => four(inputs().data, 1),
    other: () => four(inputs().data, EXAMPLE.seqLen),
    y0: () => four(sums().data, 0),
    y1: () => four(sums().data, 1),
    yOther: () => four(sums().data, EXAMPLE.seqLen),
  },
});
