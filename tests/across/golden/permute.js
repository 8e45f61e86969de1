/** The tensor with its axes in another order: axis n becomes axes[n] of x. */
export function permute({ data, shape }, axes) {
  const turned = axes.map((axis) => shape[axis]);
  const strides = shape.map((_, n) =>
    shape.slice(n + 1).reduce((product, length) => product * length, 1),
  );
  const out = new data.constructor(data.length);
  const at = new Array(shape.length).fill(0);
  for (let n = 0; n < out.length; n += 1) {
    out[n] =
      data[at.reduce((sum, i, axis) => sum + i * strides[axes[axis]], 0)];
    for (let axis = at.length - 1; axis >= 0; axis -= 1) {
      at[axis] += 1;
      if (at[axis] < turned[axis]) break;
      at[axis] = 0;
    }
  }
  return { data: out, shape: turned };
}
