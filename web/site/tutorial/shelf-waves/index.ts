import * as pe from "posenc";
import { decimals, quantity } from "../../../widgets/words/text.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** g(k) / g(0). */
const share = (dModel: number, k: number): number => {
  const { values } = pe.analysisDecay({ dModel, maxOffset: Math.max(10, k) });
  return (values[k] as number) / (values[0] as number);
};

const negative = (dModel: number) => (): number =>
  pe
    .analysisDecay({ dModel, maxOffset: 5000 })
    .values.findIndex((value) => value < 0);

const apart = (k: number) => (): string =>
  decimals(Math.sqrt(512 * (1 - share(512, k))), 2);

/** Largest error of a sine or cosine where the angle is computed in a format. */
const worst =
  (position: number, format: "float32" | "bfloat16") => (): string =>
    quantity(
      pe.analysisPrecision({ headDim: 512, positions: [position], format })
        .valueError[0] as number,
      2,
    );

const closest = (dModel: number, seqLen: number) => (): string =>
  quantity(pe.analysisCollisions({ dModel, seqLen }).distance);

/** Directions that hold nine tenths of the variance. */
const directions = (seqLen: number) => (): number => {
  const rows = pe.sinusoidal({ seqLen, dModel: 128 });
  const { explained } = pe.analysisSpectrum(rows, { components: 1 });
  let [sum, count] = [0, 0];
  while (sum < 0.9) {
    sum += explained[count] as number;
    count += 1;
  }
  return count;
};

export const waves = markdownShelf(textsOf("shelf-waves/waves"), {
  path: "what-waves-can-do/",
  thumbnail: { tag: "pe-similarity", panel: "matrix" },
  values: {
    ratio: () => decimals(share(512, 1) / share(512, 10), 2),
    near: () => decimals(share(512, 1), 3),
    wide: negative(512),
    narrow: negative(128),
    one: apart(1),
    ten: apart(10),
    thousand: apart(1000),
    float32Near: worst(5000, "float32"),
    float32Far: worst(1_000_000, "float32"),
    bfloat16Near: worst(5000, "bfloat16"),
    distinct: () =>
      pe.analysisCollisions({ dModel: 2, seqLen: 5000, format: "float16" })
        .distinct,
    closest4: closest(4, 3000),
    closest8: closest(8, 2000),
    closest512: closest(512, 500),
    directions50: directions(50),
    directions512: directions(512),
    directions5000: directions(5000),
  },
});
