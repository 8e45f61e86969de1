// A Transformer in plain float64 JavaScript, straight from the formulas. A text
// is an array of rows; weights come by the names that pe.transformer documents.

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const plus = (a, b) => a.map((row, t) => row.map((x, i) => x + b[t][i]));

/**
 * Rows of a tensor [T, D].
 *
 * @param {{ data: Float32Array, shape: readonly number[] }} tensor
 */
export const rowsOf = ({ data, shape: [count, width] }) =>
  Array.from({ length: count }, (_, t) =>
    Array.from(data.subarray(t * width, (t + 1) * width)),
  );

/** erf by Simpson's rule on its integral. */
function erf(x) {
  const steps = 2000;
  const h = x / steps;
  let sum = 1 + Math.exp(-x * x);
  for (let i = 1; i < steps; i += 1) {
    sum += (i % 2 ? 4 : 2) * Math.exp(-((i * h) ** 2));
  }
  return ((2 / Math.sqrt(Math.PI)) * sum * h) / 3;
}

export const ACTIVATIONS = {
  relu: (x) => Math.max(0, x),
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
  geluTanh: (x) =>
    0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
};

/** sin and cos of p·10000^(−2i/D), interleaved. */
export const sinusoidal = (length, width) =>
  Array.from({ length }, (_, p) =>
    Array.from({ length: width }, (_, j) => {
      const angle = p * 10000 ** ((-2 * Math.floor(j / 2)) / width);
      return j % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );

/** Rows of embeddings through all layers. */
export function reference(weights, options, embedded, memory) {
  const { layers, numHeads, norm = "post", activation = "relu" } = options;
  const { epsilon = 1e-5, causal = false } = options;

  const linear = (rows, name) => {
    const w = rowsOf(weights[`${name}.weight`]);
    const b = weights[`${name}.bias`].data;
    return rows.map((row) => w.map((column, i) => dot(row, column) + b[i]));
  };
  const normed = (rows, name) => {
    const gain = weights[`${name}.gain`].data;
    const bias = weights[`${name}.bias`].data;
    return rows.map((row) => {
      const mean = row.reduce((a, b) => a + b) / row.length;
      const variance =
        row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length;
      const factor = 1 / Math.sqrt(variance + epsilon);
      return row.map((x, i) => (x - mean) * factor * gain[i] + bias[i]);
    });
  };
  /** @param {(s: number, i: number) => number} bend */
  const attention = (rows, others, name, hide, bend = (s) => s) => {
    const q = linear(rows, `${name}.query`);
    const k = linear(others, `${name}.key`);
    const v = linear(others, `${name}.value`);
    const width = q[0].length / numHeads;
    const joined = q.map((query, i) => {
      const parts = [];
      for (let h = 0; h < numHeads; h += 1) {
        const head = (row) => row.slice(h * width, (h + 1) * width);
        const scores = k.map((key, j) =>
          hide && j > i
            ? Number.NEGATIVE_INFINITY
            : bend(dot(head(query), head(key)) / Math.sqrt(width), i),
        );
        const top = Math.max(...scores);
        const e = scores.map((s) => Math.exp(s - top));
        const total = e.reduce((a, b) => a + b);
        for (let c = 0; c < width; c += 1) {
          parts.push(
            v.reduce((sum, row, j) => sum + (e[j] / total) * head(row)[c], 0),
          );
        }
      }
      return parts;
    });
    return linear(joined, `${name}.output`);
  };
  const feedForward = (rows, name) =>
    linear(
      linear(rows, `${name}.hidden`).map((row) =>
        row.map(ACTIVATIONS[activation]),
      ),
      `${name}.output`,
    );

  let x = embedded;
  const part = (name, work) => {
    x =
      norm === "pre"
        ? plus(x, work(normed(x, `${name}Norm`)))
        : normed(plus(x, work(x)), `${name}Norm`);
  };
  for (let n = 0; n < layers; n += 1) {
    const layer = `layers.${n}`;
    part(`${layer}.selfAttention`, (y) =>
      attention(y, y, `${layer}.selfAttention`, causal, options.bend),
    );
    if (memory) {
      part(`${layer}.crossAttention`, (y) =>
        attention(y, memory, `${layer}.crossAttention`, false),
      );
    }
    part(`${layer}.feedForward`, (y) => feedForward(y, `${layer}.feedForward`));
  }
  return norm === "pre" ? normed(x, "finalNorm") : x;
}
