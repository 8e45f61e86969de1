// Attention as its formula says, in float64, for any scheme of schemes.js.

const NONE = Number.NEGATIVE_INFINITY;

/** Whether query i may see key j, and what the mask adds. */
function maskOf({ mask, causal, window, offset, full }) {
  const shape = mask ? [1, 1, 1, ...mask.shape].slice(-4) : [];
  const isBoolean = mask && mask.kind === "boolean";
  // How far apart neighbours on each axis are: on one that is shared, not.
  const steps = [0, 0, 0, 0];
  for (let axis = 3, step = 1; mask && axis >= 0; axis -= 1) {
    if (shape[axis] === full[axis]) steps[axis] = step;
    step *= shape[axis];
  }
  const [ofBatch, ofHead, ofQuery, ofKey] = steps;
  return (b, h, i, j) => {
    const distance = i + offset - j;
    if (causal && distance < 0) return NONE;
    if (window !== undefined && Math.abs(distance) >= window) return NONE;
    if (!mask) return 0;
    const x = mask.numbers[b * ofBatch + h * ofHead + i * ofQuery + j * ofKey];
    return isBoolean ? (x ? 0 : NONE) : x;
  };
}

/**
 * @param c a case of cases.js
 * @returns float64 arrays: `terms` and `scores` `[B, H, Q, K]` (scores hidden
 *   with −∞), `weights` alike, `output` `[B, Q, H, E]`, and `size`, the largest
 *   weighted score, which rounding errors are in proportion to
 */
export function reference(c) {
  const { batch, queries, keys, heads, groups, width, valueWidth } = c.form;
  const { q, k, v, offset, scale, scheme, sinks } = c;
  const masked = maskOf({ ...c, full: [batch, heads, queries, keys] });
  const cells = batch * heads * queries * keys;
  const terms = new Float64Array(cells);
  const scores = new Float64Array(cells);
  const weights = new Float64Array(cells);
  const output = new Float64Array(batch * queries * heads * valueWidth);
  let size = 0;
  const keyRow = (b, j, g) => ((b * keys + j) * groups + g) * width;
  const turnedKeys = new Map();
  const turnedKey = (b, j, g) => {
    const at = keyRow(b, j, g);
    if (!turnedKeys.has(at)) turnedKeys.set(at, scheme.key(b, j, k, at));
    return turnedKeys.get(at);
  };
  for (let b = 0; b < batch; b += 1) {
    for (let h = 0; h < heads; h += 1) {
      const g = Math.floor((h * groups) / heads);
      for (let i = 0; i < queries; i += 1) {
        const row = ((b * heads + h) * queries + i) * keys;
        const qAt = ((b * queries + i) * heads + h) * width;
        const turned = scheme.query?.(b, i, q, qAt);
        const [x, xAt] = turned ? [turned, 0] : [q.data, qAt];
        let top = sinks ? sinks[h] : NONE;
        const added = (j) => masked(b, h, i, j);
        const cell = { b, h, i, j: 0, offset, q, qAt, k, kAt: 0, scale, added };
        for (let j = 0; j < keys; j += 1) {
          const kAt = keyRow(b, j, g);
          const [y, yAt] = turned ? [turnedKey(b, j, g), 0] : [k.data, kAt];
          let sum = 0;
          for (let d = 0; d < width; d += 1) sum += x[xAt + d] * y[yAt + d];
          cell.j = j;
          cell.kAt = kAt;
          const term = scheme.term ? scheme.term(cell) : 0;
          terms[row + j] = term;
          const more = added(j);
          const score = more === NONE ? NONE : scale * sum + term + more;
          scores[row + j] = score;
          if (score > top) top = score;
        }
        if (top === NONE) continue;
        let total = sinks ? Math.exp(sinks[h] - top) : 0;
        for (let j = 0; j < keys; j += 1) {
          weights[row + j] = Math.exp(scores[row + j] - top);
          total += weights[row + j];
        }
        let weighted = Math.abs(top);
        const out = ((b * queries + i) * heads + h) * valueWidth;
        for (let j = 0; j < keys; j += 1) {
          const w = weights[row + j] / total;
          weights[row + j] = w;
          if (w === 0) continue;
          weighted += w * Math.abs(scores[row + j]);
          const from = ((b * keys + j) * groups + g) * valueWidth;
          for (let e = 0; e < valueWidth; e += 1) {
            const more = scheme.value
              ? scheme.value({ h, i, j, e, offset })
              : 0;
            output[out + e] += w * (v.data[from + e] + more);
          }
        }
        size = Math.max(size, weighted);
      }
    }
  }
  return { terms, scores, weights, output, size };
}
