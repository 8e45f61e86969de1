import type { Tensor, TensorBuffer } from "posenc";
import * as pe from "posenc";
import type { Text } from "../../../widgets/words/text.ts";
import { noise } from "../data.ts";
import { fill, MEMORY } from "../memory.ts";
import type { Case, Contender } from "../types.ts";
import {
  plainAlibi,
  plainFire,
  plainKerple,
  plainLogCpb,
  plainMatrix,
  plainSandwich,
  plainT5,
} from "./plain-bias.ts";

const HEADS = 8;
const LENGTH = 1024;
const SIDE = 32;

interface Grid {
  readonly queryLen: number;
  readonly keyLen: number;
  readonly out: TensorBuffer;
}

/** One matrix [H, Q, K], into a buffer, beside a fill of the same bytes. */
function matrix(
  id: string,
  name: Text,
  tolerance: number,
  call: (grid: Grid) => Tensor,
  plain?: () => Contender,
): Case {
  return {
    id: `bias-${id}`,
    group: "bias",
    kernel: name,
    shape: `${HEADS} × ${LENGTH} × ${LENGTH}`,
    work: { bytes: 4 * HEADS * LENGTH * LENGTH },
    tolerance,
    prepare: () => ({
      posenc() {
        const out = pe.buffer([HEADS, LENGTH, LENGTH]);
        const grid = { queryLen: LENGTH, keyLen: LENGTH, out };
        return {
          run: () => void call(grid),
          output: () => out.data.slice(),
          close: () => out.dispose(),
        };
      },
      peers: {
        ...(plain && { "plain JS": plain }),
        [MEMORY]: fill(HEADS * LENGTH * LENGTH),
      },
    }),
  };
}

const parameters = (low: number, step: number): number[] =>
  Array.from({ length: HEADS }, (_, h) => low + step * h);

const table = noise([32, HEADS]);
const [a, p] = [parameters(0.1, 0.2), parameters(0.3, 0.2)];
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

/** m·k whatever the query. */
function plainByKey(): Contender {
  const out = new Float32Array(HEADS * LENGTH * LENGTH);
  return {
    output: () => out,
    run() {
      let cell = 0;
      for (let h = 0; h < HEADS; h += 1) {
        const slope = 2 ** ((-8 * (h + 1)) / HEADS);
        for (let i = 0; i < LENGTH; i += 1) {
          for (let j = 0; j < LENGTH; j += 1) {
            out[cell] = j > i ? Number.NEGATIVE_INFINITY : slope * j;
            cell += 1;
          }
        }
      }
    },
  };
}

const same = (name: string): Text => ({ en: name, zh: name });

export default [
  matrix(
    "alibi",
    same("ALiBi"),
    0,
    (grid) => pe.alibi({ numHeads: HEADS, symmetric: true, ...grid }),
    () => plainMatrix(HEADS, LENGTH, plainAlibi(HEADS)),
  ),
  matrix(
    "alibi-key",
    { en: "ALiBi by key", zh: "ALiBi，按键" },
    0,
    (grid) => pe.alibi({ numHeads: HEADS, form: "key", ...grid }),
    plainByKey,
  ),
  matrix(
    "t5",
    { en: "T5 bias", zh: "T5 偏置" },
    0,
    (grid) => pe.t5({ table, ...grid }),
    () => plainMatrix(HEADS, LENGTH, plainT5(table)),
  ),
  matrix(
    "kerple",
    { en: "KERPLE, power", zh: "KERPLE，幂" },
    1e-1,
    (grid) => pe.kerple({ kind: "power", a, p, ...grid }),
    () => plainMatrix(HEADS, LENGTH, plainKerple(a, p)),
  ),
  matrix(
    "fire",
    same("FIRE"),
    1e-5,
    (grid) => pe.fire({ weights: fire, ...grid }),
    () => plainFire(HEADS, LENGTH, fire),
  ),
  matrix(
    "sandwich",
    same("Sandwich"),
    1e-4,
    (grid) => pe.sandwich({ numHeads: HEADS, ...grid }),
    () => plainMatrix(HEADS, LENGTH, plainSandwich(HEADS)),
  ),
  matrix(
    "log-cpb",
    { en: "log-CPB", zh: "log-CPB" },
    1e-5,
    ({ out }) => pe.logCpb({ windowSize: [SIDE, SIDE], weights: logCpb, out }),
    () => plainLogCpb(HEADS, SIDE, logCpb),
  ),
] satisfies readonly Case[];
