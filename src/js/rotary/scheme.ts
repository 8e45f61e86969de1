import { Options } from "../options.js";
import type { Prepare } from "../position.js";
import type { Region } from "../runtime.js";
import { frequenciesOf } from "./frequencies.js";
import { range, readFrequencies } from "./inputs.js";
import {
  LAYOUTS,
  makeTables,
  readPrecision,
  readTokens,
  type TableRegions,
} from "./rotate.js";
import type {
  RotaryFrequencies,
  RotaryFrequencyOptions,
  RotaryPositions,
  RotaryPrecision,
} from "./types.js";

/** Queries and keys turned by their positions (Su et al. 2021). */
export interface RotaryScheme
  extends Pick<RotaryFrequencyOptions, "rotaryDim" | "base" | "scaling"> {
  /**
   * Frequencies of `rotary.frequencies()`, in place of `base`, `rotaryDim` and
   * `scaling`.
   */
  readonly frequencies?: RotaryFrequencies;
  /**
   * Present length for the scalings that depend on it; default the number of
   * positions of this call, at least K and `offset` + Q.
   */
  readonly seqLen?: number;
  /** Which columns form a pair: c and c + d/2 (`"half"`, the default), or 2i and 2i + 1. */
  readonly layout?: "half" | "interleaved";
  /** Positions of the queries, `[Q]` or `[B, Q]`; default `offset`, `offset` + 1, … */
  readonly queryPositions?: RotaryPositions;
  /** Positions of the keys, `[K]` or `[B, K]`; default 0, 1, … */
  readonly keyPositions?: RotaryPositions;
  /** Number format of the angles; default `"exact"`. */
  readonly precision?: RotaryPrecision;
}

const OF_FREQUENCIES = ["base", "rotaryDim", "scaling", "seqLen"] as const;

/** The scheme `rotary` of attention: turned copies of q and k. */
export const rotaryScheme: Prepare = (runtime, frame, call, scheme, s) => {
  const options = new Options(call, scheme, [
    "type",
    "frequencies",
    ...OF_FREQUENCIES,
    ...["layout", "queryPositions", "keyPositions", "precision"],
  ]);
  let source = options;
  if (options.has("frequencies")) {
    const other = OF_FREQUENCIES.find((name) => options.has(name));
    if (other !== undefined) {
      throw new TypeError(
        `${call}: give either frequencies or ${other}, not both`,
      );
    }
  } else {
    const seqLen = Math.max(s.keys, s.offset + s.queries);
    const frequencies = frequenciesOf(runtime, call, {
      headDim: s.width,
      seqLen,
      ...options.pick(OF_FREQUENCIES),
    });
    source = new Options(call, { frequencies }, ["frequencies"]);
  }
  const frequencies = readFrequencies(source);
  const { pairs } = frequencies;
  if (2 * pairs > s.width) {
    throw new RangeError(
      `${call}: ${pairs} frequencies turn ${2 * pairs} columns, more than a head has: ${s.width}`,
    );
  }
  const layout = options.enumeration("layout", LAYOUTS, "half");
  const precision = readPrecision(options);

  const turned = (
    x: Region<Float32Array>,
    name: string,
    first: number,
    length: number,
    heads: number,
  ): Region<Float32Array> => {
    const positions = options.has(name)
      ? readTokens(options, name, options.get(name), [s.batch, length])
      : range(first, length);
    const { cos, sin, rows }: TableRegions = makeTables(
      runtime,
      call,
      frame,
      frequencies,
      positions,
      precision,
    );
    const to = frame.float32(x.length);
    // A row for every token of the batch: then it is one long sequence.
    const tokens = rows === length ? [s.batch, length] : [1, rows];
    runtime.run(
      call,
      "rotary_apply",
      ...[to.pointer, x.pointer, cos.pointer, sin.pointer, rows, 0, 0],
      ...[...tokens, heads, s.width, 2 * pairs, layout],
    );
    return to;
  };

  return {
    q: turned(s.q, "queryPositions", s.offset, s.queries, s.heads),
    k: turned(s.k, "keyPositions", 0, s.keys, s.keyHeads),
  };
};
