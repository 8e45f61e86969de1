import { exchange, exchanged } from "../axis-order.js";
import { TensorBuffer } from "../buffer.js";
import {
  numericLinear,
  numericLinearScratchSize,
} from "../generated/border/numeric.js";
import { checkTensor, type Options } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { Reading } from "../schema.js";
import { type ReadTensor, showShape } from "../tensor.js";
import { FORMS, type Form, fail } from "./form.js";
import { LINEAR_LAYER, type PROJECTIONS } from "./options.js";

/** A tensor of queries, keys or values, as the kernel sees it. */
export interface Side {
  readonly region: Region<Float32Array>;
  readonly length: number;
  readonly heads: number;
  readonly width: number;
}

/** The linear layers around a call. */
export type Layers = Reading<typeof PROJECTIONS>;
/** The linear layer `name`, applied to rows of `x`; x itself when absent. */
export function project(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  projections: Layers | undefined,
  name: keyof typeof PROJECTIONS,
  x: Region<Float32Array>,
  inWidth: number,
): { region: Region<Float32Array>; width: number } {
  const given = projections?.get(name);
  if (given === undefined) return { region: x, width: inWidth };
  const path = `projections.${name}`;
  const layer = new Reading(`${options.call}: ${path}`, LINEAR_LAYER, given);
  const { call } = options;
  const weight = checkTensor(call, `${path}.weight`, layer.get("weight"), {
    shape: [null, inWidth],
  });
  const width = weight.shape[0] as number;
  const bias = layer.has("bias")
    ? checkTensor(call, `${path}.bias`, layer.get("bias"), {
        shape: [width],
      })
    : undefined;
  const rows = x.length / inWidth;
  const region = frame.float32(rows * width);
  const sizes = { rows, in: inWidth, out: width };
  const scratch = runtime.number(numericLinearScratchSize, sizes);
  runtime.run(call, numericLinear, {
    ...sizes,
    y: region.pointer,
    x: x.pointer,
    weight: frame.input(weight).pointer,
    bias: bias ? frame.input(bias).pointer : 0,
    scratch: frame.float32(scratch).pointer,
  });
  return { region, width };
}

/** Rows `first` to `last` − 1 of `length`. */
export interface Rows {
  readonly first: number;
  readonly last: number;
  readonly length: number;
}

/** A tensor in the module, of which only these rows of each sequence are read. */
function rowsOf(
  frame: Frame,
  tensor: ReadTensor,
  batch: number,
  { first, last, length }: Rows,
): Region<Float32Array> {
  const { data } = tensor;
  if (tensor instanceof TensorBuffer || last - first === length) {
    return frame.input(tensor);
  }
  const region = frame.float32(data.length);
  const view = region.view();
  const size = data.length / batch;
  const width = size / length;
  const numbers = ArrayBuffer.isView(data)
    ? (data as Float32Array)
    : Float32Array.from(data);
  for (let start = 0; start < data.length; start += size) {
    const [from, to] = [start + first * width, start + last * width];
    view.set(numbers.subarray(from, to), from);
  }
  return region;
}

/**
 * A tensor with heads, in the order of the kernels.
 *
 * @param within - the rows that are read, of each sequence
 */
export function inputOf(
  frame: Frame,
  { batch, headsFirst }: Form,
  tensor: ReadTensor,
  within?: Rows,
): Region<Float32Array> {
  const isTurned = headsFirst && tensor.shape.length >= 3;
  if (within && !isTurned) return rowsOf(frame, tensor, batch, within);
  const given = frame.input(tensor);
  if (!isTurned) return given;
  const region = frame.float32(given.length);
  exchange(region.view(), given.view(), tensor.shape);
  return region;
}

/** Reads q, k or v; heads is undefined when its shape has to tell. */
export function readSide(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  projections: Layers | undefined,
  name: "q" | "k" | "v",
  form: Form,
  heads: number | undefined,
  seen?: (length: number) => Rows,
): Side {
  const tensor = options.tensor(name, { rank: [2, 3, 4], as: FORMS });
  const { batch, hasBatch, joined } = form;
  const rank = (hasBatch ? 1 : 0) + (joined ? 2 : 3);
  if (tensor.shape.length !== rank || (hasBatch && tensor.shape[0] !== batch)) {
    const axes = `${hasBatch ? `${batch}, ` : ""}any, ${joined ? "any" : "any, any"}`;
    fail(
      options,
      `${name} must have shape [${axes}], the form of q, got ${showShape(tensor.shape)}`,
    );
  }
  const shape = form.headsFirst ? exchanged(tensor.shape) : tensor.shape;
  const last = shape[rank - 1] as number;
  const length = shape[hasBatch ? 1 : 0] as number;
  const side = project(
    runtime,
    frame,
    options,
    projections,
    name,
    inputOf(frame, form, tensor, projections ? undefined : seen?.(length)),
    last,
  );
  if (!joined) {
    const own = shape[rank - 2] as number;
    if (heads !== undefined && own !== heads) {
      fail(
        options,
        `${name} must have ${heads} heads in its shape, got ${showShape(tensor.shape)}`,
      );
    }
    return { region: side.region, length, heads: own, width: last };
  }
  const count = heads as number;
  if (side.width % count !== 0) {
    fail(
      options,
      `${name} must have a width that its ${count} heads divide, got ${side.width}`,
    );
  }
  return {
    region: side.region,
    length,
    heads: count,
    width: side.width / count,
  };
}
