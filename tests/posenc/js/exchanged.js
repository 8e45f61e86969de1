// Heads before tokens, or the other way round.

/** `[…, x, y, D]` as `[…, y, x, D]`. */
export function exchanged({ data, shape }) {
  const [d, y, x, b = 1] = [...shape].reverse();
  const out = new Float32Array(data.length);
  for (let n = 0; n < b; n += 1) {
    for (let i = 0; i < x; i += 1) {
      for (let j = 0; j < y; j += 1) {
        for (let k = 0; k < d; k += 1) {
          out[((n * y + j) * x + i) * d + k] =
            data[((n * x + i) * y + j) * d + k];
        }
      }
    }
  }
  return { data: out, shape: [...shape.slice(0, -3), y, x, d] };
}
