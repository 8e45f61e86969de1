import { type Out, type Region, TensorBuffer } from "../buffer.js";
import { embeddingAdd } from "../generated/border/embedding.js";
import type { Activation } from "../generated/border/enums/transformer.js";
import {
  numericLinear,
  numericLinearScratchSize,
} from "../generated/border/numeric.js";
import {
  transformerActivate,
  transformerLayerNorm,
} from "../generated/border/transformer.js";
import { copyRows } from "../rows.js";
import type { Runtime } from "../runtime.js";
import { type ReadTensor, sizeOf, type Tensor } from "../tensor.js";

/** No address: what is absent. */
const NONE = 0 as const;

/** Inputs of so many numbers are copied once there is memory for the whole. */
const LARGE = 2 ** 20;

/** x·Wᵀ + b of checked tensors. */
export function linear(
  runtime: Runtime,
  call: string,
  x: ReadTensor,
  weight: ReadTensor,
  bias?: ReadTensor,
  given?: Out,
): Tensor {
  const [outWidth = 0, width = 0] = weight.shape;
  const rows = sizeOf(x.shape) / width;
  const sizes = { rows, in: width, out: outWidth };
  return runtime.frame(call, (frame) => {
    const shape = [...x.shape.slice(0, -1), outWidth];
    const large: [Region<Float32Array>, ArrayLike<number>][] = [];
    const room = (tensor: ReadTensor) => {
      if (tensor instanceof TensorBuffer || tensor.data.length < LARGE) {
        return frame.input(tensor).pointer;
      }
      const region = frame.float32(tensor.data.length);
      large.push([region, tensor.data]);
      return region.pointer;
    };
    const numbers = {
      ...sizes,
      x: room(x),
      weight: room(weight),
      bias: bias ? room(bias) : NONE,
    };
    const out = frame.apart(shape, given);
    const size = runtime.number(numericLinearScratchSize, sizes);
    const scratch = frame.float32(size).pointer;
    for (const [region, data] of large) region.view().set(data);
    runtime.run(call, numericLinear, { ...numbers, y: out.pointer, scratch });
    return frame.result(out, shape, given);
  });
}

/** (x − mean) / √(variance + epsilon)·gain + bias of checked tensors. */
export function layerNorm(
  runtime: Runtime,
  call: string,
  x: ReadTensor,
  gain: ReadTensor | undefined,
  bias: ReadTensor | undefined,
  epsilon: number,
  given?: Out,
): Tensor {
  return runtime.frame(call, (frame) => {
    const vector = (tensor?: ReadTensor) =>
      tensor ? frame.input(tensor).pointer : NONE;
    const width = x.shape.at(-1) as number;
    const numbers = {
      x: frame.input(x).pointer,
      gain: vector(gain),
      bias: vector(bias),
      rows: sizeOf(x.shape) / width,
      width,
      epsilon,
    };
    const out = frame.apart(x.shape, given);
    runtime.run(call, transformerLayerNorm, { ...numbers, y: out.pointer });
    return frame.result(out, x.shape, given);
  });
}

/** The activation function of a feed-forward network. */
export function activate(
  runtime: Runtime,
  call: string,
  x: Tensor,
  activation: Activation,
): Tensor {
  return runtime.frame(call, (frame) => {
    const region = frame.input(x);
    const { pointer, length } = region;
    runtime.run(call, transformerActivate, {
      y: pointer,
      x: pointer,
      count: length,
      activation,
    });
    return { data: region.take(), shape: x.shape };
  });
}

/** scale·x + rows: `[B, T, D]` and `[T, D]` from row `offset`, or one shape. */
export function add(
  runtime: Runtime,
  call: string,
  x: ReadTensor,
  rows: ReadTensor,
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
    runtime.run(call, embeddingAdd, {
      out: out.pointer,
      tokens: frame.input(x).pointer,
      rows: frame.input(rows).pointer,
      batch: all / length,
      length,
      width,
      rowCount: count,
      offset,
      tokenScale: scale,
    });
    return { data: out.take(), shape: [...shape] };
  });
}

/** Rows of the table, by numbers that it has. */
export function lookup(
  call: string,
  table: ReadTensor,
  tokens: Int32Array,
): Float32Array {
  const width = table.shape[1] as number;
  const rows = new Float32Array(tokens.length * width);
  copyRows(call, rows, table, tokens);
  return rows;
}
