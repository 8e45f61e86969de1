import { noise } from "../data.js";

const HEADS = 8;
const LENGTH = 1024;
const OFFSETS = 2 ** 20;

const parameters = (low, step) =>
  Array.from({ length: HEADS }, (_, h) => low + step * h);

/** The usual loops over heads, queries and keys. */
function plainAlibi() {
  const out = new Float32Array(HEADS * LENGTH * LENGTH);
  return {
    output: () => out,
    run() {
      let cell = 0;
      for (let h = 0; h < HEADS; h += 1) {
        const slope = 2 ** (-(8 * (h + 1)) / HEADS);
        for (let i = 0; i < LENGTH; i += 1) {
          for (let j = 0; j < LENGTH; j += 1) {
            out[cell] = -slope * Math.abs(i - j);
            cell += 1;
          }
        }
      }
    },
  };
}

/** One matrix [H, Q, K], into a buffer, beside a fill of the same bytes. */
function matrix(name, call, more = {}) {
  return {
    kernel: name,
    shape: `${HEADS} × ${LENGTH} × ${LENGTH}`,
    bytes: 4 * HEADS * LENGTH * LENGTH,
    tolerance: 0,
    posenc({ pe }) {
      const out = pe.buffer([HEADS, LENGTH, LENGTH]);
      const grid = { queryLen: LENGTH, keyLen: LENGTH, out };
      return {
        run: () => void call(pe.bias, grid),
        output: () => out.data.slice(),
        close: () => out.dispose(),
      };
    },
    peers: {
      ...more,
      "memory fill": ({ memory }) => memory.fill(HEADS * LENGTH * LENGTH),
    },
  };
}

const table = noise([32, HEADS]);
const powers = {
  kind: "power",
  a: parameters(0.1, 0.2),
  p: parameters(0.3, 0.2),
};
const fire = {
  hiddenWeight: noise([32], 1),
  hiddenBias: noise([32], 2),
  outputWeight: noise([HEADS, 32], 3),
  outputBias: noise([HEADS], 4),
};
const logCpb = {
  hiddenWeight: noise([512, 2], 5),
  hiddenBias: noise([512], 6),
  outputWeight: noise([HEADS, 512], 7),
};

/** The kernel alone: a table of integers has no buffer to be written into. */
const buckets = {
  kernel: "T5 buckets",
  shape: `${OFFSETS}`,
  bytes: 4 * OFFSETS,
  posenc({ memory: { module } }) {
    const [count, distance] = [32, 128];
    const values = module._malloc(4 * OFFSETS);
    const scratch = module._malloc(
      4 * module.bias_t5_bucket_scratch_size(count, distance, 1),
    );
    const { data } = noise([OFFSETS]);
    module.HEAP32.set(
      data.map((x) => 300 * x),
      values / 4,
    );
    const out = module._malloc(4 * OFFSETS);
    return {
      run: () =>
        void module.bias_t5_bucket(
          ...[out, values, OFFSETS, count, distance, 1, scratch],
        ),
      close() {
        for (const pointer of [values, scratch, out]) module._free(pointer);
      },
    };
  },
  peers: {
    "memory fill": ({ memory }) => memory.fill(OFFSETS),
    "memory copy": ({ memory }) => memory.copy(OFFSETS),
  },
};

export default [
  matrix(
    "ALiBi",
    (bias, grid) => bias.alibi({ numHeads: HEADS, symmetric: true, ...grid }),
    { "plain JS": plainAlibi },
  ),
  matrix("ALiBi by key", (bias, grid) =>
    bias.alibi({ numHeads: HEADS, form: "key", ...grid }),
  ),
  matrix("T5 bias", (bias, grid) => bias.t5({ table, ...grid })),
  matrix("KERPLE power", (bias, grid) => bias.kerple({ ...powers, ...grid })),
  matrix("FIRE", (bias, grid) => bias.fire({ weights: fire, ...grid })),
  matrix("Sandwich", (bias, grid) =>
    bias.sandwich({ numHeads: HEADS, ...grid }),
  ),
  matrix("log-CPB", (bias, { out }) =>
    bias.logCpb({ windowSize: [32, 32], weights: logCpb, out }),
  ),
  buckets,
];
