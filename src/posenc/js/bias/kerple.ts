import { named } from "../default-instance.js";
import { biasKerple, biasKerpleScores } from "../generated/border/bias.js";
import { KerpleKind } from "../generated/border/enums/bias.js";
import { either, ways } from "../rules.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  HEADS,
  numbers,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
  tensor,
} from "../schema.js";
import { type ReadTensor, showShape, type Tensor } from "../tensor.js";
import {
  CLOSING,
  GRID,
  offsetMatrix,
  PLACING,
  readFuture,
  readGrid,
} from "./grid.js";

/** Which parameters a kernel has; the power kernel's are 1 without them. */
export const KERNELS = ways(
  { needs: ["kind", "a", "p"] },
  { is: { kind: "power" }, takes: ["a", "p"] },
);

const WEIGHTS = ["weightA", "weightP"] as const;
/** The same, and what says how many heads there are: the first of them. */
const COUNTED_KERNELS = ways(
  { needs: ["kind", "a", "p"], takes: ["scores", "numHeads"] },
  {
    is: { kind: "power" },
    needs: ["a"],
    takes: ["p", "scores", "numHeads", ...WEIGHTS],
  },
  {
    is: { kind: "power" },
    needs: ["p"],
    takes: ["scores", "numHeads", ...WEIGHTS],
  },
  {
    is: { kind: "power" },
    needs: ["scores"],
    takes: ["numHeads", ...WEIGHTS],
  },
  { is: { kind: "power" }, needs: ["numHeads"] },
);

/** Scores have lengths of their own; weights weigh them. */
const SCORED = ways(...PLACING.ways, {
  needs: ["scores"],
  takes: ["queryLen", "keyLen", "offset", ...WEIGHTS],
});

export const KERPLE = table(
  "bias.kerple",
  {
    /** `"log"`: −p·ln(1 + a·d). `"power"`: −a·d^p. */
    kind: choice(KerpleKind),
    /**
     * One number per head, clamped to at least `eps`. Needed by `"log"`; without
     * it, the power kernel has a = 1.
     */
    a: optional(numbers()),
    /**
     * One number per head, clamped to at least `eps` and, in the power kernel, to
     * at most 2. Needed by `"log"`; without it, the power kernel has p = 1.
     */
    p: optional(numbers()),
    /**
     * The power kernel's weight on the scores, exp(−weightA·d^weightP), clamped
     * like `a` and `p`. Needs `scores`.
     */
    weightA: optional(numbers()),
    /** See `weightA`. */
    weightP: optional(numbers()),
    /**
     * Scores of shape `[H, Q, K]` or `[B, H, Q, K]`: the result is then the
     * scores with the bias added, rounded once. They give `queryLen` and
     * `keyLen`.
     */
    scores: optional(tensor({ rank: [3, 4], as: "[H, Q, K] or [B, H, Q, K]" })),
    /** Smallest value of a parameter. */
    eps: real({ above: 0, default: 0.01 }),
    /** Number of heads; needed only when no parameter and no scores give it. */
    numHeads: optional(HEADS, "as many as there are parameters"),
    ...GRID,
  },
  COUNTED_KERNELS,
  SCORED,
  CLOSING,
);
/** Options of {@link KerpleBias.kerple}. */
export type KerpleOptions = OptionsOf<typeof KERPLE>;

/** KERPLE as {@link Posenc.bias} has it. */
export interface KerpleBias {
  /**
   * Kernelized relative positions, with d = |p − k|: −p·ln(1 + a·d) or −a·d^p;
   * with `scores`, their sum with it, or scores·exp(−weightA·d^weightP) plus
   * it.
   *
   * Source: Chi et al. 2022, equations 4 and 5, and the authors' code.
   *
   * @returns shape `[H, Q, K]`, or the shape of `scores`
   */
  kerple(options: KerpleOptions): Tensor;
}

type Kerple = Reading<typeof KERPLE.fields>;

const PARAMETERS = ["a", "p", "weightA", "weightP"] as const;
const LISTED = either("scores", ["keyPositions", "queryPositions"]);

/** The parameters' addresses; 0 for those that are absent. */
const write = (
  frame: Frame,
  options: Kerple,
  names: readonly (typeof PARAMETERS)[number][],
) =>
  names.map((name) => {
    const list = options.read(name);
    return list ? frame.inputFloat64(list).pointer : 0;
  });

/** The scores with their bias. */
function withScores(
  runtime: Runtime,
  options: Kerple,
  scores: ReadTensor,
  count: number,
): Tensor {
  LISTED.refuse(options);
  const { call } = options;
  const { shape } = scores;
  const [keys = 0, queries = 0, heads, batch = 1] = [...shape].reverse();
  if (heads !== count) {
    throw new RangeError(
      `${call}: scores must have as many heads as there are parameters, ${count}, got shape ${showShape(shape)}`,
    );
  }
  const lengths = { queryLen: queries, keyLen: keys };
  for (const [name, length] of Object.entries(lengths)) {
    if (options.integer(name, { default: length }) !== length) {
      options.fail(name, `${length}, as in scores`);
    }
  }
  const numbers = {
    batch,
    heads,
    queries,
    keys,
    offset: options.read("offset") ?? keys - queries,
    future: readFuture(options, false),
    kind: options.read("kind"),
    eps: options.read("eps"),
  };
  return runtime.frame(call, (frame) => {
    const out = frame.output(shape, options.out());
    const [a = 0, p = 0, weightA = 0, weightP = 0] = write(
      frame,
      options,
      PARAMETERS,
    );
    runtime.run(call, biasKerpleScores, {
      out: out.pointer,
      scores: frame.input(scores).pointer,
      ...numbers,
      a,
      p,
      weightA,
      weightP,
      scratch: frame.float64(2 * (queries + keys - 1)).pointer,
    });
    return frame.result(out, shape, options.out());
  });
}

/** {@link KerpleBias} of one instance. */
export const kerpleCalls = (runtime: Runtime): KerpleBias => ({
  kerple(input) {
    const options = KERPLE.open(input);
    const { call } = options;
    const kind = options.read("kind");
    const eps = options.read("eps");
    const given = PARAMETERS.filter((name) => options.has(name));
    if (kind === KerpleKind.log && given.join() !== "a,p") {
      throw new TypeError(
        `${call}: kind "log" needs a and p, and knows no weight, got ${given.join(", ") || "neither"}`,
      );
    }
    const scores = options.read("scores");
    const heads =
      (given[0] && options.numbers(given[0]).length) || scores?.shape.at(-3);
    const count = options.read("numHeads") ?? heads ?? options.need("numHeads");
    for (const name of given) options.numbers(name, { length: count });
    if (scores) return withScores(runtime, options, scores, count);
    const weight = given.find((name) => name.startsWith("weight"));
    if (weight !== undefined) {
      throw new TypeError(`${call}: ${weight} needs scores to weigh`);
    }
    const grid = readGrid(options, false);
    return offsetMatrix(runtime, options, grid, count, (frame, row) => {
      const [a = 0, p = 0] = write(frame, options, ["a", "p"]);
      runtime.run(call, biasKerple, {
        ...row,
        heads: count,
        a,
        p,
        kind,
        eps,
        future: grid.future,
      });
    });
  },
});

export const kerple: KerpleBias["kerple"] = /* @__PURE__ */ named(
  kerpleCalls,
  "kerple",
);
