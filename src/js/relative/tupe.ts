import { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { showShape, type Tensor, type TensorLike } from "../tensor.js";
import { type TupeRelative, type TupeScheme, within32 } from "./schemes.js";
import type { RelativeOptions } from "./types.js";

/** Zeros in place of the content that a call for positions alone leaves out. */
export function withoutContent(
  input: Partial<RelativeOptions> & TupeScheme,
): Partial<RelativeOptions> & TupeScheme {
  if (input?.q !== undefined || input?.k !== undefined) return input;
  const zeros = (rows?: TensorLike): TensorLike | undefined => {
    const [length = 0, heads = 0] = rows?.shape ?? [];
    const count = length - Number(input.cls === true);
    return count > 0 && heads > 0
      ? { data: new Float32Array(count * heads), shape: [count, heads, 1] }
      : undefined;
  };
  const [q, k] = [zeros(input?.positionQuery), zeros(input?.positionKey)];
  return q && k ? { ...input, q, k } : input;
}

/** a + b, b repeated over the batch. */
export function plus(a: Tensor, b: Tensor): Tensor {
  const data = a.data.map((x, n) => x + (b.data[n % b.data.length] as number));
  return { data, shape: a.shape };
}

/** What the caller's mask hides stays hidden; its numbers are added. */
export function withAdded(
  input: Partial<RelativeOptions>,
  added: Tensor,
): TensorLike {
  const { mask } = input;
  if (mask === undefined) return added;
  throw new TypeError(
    `relative.tupe: give either mask or relative, got both (mask of shape ${showShape(mask.shape)})`,
  );
}

/** T5's buckets of all pairs and what the table gives for them, `[H, Q, K]`. */
export function bucketBias(
  runtime: Runtime,
  { q, k, cls, offset }: Partial<RelativeOptions> & TupeScheme,
  given: TupeRelative | undefined,
): { added?: Tensor; buckets?: Int32Array } {
  if (given === undefined || q === undefined || k === undefined) return {};
  const call = "relative.tupe: relative";
  const options = new Options(call, given, [
    "table",
    "numBuckets",
    "maxDistance",
  ]);
  const count = options.integer("numBuckets", {
    ...{ min: 4, max: 65536, default: 32 },
  });
  if (count % 2 !== 0) options.fail("numBuckets", "an even integer");
  const maxDistance = options.integer("maxDistance", {
    ...{ min: Math.floor(count / 4) + 1, max: 2 ** 31 - 1, default: 128 },
  });
  const untied = cls === true;
  const table = options.tensor("table", {
    shape: [count + Number(untied), null],
  });
  const heads = table.shape[1] as number;
  const [queries, keys] = [q, k].map((x) => x.shape.at(-3) as number) as [
    number,
    number,
  ];
  const first = offset ?? keys - queries;
  const distances = Int32Array.from({ length: queries * keys }, (_, n) =>
    within32((n % keys) - Math.floor(n / keys) - first),
  );
  const buckets = runtime.frame(call, (frame) => {
    const region = frame.inputInt32(distances);
    const size = [count, maxDistance, 1];
    const scratch = frame.int32(
      runtime.number("bias_t5_bucket_scratch_size", ...size),
    );
    runtime.run(
      call,
      "bias_t5_bucket",
      ...[region.pointer, region.pointer, region.length, ...size],
      scratch.pointer,
    );
    return region.take();
  });
  if (untied) {
    for (let n = 0; n < buckets.length; n += 1) {
      if (n < keys) buckets[n] = count / 2;
      else if (n % keys === 0) buckets[n] = count;
    }
  }
  const data = Float32Array.from(
    { length: heads * buckets.length },
    (_, n) =>
      table.data[
        (buckets[n % buckets.length] as number) * heads +
          Math.floor(n / buckets.length)
      ] as number,
  );
  return { added: { data, shape: [heads, queries, keys] }, buckets };
}
