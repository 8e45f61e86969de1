import { noise } from "../data.js";

/** A matrix [H, T, T] into a buffer: as fast as memory takes it, or slower. */
function matrix(name, heads, positions, options, torch) {
  const shape = [heads, positions, positions];
  const count = heads * positions * positions;
  return {
    kernel: `bias.${name}`,
    shape: shape.join(" × "),
    bytes: 4 * count,
    posenc({ pe }) {
      const out = pe.buffer(shape);
      const all = { ...options, queryLen: positions, keyLen: positions, out };
      return {
        run: () => void pe.bias[name](all),
        close: () => out.dispose(),
      };
    },
    peers: { "memory fill": ({ memory }) => memory.fill(count) },
    torch,
  };
}

const distances = (heads, positions) => `
slopes = 2.0 ** -torch.arange(1, ${heads} + 1).float().mul(8 / ${heads}).view(-1, 1, 1)
at = torch.arange(${positions})
run = lambda: slopes * (at[None, :] - at[:, None]).float()
`;

export default [
  matrix("alibi", 8, 1024, { numHeads: 8 }, distances(8, 1024)),
  matrix("t5", 8, 1024, { table: noise([32, 8]) }),
  matrix("sandwich", 8, 1024, { numHeads: 8 }),
];
