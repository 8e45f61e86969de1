import type { Address } from "../buffer.js";
import { named } from "../default-instance.js";
import {
  biasFire,
  biasFirePositions,
  biasFireScratchSize,
} from "../generated/border/bias.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  group,
  type OptionsOf,
  type Reading,
  real,
  table,
  tensor,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import {
  CLOSING,
  finite,
  finiteOf,
  GRID,
  PLACING,
  positionsOf,
  readGrid,
} from "./grid.js";

/** Widest hidden layer of FIRE; the time to find its corners is W²·H. */
const MAX_HIDDEN = 4096;

export const WEIGHTS = {
  /** Shape `[W, 1]` or `[W]`. */
  hiddenWeight: tensor(),
  /** Shape `[W]`, W at most 4096. */
  hiddenBias: finite(tensor({ rank: 1, as: "[W]" })),
  /** Shape `[H, W]`. */
  outputWeight: tensor(),
  /** Shape `[H]`. */
  outputBias: finite(tensor({ rank: 1, as: "[H]" })),
};
/** The perceptron of {@link FireBias.fire}: 1 → W → H with one ReLU. */
export type FireWeights = OptionsOf<typeof WEIGHTS>;

/** FIRE's own options; in attention, too. */
export const FIRE_FIELDS = {
  /** The learned perceptron. */
  weights: group(WEIGHTS),
  /** The learned scale of distances. */
  c: real({ default: 0.1 }),
  /** Up to |multiplier·L|, distances are absolute. */
  L: real({ default: 512 }),
  /** The learned multiplier of `L`. */
  multiplier: real({ default: 1 }),
  /** Added to the divisor. */
  eps: real({ above: 0, default: 1e-6 }),
};

export const FIRE = table(
  "bias.fire",
  { ...FIRE_FIELDS, ...GRID },
  PLACING,
  CLOSING,
);
/** Options of {@link FireBias.fire}. */
export type FireOptions = OptionsOf<typeof FIRE>;

/** FIRE as {@link Posenc.bias} has it. */
export interface FireBias {
  /**
   * Functional interpolation: a perceptron of
   * ln(|c·(p − k)| + 1) / (ln(|c·max(p, |multiplier·L|)| + 1) + eps). Not
   * causal by itself, and not a function of the offset alone.
   *
   * Source: Li et al. 2024, equations 3 to 5.
   *
   * @returns shape `[H, Q, K]`
   */
  fire(options: FireOptions): Tensor;
}

/** FIRE's perceptron and numbers. */
export function readFire(options: Reading<typeof FIRE_FIELDS>) {
  const weights = options.read("weights");
  const hiddenBias = weights.read("hiddenBias");
  const outputBias = weights.read("outputBias");
  const width = hiddenBias.data.length;
  const heads = outputBias.data.length;
  if (width > MAX_HIDDEN) {
    throw new RangeError(
      `${options.call}: weights.hiddenBias must have shape [W] with W at most ${MAX_HIDDEN}, got [${width}]`,
    );
  }
  const { shape } = weights.read("hiddenWeight");
  const parts = [
    finiteOf(
      weights,
      "hiddenWeight",
      shape.length === 1 ? [width] : [width, 1],
    ),
    hiddenBias,
    finiteOf(weights, "outputWeight", [heads, width]),
    outputBias,
  ];
  const numbers = {
    heads,
    width,
    c: options.read("c"),
    length: options.read("L"),
    multiplier: options.read("multiplier"),
    eps: options.read("eps"),
  };
  /** Puts the perceptron into memory. */
  const write = (frame: Frame): Address<Float32Array> => {
    const all = frame.float32((width + 1) * heads + 2 * width);
    let at = 0;
    for (const { data } of parts) {
      all.view().set(data, at);
      at += data.length;
    }
    return all.pointer;
  };
  return { numbers, write };
}

/** {@link FireBias} of one instance. */
export const fireCalls = (runtime: Runtime): FireBias => ({
  fire(input) {
    const options = FIRE.open(input);
    const { call } = options;
    const { numbers, write } = readFire(options);
    const grid = readGrid(options, false);
    const { queries, keys, offset, future } = grid;
    const last = [offset + queries - 1, keys - 1 - offset];
    const reach = Math.max(...last.map(Math.abs));
    // A few cells far from the keys are sooner had one by one.
    const isSparse =
      grid.listed || !Number.isInteger(offset) || reach > queries * keys;
    return runtime.frame(call, (frame) => {
      const { heads, width } = numbers;
      const shape = [heads, queries, keys];
      const out = frame.output(shape, options.out());
      const cells = { out: out.pointer, weights: write(frame), future };
      if (isSparse) {
        const places = positionsOf(frame, grid);
        runtime.run(call, biasFirePositions, {
          ...cells,
          ...numbers,
          ...places,
        });
      } else {
        const offsets = queries + keys - 1;
        const sizes = { width, heads, offsets };
        const scratch = runtime.number(biasFireScratchSize, sizes);
        runtime.run(call, biasFire, {
          ...cells,
          ...numbers,
          queries,
          keys,
          offset,
          scratch: frame.float64(scratch).pointer,
        });
      }
      return frame.result(out, shape, options.out());
    });
  },
});

export const fire: FireBias["fire"] = /* @__PURE__ */ named(fireCalls, "fire");
