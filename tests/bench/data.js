/** Tensors as other libraries want them. */

/** Numbers that no product makes large. */
export const noise = (count) =>
  Float32Array.from({ length: count }, (_, n) => Math.sin(n));

/** @param {number} count */
export const threads = (count) =>
  count === 1 ? "1 thread" : `${count} threads`;

/** Axes 1 and 2 change places: [A, M, N, D] → [A, N, M, D]. */
/** @param {{ data: any, shape: number[] }} tensor */
export function swapped({ data, shape: [a, m, n, d] }) {
  const turned = new Float32Array(data.length);
  for (let i = 0; i < a * m * n; i += 1) {
    const [x, y, z] = [Math.floor(i / (m * n)), Math.floor(i / n) % m, i % n];
    turned.set(data.subarray(i * d, (i + 1) * d), ((x * n + z) * m + y) * d);
  }
  return { data: turned, shape: [a, n, m, d] };
}

/** The last two axes change places. */
export function transposed({ data, shape }) {
  const [m, n] = shape.slice(-2);
  const turned = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    const [block, r, c] = [
      Math.floor(i / (m * n)),
      Math.floor(i / n) % m,
      i % n,
    ];
    turned[block * m * n + c * m + r] = data[i];
  }
  return { data: turned, shape: [...shape.slice(0, -2), n, m] };
}
