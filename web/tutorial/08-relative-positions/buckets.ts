// Where the buckets of T5 begin and end, for the texts that name it.
import type { Posenc } from "posenc";

/** Buckets of distances 0 … 4095 behind the query, with T5's defaults. */
function behind(pe: Posenc, bidirectional: boolean): Int32Array {
  const offsets = Int32Array.from({ length: 4096 }, (_, n) => -n);
  return pe.bias.t5Bucket(offsets, { bidirectional });
}

/** Largest distance with a bucket of its own. */
export function exact(pe: Posenc, bidirectional: boolean): number {
  const buckets = behind(pe, bidirectional);
  return buckets.findIndex((bucket, n) => bucket === buckets[n + 1]) - 1;
}

/** Where the last bucket begins. */
export function end(pe: Posenc, bidirectional: boolean): number {
  const buckets = behind(pe, bidirectional);
  return buckets.indexOf(buckets.at(-1) as number);
}
