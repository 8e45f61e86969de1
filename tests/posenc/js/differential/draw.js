// Random numbers and choices, the same for the same seed.

/** A source of choices: `draw.integer(1, 5)`, `draw.of("a", "b")`, … */
export function drawer(seed) {
  let state = seed >>> 0;
  /** From 0 up to 1, without 1 (Mulberry32). */
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low, high) => low + Math.floor(unit() * (high - low + 1));
  const chance = (share) => unit() < share;
  const of = (...values) => values[integer(0, values.length - 1)];
  const real = (low, high) => low + unit() * (high - low);
  const list = (length, low, high) =>
    Array.from({ length }, () => real(low, high));
  /** A tensor of float32 numbers from −1 to 1. */
  const tensor = (...shape) => {
    const size = shape.reduce((a, b) => a * b, 1);
    const data = Float32Array.from({ length: size }, () => real(-1, 1));
    return { data, shape };
  };
  return { unit, integer, chance, of, real, list, tensor };
}
