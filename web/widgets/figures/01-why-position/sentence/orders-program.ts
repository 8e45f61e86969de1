// The program of <pe-orders>.
import type { Head } from "./head.ts";
import { headCode } from "./two-orders.ts";

/** Mean outputs of all orders, that are the same when they differ by less. */
export const ordersCode = (
  words: readonly string[],
  head: Pick<Head, "dModel" | "seed">,
  same: number,
): string => `import { load } from "posenc";

const pe = await load();
${headCode(words, head)}
const orders = (n) => n === 0 ? [[]] : Array.from({ length: n }, (_, first) =>
  orders(n - 1).map((rest) => [first, ...rest.map((k) => (k < first ? k : k + 1))])).flat();
const all = orders(words.length);
const row = (k) => [...x.subarray(k * dModel, (k + 1) * dModel)];
const batch = { data: all.flat().flatMap(row), shape: [all.length, words.length, dModel] };
const positions = pe.embedding.sinusoidal({ seqLen: words.length, dModel });
const means = (input) => {
  const { data } = pe.attention({ q: input, k: input, v: input, numHeads: 1, projections }).output;
  const size = words.length * dModel;
  return all.map((_, k) => {
    const mean = new Float32Array(dModel);
    for (let n = 0; n < size; n += 1) mean[n % dModel] += data[k * size + n] / words.length;
    return mean;
  });
};
const gap = (a, b) => Math.max(...[...a].map((value, c) => Math.abs(value - b[c])));
const distinct = (rows) => {
  const found = [];
  for (const row of [...rows].sort((a, b) => a[0] - b[0])) {
    if (!found.some((other) => gap(row, other) < ${same})) found.push(row);
  }
  return found.length;
};
const plain = means(batch);
const placed = means(pe.embedding.add(batch, positions));
console.log(all.length, distinct(plain), distinct(placed));
console.log(Math.max(...plain.map((mean) => gap(mean, plain[0])))); // rounding
`;
