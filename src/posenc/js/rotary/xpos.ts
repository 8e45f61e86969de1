import { named } from "../default-instance.js";
import { Layout } from "../generated/border/enums/rotary.js";
import { rotaryXpos, rotaryXposScale } from "../generated/border/rotary.js";
import { SIDE_BY_SIDE } from "../heads.js";
import { MAX_POSITION } from "../options.js";
import { ANYWHERE, XPOS_REACH } from "../positions.js";
import { either, ways } from "../rules.js";
import type { Frame, Runtime } from "../runtime.js";
import {
  choice,
  type Field,
  numbers,
  type OptionsOf,
  optional,
  type Reading,
  real,
  table,
  tensor,
} from "../schema.js";
import type { Tensor } from "../tensor.js";
import {
  type ReadFrequencies,
  ROTATION,
  readFrequencies,
  TURNING,
} from "./inputs.js";
import { type Heads, readRotation, turn } from "./rotate.js";
import type { Rotary } from "./types.js";

const POSITION = real(ANYWHERE);
const CENTRES = choice(["torchscale", "lucidrains"], "torchscale");

/** A word for the middle, or a position. */
const CENTRE: Field<
  "torchscale" | "lucidrains" | number,
  "torchscale" | "lucidrains" | number,
  true
> = {
  ...CENTRES,
  read: (options, name) =>
    (typeof options.get(name) === "number" ? POSITION : CENTRES).read(
      options,
      name,
    ),
  // never taken: the center has a default
  need: (options, name) => CENTRE.read(options, name),
};

const X = tensor();

export const XPOS = table(
  "rotary.xpos",
  {
    /** Queries, `[B, T, H, D]` or `[T, H, D]`. */
    q: optional(X),
    /** Keys, likewise; their length may differ. */
    k: optional(X),
    /** What turns at which speed. */
    frequencies: TURNING,
    ...ROTATION,
    /** Which columns are a pair. Both implementations interleave them. */
    layout: choice(Layout, "interleaved"),
    /** Positions for one power of ζ. */
    scaleBase: real({ min: 1, max: MAX_POSITION, default: 512 }),
    /** Position of the first query. By default the queries are the last keys. */
    offset: optional(POSITION, "K − Q, or 0 without both"),
    /** Positions of the queries, instead of `offset`. */
    queryPositions: optional(numbers(ANYWHERE)),
    /** Positions of the keys. */
    keyPositions: optional(numbers(ANYWHERE), "0 to K − 1"),
    /**
     * Where the power is 0, which cancels in a score. `"torchscale"`: ⌈n/2⌉ of n
     * positions counted from 0; `"lucidrains"`: ⌊n/2⌋; or a position.
     */
    centre: CENTRE,
  },
  ways({ needs: ["q"], takes: ["k"] }, { needs: ["k"] }),
  either("queryPositions", ["offset"]),
  SIDE_BY_SIDE,
);
/** Options of {@link Rotary.xpos}. At least one of `q` and `k`. */
export type XposOptions = OptionsOf<typeof XPOS>;

/** Result of {@link Rotary.xpos}. */
export interface XposResult {
  /** Rotated and scaled queries, in the shape of `q`. */
  readonly q?: Tensor;
  /** Rotated keys, scaled by the inverse, in the shape of `k`. */
  readonly k?: Tensor;
  /** ζ_i = (2i + 0.4·d)/(1.4·d): `[rotaryDim / 2]`. */
  readonly zeta: Float64Array;
  /** Powers of ζ on the queries: `[T, rotaryDim / 2]`. */
  readonly queryScale?: Tensor;
  /** Powers of ζ on the keys: `[T, rotaryDim / 2]`. */
  readonly keyScale?: Tensor;
}

type Xpos = Reading<typeof XPOS.fields>;

/** Positions of T tokens and the position where the power is 0. */
function place(
  options: Xpos,
  name: "queryPositions" | "keyPositions",
  seqLen: number,
  first: number,
) {
  const given = options.has(name);
  const positions = given
    ? options.numbers(name, { ...ANYWHERE, length: seqLen })
    : Array.from({ length: seqLen }, (_, t) => first + t);
  const half = (given ? seqLen : first + seqLen) / 2;
  const centre = options.read("centre");
  const zero =
    typeof centre === "number"
      ? centre
      : centre === "torchscale"
        ? Math.ceil(half)
        : Math.floor(half);
  const reach = XPOS_REACH * options.read("scaleBase");
  const far = Array.from(positions).find((p) => Math.abs(p - zero) > reach);
  if (far !== undefined) {
    throw new RangeError(
      `${options.call}: positions must be within ${XPOS_REACH}·scaleBase = ${reach} of the centre ${zero}, got ${far}`,
    );
  }
  return { positions, zero };
}

/** Turns and scales one side: the numbers, and the powers of ζ on them. */
function turnSide(
  runtime: Runtime,
  frame: Frame,
  options: Xpos,
  { pairs, theta, factor }: ReadFrequencies,
  heads: Heads,
  first: number | undefined,
): [Tensor, Tensor] {
  const { call } = options;
  const rows = heads.dims[1];
  const isKeys = first === undefined;
  const name = isKeys ? "keyPositions" : "queryPositions";
  const { positions, zero } = place(options, name, rows, first ?? 0);
  const cos = frame.float32(rows * pairs);
  const sin = frame.float32(rows * pairs);
  const scale = frame.float32(rows * pairs);
  runtime.run(call, rotaryXpos, {
    cos: cos.pointer,
    sin: sin.pointer,
    scale: scale.pointer,
    theta: frame.inputFloat64(theta).pointer,
    pairs,
    positions: frame.inputFloat64(positions).pointer,
    rows,
    scaleBase: options.read("scaleBase"),
    centre: zero,
    downscale: isKeys,
    attentionFactor: factor,
  });
  const tables = { cos, sin, rows, pairs };
  const turned = turn(runtime, call, frame, heads, tables);
  return [
    { data: turned.take(), shape: [...heads.x.shape] },
    { data: scale.take(), shape: [rows, pairs] },
  ];
}

/** {@link Rotary.xpos} of one instance. */
export const xposCalls = (runtime: Runtime): Pick<Rotary, "xpos"> => ({
  xpos(input) {
    const options = XPOS.open(input);
    const { call } = options;
    if (!options.has("q") && !options.has("k")) {
      throw new TypeError(`${call}: give q, k or both`);
    }
    const frequencies = readFrequencies(options);
    const { pairs } = frequencies;
    const read = (name: "q" | "k"): Heads | undefined =>
      options.has(name) ? readRotation(options, name, pairs) : undefined;
    const queries = read("q");
    const keys = read("k");
    options.read("scaleBase");
    options.read("centre");
    const last = (queries && keys && keys.dims[1] - queries.dims[1]) ?? 0;
    const offset = options.read("offset") ?? last;
    return runtime.frame(call, (frame) => {
      const side = (heads: Heads, first?: number) =>
        turnSide(runtime, frame, options, frequencies, heads, first);
      const zeta = frame.float64(pairs);
      runtime.run(call, rotaryXposScale, { zeta: zeta.pointer, pairs });
      const [q, queryScale] = queries ? side(queries, offset) : [];
      const [k, keyScale] = keys ? side(keys) : [];
      return {
        zeta: zeta.take(),
        ...(q && queryScale && { q, queryScale }),
        ...(k && keyScale && { k, keyScale }),
      };
    });
  },
});

export const xpos: Rotary["xpos"] = /* @__PURE__ */ named(xposCalls, "xpos");
