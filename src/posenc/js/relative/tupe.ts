import { readForm, readOffset, tokenAxis } from "../attention/form.js";
import {
  biasT5Bucket,
  biasT5BucketScratchSize,
} from "../generated/border/bias.js";
import type { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { Reading } from "../schema.js";
import { type ReadTensor, showShape, type Tensor } from "../tensor.js";
import { TUPE_RELATIVE } from "./options.js";
import { within32 } from "./schemes.js";

/** Zeros in place of the content that a call for positions alone leaves out. */
export function withoutContent(options: Options): Options {
  if (options.has("q") || options.has("k")) return options;
  const zeros = (name: string, tokens: string): ReadTensor => {
    const rule = { rank: 3, as: `[${tokens}, H, D]` };
    const { shape } = options.tensor(name, rule);
    const [length = 0, heads = 0] = shape;
    const count = length - Number(options.get("cls") === true);
    return { data: new Float32Array(count * heads), shape: [count, heads, 1] };
  };
  const [q, k] = [zeros("positionQuery", "Q"), zeros("positionKey", "K")];
  const [, heads = 0] = q.shape;
  options.tensor("positionKey", { shape: [null, heads, null] });
  return q.data.length > 0 && k.data.length > 0
    ? options.but({ q, k, joined: false })
    : options;
}

/** a + b, b repeated over the batch. */
export function plus(a: Tensor, b: Tensor): Tensor {
  const data = a.data.map((x, n) => x + (b.data[n % b.data.length] as number));
  return { data, shape: a.shape };
}

/** What the caller's mask hides stays hidden; its numbers are added. */
export function withAdded(options: Options, added: Tensor): ReadTensor {
  if (!options.has("mask")) return added;
  const { shape } = options.tensor("mask", { kind: "boolean" });
  throw new TypeError(
    `relative.tupe: give either mask or relative, got both (mask of shape ${showShape(shape)})`,
  );
}

/** T5's buckets of all pairs and what the table gives for them, `[H, Q, K]`. */
export function bucketBias(
  runtime: Runtime,
  given: Options,
): { added?: Tensor; buckets?: Int32Array } {
  if (!given.has("relative")) return {};
  const call = "relative.tupe: relative";
  const options = new Reading(call, TUPE_RELATIVE, given.get("relative"));
  const count = options.read("numBuckets");
  const maxDistance = options.read("maxDistance");
  const untied = given.boolean("cls", false);
  const table = options.tensor("table", {
    shape: [count + Number(untied), null],
  });
  const form = readForm(given);
  const heads = table.shape[1] as number;
  if (heads !== form.heads && heads !== 1) {
    throw new RangeError(
      `${call}: table must have a column for each of the ${form.heads} heads of q, or one, got ${showShape(table.shape)}`,
    );
  }
  const [queries = 0, keys = 0] = ["q", "k"].map(
    (name) => given.tensor(name).shape[tokenAxis(form)],
  );
  const first = readOffset(given, queries, keys);
  const distances = Int32Array.from({ length: queries * keys }, (_, n) =>
    within32((n % keys) - Math.floor(n / keys) - first),
  );
  const buckets = runtime.frame(call, (frame) => {
    const region = frame.inputInt32(distances);
    const size = { buckets: count, maxDistance, bidirectional: true };
    const scratch = runtime.number(biasT5BucketScratchSize, size);
    runtime.run(call, biasT5Bucket, {
      out: region.pointer,
      relative: region.pointer,
      ...size,
      count: region.length,
      scratch: frame.int32(scratch).pointer,
    });
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
