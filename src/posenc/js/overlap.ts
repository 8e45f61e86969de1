import { TensorBuffer } from "./buffer.js";
import { bufferOf, Snapshot } from "./snapshot.js";
import { sizeOf } from "./tensor.js";

/** Where numbers lie: in which memory, from where on, how many bytes. */
type Place = readonly [memory: unknown, first: number, bytes: number];

function placeOf(it: object): Place | undefined {
  if (TensorBuffer.is(it)) {
    if (it.isDisposed) return undefined;
    return [it.owner, it.address(""), 4 * sizeOf(it.shape)];
  }
  return ArrayBuffer.isView(it)
    ? [bufferOf.call(it), it.byteOffset, it.byteLength]
    : undefined;
}

/** Deepest that a tensor stands in options: weights of a layer's part. */
const DEEPEST = 4;

/**
 * Refuses to write over a part of what is read: an input's whole memory is what
 * the caller means to overwrite, a part of it is a mistake.
 *
 * @param values - all that the call was given, as it was read
 */
export function refuseOverlap(
  call: string,
  out: unknown,
  values: object,
  path = "",
  depth = DEEPEST,
): void {
  const to = placeOf(Object(out));
  if (to === undefined) return;
  const [memory, first, bytes] = to;
  for (const [name, value] of Object.entries(values)) {
    if (value === out || typeof value !== "object" || value === null) continue;
    const place = placeOf(value);
    const at = name === "data" ? path : (path && `${path}.${name}`) || name;
    if (place === undefined) {
      if (value instanceof Snapshot && depth > 0) {
        refuseOverlap(call, out, value, at, depth - 1);
      }
      continue;
    }
    const [other, from, size] = place;
    const isSame = from === first && size === bytes;
    if (other !== memory || isSame) continue;
    if (first < from + size && from < first + bytes) {
      throw new RangeError(
        `${call}: out must be memory of its own, or all of ${at}'s, got a part of it`,
      );
    }
  }
}
