/** Calls that posenc/worker shares out, beside the same on one thread. */
import { connect } from "posenc/worker";
import { load } from "../../src/posenc/dist/index.js";

const noise = (shape, seed) => ({
  data: Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    (_, n) => Math.sin(seed + 1.7 * n),
  ),
  shape,
});

/** What is measured: its name, its shape, and the call of a library. */
function cases() {
  const heads = (length) => ({
    q: noise([length, 8, 64], 1),
    k: noise([length, 8, 64], 2),
    v: noise([length, 8, 64], 3),
    causal: true,
  });
  const [long, short] = [heads(8192), heads(2048)];
  const [x, weight] = [noise([4096, 1024], 1), noise([1024, 1024], 2)];
  return [
    {
      kernel: "attention, causal",
      shape: "8 × 8192 × 64",
      run: (pe) => pe.attention(long),
    },
    {
      kernel: "attention, causal",
      shape: "8 × 2048 × 64",
      run: (pe) => pe.attention(short),
    },
    {
      kernel: "linear layer",
      shape: "4096 × 1024 × 1024",
      run: (pe) => pe.transformer.linear(x, weight),
    },
  ];
}

async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * Times them in turns, each round one thread and then two: the best of each
 * counts, since what else the machine does only ever adds.
 *
 * @param {object} options
 * @param {string | undefined} options.filter text in kernel or shape
 * @param {number} [options.rounds]
 */
export async function measureThreads({ filter = "", rounds = 3 }) {
  const here = await load();
  const threads = await connect({ workers: 2 });
  const results = [];
  try {
    for (const { kernel, shape, run } of cases()) {
      if (!`${kernel} ${shape}`.includes(filter)) continue;
      let [one, two] = [Infinity, Infinity];
      for (let round = 0; round < rounds; round += 1) {
        one = Math.min(one, await timed(() => run(here)));
        two = Math.min(two, await timed(() => run(threads)));
      }
      results.push({ kernel, shape, one, two, ratio: two / one });
    }
  } finally {
    threads.dispose();
  }
  return results;
}
