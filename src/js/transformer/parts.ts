import type { Frame, Runtime } from "../runtime.js";
import { sizeOf, type Tensor, type TensorLike } from "../tensor.js";

/** x·Wᵀ + b of checked tensors. */
export function linear(
  runtime: Runtime,
  call: string,
  x: TensorLike,
  weight: TensorLike,
  bias?: TensorLike,
): Tensor {
  const [outWidth = 0, width = 0] = weight.shape;
  const sizes = [sizeOf(x.shape) / width, width, outWidth];
  return runtime.frame(call, (frame) => {
    const shape = [...x.shape.slice(0, -1), outWidth];
    const out = frame.output(shape);
    runtime.run(
      call,
      "numeric_linear",
      ...[out.pointer, frame.input(x).pointer, frame.input(weight).pointer],
      bias ? frame.input(bias).pointer : 0,
      ...sizes,
      frame.float32(runtime.number("numeric_linear_scratch_size", ...sizes))
        .pointer,
    );
    return { data: out.take(), shape };
  });
}

/** (x − mean) / √(variance + epsilon)·gain + bias of checked tensors. */
export function layerNorm(
  runtime: Runtime,
  call: string,
  x: TensorLike,
  gain: TensorLike | undefined,
  bias: TensorLike | undefined,
  epsilon: number,
): Tensor {
  return runtime.frame(call, (frame) => {
    const vector = (tensor?: TensorLike): number =>
      tensor ? frame.input(tensor).pointer : 0;
    const out = frame.output(x.shape);
    const width = x.shape.at(-1) as number;
    runtime.run(
      call,
      "transformer_layer_norm",
      ...[out.pointer, frame.input(x).pointer, vector(gain), vector(bias)],
      ...[sizeOf(x.shape) / width, width, epsilon],
    );
    return { data: out.take(), shape: [...x.shape] };
  });
}

/** The activation of that number in C++'s enum. */
export function activate(
  runtime: Runtime,
  call: string,
  x: Tensor,
  activation: number,
): Tensor {
  return runtime.frame(call, (frame) => {
    const { pointer, length, take } = frame.input(x);
    runtime.run(
      call,
      "transformer_activate",
      ...[pointer, pointer, length, activation],
    );
    return { data: take(), shape: x.shape };
  });
}

/** scale·x + rows: `[B, T, D]` and `[T, D]` from row `offset`, or one shape. */
export function add(
  runtime: Runtime,
  call: string,
  x: TensorLike,
  rows: TensorLike,
  scale = 1,
  offset = 0,
): Tensor {
  return runtime.frame(call, (frame) => {
    const { shape } = x;
    const width = shape.at(-1) as number;
    const all = sizeOf(shape) / width;
    const [count, length] =
      rows.shape.length === 2
        ? [rows.shape[0] as number, shape.at(-2) as number]
        : [all, all];
    const out = frame.output(shape);
    runtime.run(
      call,
      "embedding_add",
      ...[out.pointer, frame.input(x).pointer, frame.input(rows).pointer],
      ...[all / length, length, width, count, offset, scale],
    );
    return { data: out.take(), shape };
  });
}

/** Rows of the table, by numbers that it has. */
export function lookup(
  runtime: Runtime,
  call: string,
  table: TensorLike,
  tokens: Int32Array,
  frame: Frame,
): Float32Array {
  const [rows = 0, width = 0] = table.shape;
  const out = frame.float32(tokens.length * width);
  runtime.run(
    call,
    "embedding_lookup",
    ...[out.pointer, frame.input(table).pointer],
    ...[frame.inputInt32(tokens).pointer, tokens.length, rows, width, 0],
  );
  return out.take();
}
