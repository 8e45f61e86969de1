import type { Address } from "../buffer.js";
import type { Options } from "../options.js";
import type { Frame } from "../runtime.js";
import { type Field, flag, type Reading, tensor } from "../schema.js";
import { type ReadTensor, showShape } from "../tensor.js";

type Maybe = ReadTensor | undefined;

/** A vector that may be absent. */
export const readVector = (
  options: Options,
  name: string,
  length: number,
): Maybe =>
  options.has(name) ? options.tensor(name, { shape: [length] }) : undefined;

/** Where it lies; 0 when it is absent. */
export const addressOf = (
  frame: Frame,
  tensor: Maybe,
): Address<Float32Array> | 0 => (tensor ? frame.input(tensor).pointer : 0);

/** Add the tokens to the result. */
export const RESIDUAL = flag(false);

/** Whether the tokens are added, which needs results as wide as they are. */
export function readResidual(
  options: Options,
  from: number,
  to: number,
): boolean {
  const residual = RESIDUAL.read(options, "residual");
  if (residual && from !== to) {
    options.fail("residual", `false when ${from} channels become ${to}`);
  }
  return residual;
}

type Weights<Name extends string> = Reading<
  Readonly<Record<Name, Field<Maybe>>>
>;

/**
 * A weight; PyTorch's axis of length 1 at place `loose` may be there or not.
 *
 * @param shape - without that axis
 */
export function readWeight<Name extends string>(
  options: Weights<Name>,
  name: Name,
  shape: readonly (number | null)[],
  loose: number,
): { weight: ReadTensor; lengths: readonly number[] } {
  const weight = options.need(name);
  const squeezed =
    weight.shape.length > shape.length && weight.shape[loose] === 1
      ? weight.shape.filter((_, i) => i !== loose)
      : weight.shape;
  if (
    squeezed.length !== shape.length ||
    shape.some((n, i) => n !== null && n !== squeezed[i])
  ) {
    throw new RangeError(
      `${options.call}: ${name} must have shape [${shape.map((n) => n ?? "any").join(", ")}], got ${showShape(weight.shape)}`,
    );
  }
  return { weight, lengths: squeezed };
}

/** A gain per tap; PyTorch's axes of length 1 may be there or not. */
export const GAIN = tensor({ as: "[K]" });

/** A gain per tap, for directions of which none may be zero. */
export function readGain(
  options: Options,
  name: string,
  { data, shape }: ReadTensor,
): ReadTensor {
  const { call } = options;
  const gain = options.tensor("gain");
  const taps = shape[2] as number;
  if (gain.data.length !== taps || gain.shape.at(-1) !== taps) {
    throw new RangeError(
      `${call}: gain must have shape [${taps}], one number per tap, got ${showShape(gain.shape)}`,
    );
  }
  for (let k = 0; k < taps; k += 1) {
    let at = k;
    while (data[at] === 0) at += taps;
    if (at >= data.length) {
      throw new RangeError(
        `${call}: ${name} must not be 0 in all of tap ${k}, which then has no direction`,
      );
    }
  }
  return gain;
}
