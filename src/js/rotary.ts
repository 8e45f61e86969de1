import { TensorBuffer } from "./buffer.js";
import { describe } from "./errors.js";
import { MAX_WIDTH, Options } from "./options.js";
import { axial, multimodal, takeTables } from "./rotary/axes.js";
import { frequenciesOf } from "./rotary/frequencies.js";
import {
  type Grid,
  range,
  readFrequencies,
  readGrid,
} from "./rotary/inputs.js";
import {
  APPLY_KNOWN,
  applyRotary,
  makeTables,
  readPrecision,
  readRotation,
  readTokens,
  turn,
} from "./rotary/rotate.js";
import type { Rotary } from "./rotary/types.js";
import { xpos } from "./rotary/xpos.js";
import type { Runtime } from "./runtime.js";

export type {
  LongropeFields,
  RotaryScaling,
  YarnFields,
} from "./rotary/scaling.js";
export type * from "./rotary/types.js";

/** {@link Posenc.rotary} of one instance. */
export function rotary(runtime: Runtime): Rotary {
  return Object.freeze<Rotary>({
    frequencies: (input) => frequenciesOf(runtime, "rotary.frequencies", input),

    tables(input) {
      const call = "rotary.tables";
      const options = new Options(call, input, [
        "frequencies",
        "seqLen",
        "offset",
        "positions",
        "precision",
      ]);
      const frequencies = readFrequencies(options);
      const precision = readPrecision(options);
      const positions = readPositions(options);
      return runtime.frame(call, (frame) =>
        takeTables(
          makeTables(runtime, call, frame, frequencies, positions, precision),
          positions.shape,
        ),
      );
    },

    apply(given, input) {
      const call = "rotary.apply";
      const options = Options.with(call, { x: given }, input, APPLY_KNOWN);
      return runtime.frame(call, (frame) => {
        const { turned, x } = applyRotary(runtime, frame, options, false);
        return { data: turned.take(), shape: [...x.shape] };
      });
    },

    applyInPlace(x, input) {
      const call = "rotary.applyInPlace";
      const options = Options.with(call, { x }, input, APPLY_KNOWN);
      if (!(options.get("x") instanceof TensorBuffer)) {
        throw new TypeError(
          `${call}: x must be a buffer made by pe.buffer(), got ${describe(x)}`,
        );
      }
      runtime.frame(call, (frame) =>
        applyRotary(runtime, frame, options, true),
      );
      return x;
    },

    shift(keys, delta, input) {
      const call = "rotary.shift";
      const options = Options.with(call, { keys, delta }, input, [
        "frequencies",
        "layout",
        "numHeads",
        "joined",
      ]);
      const frequencies = { ...readFrequencies(options), factor: 1 };
      const heads = readRotation(options, "keys", frequencies.pairs);
      const single = typeof delta === "number";
      const by = single
        ? readGrid(options, "delta", [delta], [1], "[1]")
        : readTokens(options, "delta", delta, heads.dims);
      return runtime.frame(call, (frame) => {
        const tables = makeTables(runtime, call, frame, frequencies, by, 0);
        const at = single ? [0] : [];
        return {
          data: turn(runtime, call, frame, heads, tables, at).take(),
          shape: [...heads.x.shape],
        };
      });
    },

    xpos: (input) => xpos(runtime, input),
    multimodal: (input) => multimodal(runtime, input),
    axial: (input) => axial(runtime, "rotary.axial", input),
    axial2d: (input) => axial(runtime, "rotary.axial2d", input, 2),

    attentionScale(input) {
      const options = new Options("rotary.attentionScale", input, [
        "factor",
        "mscale",
        "headDim",
      ]);
      const factor = options.number("factor", { above: 0, max: 1e12 });
      const k = options.number("mscale", { default: 1 });
      const headDim = options.integer("headDim", { min: 1, max: MAX_WIDTH });
      const mscale = runtime.number("rotary_mscale", factor, k);
      return { mscale, softmaxScale: (mscale * mscale) / Math.sqrt(headDim) };
    },
  });
}

/** `positions`, `[T]` or `[B, T]`, or the range of `seqLen` and `offset`. */
function readPositions(options: Options): Grid {
  const alone = !options.has("seqLen") && !options.has("offset");
  if (alone && options.has("positions")) {
    const given = options.get("positions");
    return readGrid(options, "positions", given, [1, 2], "[T] or [B, T]");
  }
  const { offset, seqLen } = options.positions();
  return range(offset, seqLen);
}
