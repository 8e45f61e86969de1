import * as pe from "posenc";
import { fill, MEMORY } from "../memory.ts";
import type { Case, Contender } from "../types.ts";

/** The recipe of most tutorials, in float64 like ours. */
function plain(positions: number, width: number): Contender {
  const out = new Float32Array(positions * width);
  return {
    output: () => out,
    run() {
      for (let i = 0; i < width; i += 2) {
        const frequency = 10000 ** (-i / width);
        for (let p = 0; p < positions; p += 1) {
          out[p * width + i] = Math.sin(p * frequency);
          out[p * width + i + 1] = Math.cos(p * frequency);
        }
      }
    },
  };
}

function table(positions: number, width: number): Case {
  return {
    id: "sinusoidal",
    group: "embedding",
    kernel: { en: "sinusoidal table", zh: "正弦位置编码表" },
    shape: `${positions} × ${width}`,
    work: { bytes: 4 * positions * width },
    tolerance: 1e-6,
    prepare: () => ({
      // Into a buffer, so that the table alone is measured.
      posenc() {
        const out = pe.buffer([positions, width]);
        const options = { seqLen: positions, dModel: width, out };
        return {
          run: () => void pe.sinusoidal(options),
          output: () => out.data.slice(),
          close: () => out.dispose(),
        };
      },
      peers: {
        "plain JS": () => plain(positions, width),
        [MEMORY]: fill(positions * width),
      },
    }),
  };
}

export default [table(4096, 512)] satisfies readonly Case[];
