import * as pe from "posenc";

// Where the buckets of T5 begin and end, for the texts that name it.

/** Buckets of distances 0 … 4095 behind the query, with T5's defaults. */
function behind(bidirectional: boolean): Int32Array {
  const offsets = Int32Array.from({ length: 4096 }, (_, n) => -n);
  return pe.t5Bucket(offsets, { bidirectional });
}

/** Largest distance with a bucket of its own. */
export function exact(bidirectional: boolean): number {
  const buckets = behind(bidirectional);
  return buckets.findIndex((bucket, n) => bucket === buckets[n + 1]) - 1;
}

/** Where the last bucket begins. */
export function end(bidirectional: boolean): number {
  const buckets = behind(bidirectional);
  return buckets.indexOf(buckets.at(-1) as number);
}
