/**
 * How much of a square matrix the offset of its places alone tells: the share of
 * the variance that it explains, and the largest difference along a diagonal.
 */
export function byOffset(values: Float32Array, n: number) {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let [within, all, along] = [0, 0, 0];
  for (let offset = 1 - n; offset < n; offset += 1) {
    const first = Math.max(0, -offset);
    const last = Math.min(n, n - offset);
    let [sum, low, high] = [0, Infinity, -Infinity];
    for (let i = first; i < last; i += 1) {
      const value = values[i * n + i + offset] as number;
      sum += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const middle = sum / (last - first);
    for (let i = first; i < last; i += 1) {
      const value = values[i * n + i + offset] as number;
      within += (value - middle) ** 2;
      all += (value - mean) ** 2;
    }
    along = Math.max(along, high - low);
  }
  return { explained: 1 - within / all, along };
}
