import { finish, finiteTensor, readWeights } from "./bias-grid.js";
import type { Bias } from "./bias-types.js";
import { MAX_WIDTH, Options } from "./options.js";
import type { Runtime } from "./runtime.js";

/** Height and width of a window; 0 is allowed where there is a default. */
function readWindow(options: Options, name: string, fallback?: number[]) {
  if (fallback && !options.has(name)) return fallback;
  const sides = { length: 2, min: fallback ? 0 : 1, max: MAX_WIDTH };
  const window = Array.from(options.integers(name, sides));
  if (window.includes(0) && window.some((side) => side > 0)) {
    options.fail(name, "two sides of at least 1, or [0, 0]");
  }
  return window;
}

/**
 * The biases between the tokens of a two-dimensional window.
 *
 * @internal
 */
export function windowBias(
  runtime: Runtime,
): Pick<Bias, "logCpb" | "relativeCoords" | "relativePositionIndex"> {
  return {
    logCpb(input) {
      const call = "bias.logCpb";
      const options = new Options(call, input, [
        ...["windowSize", "pretrainedWindowSize", "weights", "scale", "out"],
      ]);
      const window = readWindow(options, "windowSize");
      const pretrained = readWindow(options, "pretrainedWindowSize", [0, 0]);
      const scale = options.number("scale", { default: 16 });
      const weights = readWeights(options, [
        "hiddenWeight",
        "hiddenBias",
        "outputWeight",
      ]);
      const hiddenBias = finiteTensor(weights, "hiddenBias", {
        rank: 1,
        as: "[W]",
      });
      const hidden = hiddenBias.data.length;
      const first = finiteTensor(weights, "hiddenWeight", {
        shape: [hidden, 2],
      });
      const second = finiteTensor(weights, "outputWeight", {
        shape: [null, hidden],
      });
      const [count = 0] = second.shape;
      const [height = 0, width = 0] = window;
      const shape = [count, height * width, height * width];
      return runtime.frame(call, (frame) => {
        const out = frame.output(shape, options.buffer());
        const table = count * (2 * height - 1) * (2 * width - 1);
        runtime.run(
          call,
          "bias_log_cpb",
          ...[out.pointer, count, ...window, ...pretrained],
          frame.input(first).pointer,
          frame.input(hiddenBias).pointer,
          frame.input(second).pointer,
          ...[hidden, scale, frame.float32(table).pointer],
          frame.float64(
            runtime.number(
              "bias_log_cpb_scratch_size",
              ...[count, hidden, ...window],
            ),
          ).pointer,
        );
        return finish(out, shape, options.buffer());
      });
    },

    relativeCoords(input) {
      const call = "bias.relativeCoords";
      const options = new Options(call, input, [
        "windowSize",
        "pretrainedWindowSize",
      ]);
      const window = readWindow(options, "windowSize");
      const pretrained = readWindow(options, "pretrainedWindowSize", [0, 0]);
      const shape = [...window.map((side) => 2 * side - 1), 2];
      return runtime.frame(call, (frame) => {
        const out = frame.output(shape);
        runtime.run(
          call,
          "bias_relative_coords",
          ...[out.pointer, ...window, ...pretrained],
        );
        return { data: out.take(), shape };
      });
    },

    relativePositionIndex(input) {
      const call = "bias.relativePositionIndex";
      const options = new Options(call, input, ["windowSize"]);
      const window = readWindow(options, "windowSize");
      return runtime.frame(call, (frame) => {
        const out = frame.int32(window.reduce((a, b) => a * b) ** 2);
        runtime.run(
          call,
          "bias_relative_position_index",
          ...[out.pointer, ...window],
        );
        return out.take();
      });
    },
  };
}
