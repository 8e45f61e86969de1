import type { HalfType } from "./tensor.js";

// Halves as bits: what engines without Float16Array have, and checkpoints.

/** Whether the word names a kind of halves. */
export const isHalf = (word: unknown): word is HalfType =>
  word === "float16" || word === "bfloat16";

/** 2¹¹²: a float16's exponent, read as a float32's, is that much too small. */
const SHIFT = 2 ** 112;
const INFINITE = 0x7c00;

/** The numbers that halves stand for, exactly. */
export function fromHalves(bits: Uint16Array, type: HalfType): Float32Array {
  const words = new Uint32Array(bits.length);
  const numbers = new Float32Array(words.buffer);
  if (type === "bfloat16") {
    for (let i = 0; i < words.length; i += 1) {
      words[i] = (bits[i] as number) << 16;
    }
    return numbers;
  }
  for (let i = 0; i < words.length; i += 1) {
    const half = bits[i] as number;
    const size = half & 0x7fff;
    if (size < INFINITE) {
      words[i] = size << 13;
      const number = (numbers[i] as number) * SHIFT;
      numbers[i] = half > size ? -number : number;
    } else {
      // Infinity, or no number with its payload.
      words[i] = ((half & 0x8000) << 16) | 0x7f800000 | ((half & 0x3ff) << 13);
    }
  }
  return numbers;
}

/** Rounds to the nearest whole number, ties to even. */
export function nearestEven(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** Drops the last bits of a word, to the nearest, ties to even. */
const drop = (word: number, bits: number): number =>
  (word + (2 ** (bits - 1) - 1) + ((word >>> bits) & 1)) >>> bits;

/** The nearest halves, ties to even; past the largest ±Infinity. */
export function toHalves(numbers: Float32Array, type: HalfType): Uint16Array {
  const words = new Uint32Array(
    numbers.buffer,
    numbers.byteOffset,
    numbers.length,
  );
  const bits = new Uint16Array(words.length);
  const isWide = type === "bfloat16";
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as number;
    const size = word & 0x7fffffff;
    const sign = (word >>> 16) & 0x8000;
    if (size > 0x7f800000) bits[i] = sign | (isWide ? 0x7fc0 : 0x7e00);
    else if (isWide) bits[i] = sign | drop(size, 16);
    else if (size >= 0x38800000) {
      bits[i] = sign | Math.min(drop(size - 0x38000000, 13), INFINITE);
    } else {
      bits[i] = sign | nearestEven(Math.abs(numbers[i] as number) * 2 ** 24);
    }
  }
  return bits;
}
