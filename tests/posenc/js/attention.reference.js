/**
 * Attention as its formula says, one score after the other in float64, for
 * tests: `[B, T, H, D]` shapes only.
 *
 * @param {object} tensors
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensors.q
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensors.k
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensors.v
 * @param {number} [tensors.scale]
 * @param {ArrayLike<number>} [tensors.sinks]
 * @param {(b: number, h: number, i: number, j: number) => number} [tensors.term] added to the scores
 * @param {(b: number, h: number, i: number, j: number) => boolean} [tensors.visible] whether
 *   query i may see key j
 */
export function reference({ q, k, v, scale, term, visible, sinks }) {
  const [batch, queries, heads, width] = q.shape;
  const [, keys, groups] = k.shape;
  const valueWidth = v.shape[3];
  const output = new Float64Array(batch * queries * heads * valueWidth);
  const weights = new Float64Array(batch * heads * queries * keys);
  for (let row = 0; row < batch * heads * queries; row += 1) {
    const i = row % queries;
    const h = Math.floor(row / queries) % heads;
    const b = Math.floor(row / (queries * heads));
    const g = Math.floor((h * groups) / heads);
    const scores = Array.from({ length: keys }, (_, j) => {
      if (visible && !visible(b, h, i, j)) return Number.NEGATIVE_INFINITY;
      let sum = 0;
      for (let d = 0; d < width; d += 1) {
        sum +=
          q.data[((b * queries + i) * heads + h) * width + d] *
          k.data[((b * keys + j) * groups + g) * width + d];
      }
      return sum * (scale ?? 1 / Math.sqrt(width)) + (term?.(b, h, i, j) ?? 0);
    });
    const sink = sinks ? sinks[h] : Number.NEGATIVE_INFINITY;
    const top = Math.max(sink, ...scores);
    if (top === Number.NEGATIVE_INFINITY) continue;
    const powers = scores.map((s) => Math.exp(s - top));
    const sum = powers.reduce((a, x) => a + x, Math.exp(sink - top));
    powers.forEach((p, j) => {
      weights[row * keys + j] = p / sum;
      for (let e = 0; e < valueWidth; e += 1) {
        output[((b * queries + i) * heads + h) * valueWidth + e] +=
          (p / sum) * v.data[((b * keys + j) * groups + g) * valueWidth + e];
      }
    });
  }
  return { output, weights };
}
