import { type Out, TensorBuffer } from "./buffer.js";
import { bufferOf, Snapshot, Whole } from "./snapshot.js";

/** Whether `out` has some of an input's memory, but not the very same. */
function isPartOf(out: Out, input: object): boolean {
  if (TensorBuffer.is(input)) {
    return TensorBuffer.is(out) && out.isPartOf(input);
  }
  if (TensorBuffer.is(out) || !ArrayBuffer.isView(input)) return false;
  if (!ArrayBuffer.isView(out) || bufferOf.call(out) !== input.buffer) {
    return false;
  }
  const [a, b] = [out.byteOffset, input.byteOffset];
  const [aEnd, bEnd] = [a + out.byteLength, b + input.byteLength];
  const isSame = a === b && aEnd === bEnd && input instanceof Float32Array;
  return a < bEnd && b < aEnd && !isSame;
}

/** The name of the first input, among these and inside, that is so. */
function inputOf(
  out: Out,
  values: object,
  seen: Set<object>,
): string | undefined {
  for (const name in values) {
    const value = (values as Record<string, unknown>)[name];
    if (name === "out" || typeof value !== "object" || value === null) continue;
    if (isPartOf(out, value instanceof Whole ? value.data : value)) return name;
    const isGroup = value instanceof Snapshot && !(value instanceof Whole);
    if (!isGroup || seen.has(value)) continue;
    seen.add(value);
    const inside = inputOf(out, value, seen);
    if (inside !== undefined) {
      return inside === "data" ? name : `${name}.${inside}`;
    }
  }
  return undefined;
}

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
): void {
  if (typeof out !== "object" || out === null) return;
  const name = inputOf(out as Out, values, new Set());
  if (name === undefined) return;
  throw new RangeError(
    `${call}: out must be memory of its own, or all of ${name}'s, got a part of it`,
  );
}
