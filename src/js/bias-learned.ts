import {
  finish,
  finiteTensor,
  GRID_KEYS,
  HEADS,
  offsetMatrix,
  positionsOf,
  readFuture,
  readGrid,
  readOffset,
  readWeights,
  refuseBoth,
} from "./bias-grid.js";
import type { Bias } from "./bias-types.js";
import { Options } from "./options.js";
import type { Frame, Runtime } from "./runtime.js";
import { showShape } from "./tensor.js";

/** Widest hidden layer of FIRE; the time to find its corners is W²·H. */
const MAX_HIDDEN = 4096;

/** Keys of FIRE's own options. */
export const FIRE_KEYS = ["weights", "c", "L", "multiplier", "eps"] as const;

/** FIRE's perceptron and numbers. */
export function readFire(options: Options): {
  readonly count: number;
  readonly width: number;
  /** c, L, multiplier, eps. */
  readonly numbers: readonly number[];
  /** Puts the perceptron into memory; answers its address. */
  write(frame: Frame): number;
} {
  const weights = readWeights(options, [
    "hiddenWeight",
    "hiddenBias",
    "outputWeight",
    "outputBias",
  ]);
  const hiddenBias = finiteTensor(weights, "hiddenBias", {
    rank: 1,
    as: "[W]",
  });
  const outputBias = finiteTensor(weights, "outputBias", {
    rank: 1,
    as: "[H]",
  });
  const width = hiddenBias.data.length;
  const count = outputBias.data.length;
  if (width > MAX_HIDDEN) {
    throw new RangeError(
      `${options.call}: weights.hiddenBias must have shape [W] with W at most ${MAX_HIDDEN}, got [${width}]`,
    );
  }
  const { shape } = weights.tensor("hiddenWeight");
  const parts = [
    finiteTensor(weights, "hiddenWeight", {
      shape: shape.length === 1 ? [width] : [width, 1],
    }),
    hiddenBias,
    finiteTensor(weights, "outputWeight", { shape: [count, width] }),
    outputBias,
  ];
  const numbers = [
    options.number("c", { default: 0.1 }),
    options.number("L", { default: 512 }),
    options.number("multiplier", { default: 1 }),
    options.number("eps", { above: 0, default: 1e-6 }),
  ];
  return {
    count,
    width,
    numbers,
    write(frame) {
      const all = frame.float32((width + 1) * count + 2 * width);
      let at = 0;
      for (const { data } of parts) {
        all.view().set(data, at);
        at += data.length;
      }
      return all.pointer;
    },
  };
}

/**
 * The biases with learned parameters of their own kind.
 *
 * @internal
 */
export function learnedBias(runtime: Runtime): Pick<Bias, "kerple" | "fire"> {
  return {
    kerple(input) {
      const call = "bias.kerple";
      const parameters = ["a", "p", "weightA", "weightP"];
      const options = new Options(call, input, [
        ...["kind", ...parameters, "scores", "eps", "numHeads"],
        ...GRID_KEYS,
      ]);
      const kind = options.enumeration("kind", ["log", "power"]);
      const eps = options.number("eps", { above: 0, default: 0.01 });
      const given = parameters.filter((name) => options.has(name));
      if (kind === 0 && given.join() !== "a,p") {
        throw new TypeError(
          `${call}: kind "log" needs a and p, and knows no weight, got ${given.join(", ") || "neither"}`,
        );
      }
      const scores = options.has("scores")
        ? options.tensor("scores", {
            rank: [3, 4],
            as: "[H, Q, K] or [B, H, Q, K]",
          })
        : undefined;
      const heads =
        (given[0] && options.numbers(given[0]).length) || scores?.shape.at(-3);
      const count = options.integer("numHeads", {
        ...HEADS,
        ...(heads && { default: heads }),
      });
      for (const name of given) options.numbers(name, { length: count });
      const write = (frame: Frame): number[] =>
        parameters.map((name) =>
          options.has(name)
            ? frame.inputFloat64(options.numbers(name)).pointer
            : 0,
        );

      if (scores === undefined) {
        const weight = given.find((name) => name.startsWith("weight"));
        if (weight !== undefined) {
          throw new TypeError(`${call}: ${weight} needs scores to weigh`);
        }
        const grid = readGrid(options, false);
        return offsetMatrix(runtime, options, grid, count, (frame, ...at) => {
          const [a = 0, p = 0] = write(frame);
          runtime.run(
            call,
            "bias_kerple",
            ...[...at, count, a, p, kind, eps, grid.future],
          );
        });
      }

      refuseBoth(options, "scores", ["keyPositions", "queryPositions"]);
      const { shape } = scores;
      const [keys = 0, queries = 0, rows, batch = 1] = [...shape].reverse();
      if (rows !== count) {
        throw new RangeError(
          `${call}: scores must have as many heads as there are parameters, ${count}, got shape ${showShape(shape)}`,
        );
      }
      for (const [name, length] of Object.entries({
        queryLen: queries,
        keyLen: keys,
      })) {
        if (options.integer(name, { default: length }) !== length) {
          options.fail(name, `${length}, as in scores`);
        }
      }
      const offset = readOffset(options, queries, keys);
      const future = readFuture(options, false);
      return runtime.frame(call, (frame) => {
        const out = frame.output(shape, options.buffer());
        runtime.run(
          call,
          "bias_kerple_scores",
          ...[out.pointer, frame.input(scores).pointer],
          ...[batch, count, queries, keys, offset, ...write(frame)],
          ...[kind, eps, future],
          frame.float64(2 * (queries + keys - 1)).pointer,
        );
        return finish(out, [...shape], options.buffer());
      });
    },

    fire(input) {
      const call = "bias.fire";
      const options = new Options(call, input, [...FIRE_KEYS, ...GRID_KEYS]);
      const { count, width, numbers, write } = readFire(options);
      const grid = readGrid(options, false);
      const { queries, keys, offset } = grid;
      const last = [offset + queries - 1, keys - 1 - offset];
      const reach = Math.max(...last.map(Math.abs));
      return runtime.frame(call, (frame) => {
        const outShape = [count, queries, keys];
        const out = frame.output(outShape, options.buffer());
        const mlp = [write(frame), count, width, ...numbers, grid.future];
        // A few cells far from the keys are sooner had one by one.
        if (
          grid.listed ||
          !Number.isInteger(offset) ||
          reach > queries * keys
        ) {
          runtime.run(
            call,
            "bias_fire_positions",
            ...[out.pointer, ...positionsOf(frame, grid), ...mlp],
          );
        } else {
          const scratch = frame.float64(
            runtime.number(
              "bias_fire_scratch_size",
              ...[width, count, queries + keys - 1],
            ),
          );
          runtime.run(
            call,
            "bias_fire",
            ...[out.pointer, queries, keys, offset],
            ...[...mlp, scratch.pointer],
          );
        }
        return finish(out, outShape, options.buffer());
      });
    },
  };
}
