import { type Prepare, termOf } from "../../attention/sequence.js";
import { partOf } from "../../errors.js";
import { Scheme } from "../../generated/border/enums/wasm.js";
import { offsetBiasArguments } from "../../generated/border/lists.js";
import type { Runtime } from "../../runtime.js";
import { openScheme, type Part } from "../../schema.js";
import type { Tensor } from "../../tensor.js";

/** Refuses a bias of another number of heads than q has. */
export function checkHeads(call: string, found: number, heads: number): void {
  if (found !== heads) {
    throw new RangeError(
      `${call}: the bias must have the ${heads} heads of q, got ${found}`,
    );
  }
}

type Make = (options: never) => Tensor;

/**
 * A bias that knows the offset alone. Its numbers for one query far to the
 * right are those of all offsets: the row that the kernel reads. Which keys are
 * seen, the call to attention decides.
 *
 * @param needsHeads - whether its heads must be told
 */
export const byOffset =
  (
    { fields }: Part,
    name: string,
    make: (runtime: Runtime) => Make,
    needsHeads = true,
  ): Prepare =>
  (runtime, frame, call, scheme, s) => {
    const options = openScheme(call, fields, scheme);
    const grid = {
      ...options.pick(Object.keys(fields)),
      ...(needsHeads ? { numHeads: s.heads } : {}),
      causal: false,
      queryLen: 1,
      keyLen: s.queries + s.keys - 1,
      offset: s.offset + s.queries - 1,
    };
    const table = partOf(call, name, () => make(runtime)(grid as never));
    checkHeads(call, table.shape[0] as number, s.heads);
    return {
      term: termOf(offsetBiasArguments, {
        scheme: Scheme.offsetBias,
        table: frame.input(table).pointer,
        stride: 0,
      }),
    };
  };
