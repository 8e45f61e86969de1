import type { Tensor } from "posenc";

const product = (shape: readonly number[]): number =>
  shape.reduce((a, b) => a * b, 1);

/** Numbers from −1 to 1, the same in every run. */
export function noise(shape: readonly number[], seed = 1): Tensor {
  let state = seed >>> 0;
  const data = new Float32Array(product(shape));
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = state / 2 ** 31 - 1;
  }
  return { data, shape: [...shape] };
}
