import { checkTensor, MAX_POSITION, MAX_WIDTH, Options } from "./options.js";
import {
  type PositionScheme,
  preparePosition,
  type Sequence,
} from "./position.js";
import type { Frame, Region, Runtime, TensorBuffer } from "./runtime.js";
import { showShape, type Tensor, type TensorLike } from "./tensor.js";

/** A linear layer x·Wᵀ + b, as PyTorch's `nn.Linear` stores it. */
export interface LinearLayer {
  /** Shape `[out, in]`. */
  readonly weight: TensorLike;
  /** Shape `[out]`; default none. */
  readonly bias?: TensorLike;
}

/** The linear layers of multi-head attention; what is absent is the identity. */
export interface Projections {
  /** `[H·D, width of q]`. */
  readonly q?: LinearLayer;
  /** `[G·D, width of k]`, G = `numKeyValueHeads`. */
  readonly k?: LinearLayer;
  /** `[G·E, width of v]`. */
  readonly v?: LinearLayer;
  /** `[any, H·E]`, applied to the joined heads. */
  readonly output?: LinearLayer;
}

/** Which keys may be seen: see {@link AttentionOptions.mask}. */
export interface BooleanMask {
  /** True or 1: may be seen. */
  readonly data: Uint8Array | readonly boolean[];
  /** Length of each axis. */
  readonly shape: readonly number[];
}

/** Options of {@link Posenc.attention}. */
export interface AttentionOptions {
  /**
   * Queries: `[B, Q, H, D]` or `[Q, H, D]`; with `numHeads` also the heads side
   * by side, `[B, Q, H·D]` or `[Q, H·D]`. A shape of three axes whose middle
   * one equals `numHeads`, or without `numHeads`, is `[Q, H, D]`.
   */
  readonly q: TensorLike;
  /** Keys, in the form of `q`: `[B, K, G, D]` …, G heads. */
  readonly k: TensorLike;
  /** Values, in the form of `q`: `[B, K, G, E]` …; E need not be D. */
  readonly v: TensorLike;
  /** Heads H of the queries; needed when they stand side by side. */
  readonly numHeads?: number;
  /**
   * Heads G of keys and values, a divisor of H: head h of the queries reads
   * head ⌊h·G/H⌋ (grouped-query attention). Default: what the shape of `k`
   * says, or H when the heads stand side by side.
   */
  readonly numKeyValueHeads?: number;
  /** A query sees no key behind its own position; default false. */
  readonly causal?: boolean;
  /** A query sees only keys at a distance below `window`; default any. */
  readonly window?: number;
  /**
   * Position of query 0 when key 0 stands at 0. Default K − Q: the queries are
   * the last Q of the K positions, as in decoding with a cache.
   */
  readonly offset?: number;
  /**
   * Shape `[B, H, Q, K]`, or fewer axes counted from the right; an axis of
   * length 1 is shared. Booleans (`boolean[]`, `Uint8Array`) tell what may be
   * seen; other numbers are added to the scores, −Infinity hides. Finite values
   * or −Infinity only.
   */
  readonly mask?: TensorLike | BooleanMask;
  /** Factor on q·k; default 1/√D. */
  readonly scale?: number;
  /** How positions enter; default `{ type: "none" }`. */
  readonly position?: PositionScheme;
  /**
   * Attention sinks, one score per head that takes weight and gives no value
   * (gpt-oss); default none.
   */
  readonly sinks?: ArrayLike<number>;
  /** Multi-head attention's own linear layers around it; default none. */
  readonly projections?: Projections;
  /**
   * Answer the weights as well, computed in float64 (default false). That takes
   * about six times as long and Q·K numbers per head.
   */
  readonly returnWeights?: boolean;
  /** Write the output into this buffer in place of a new array. */
  readonly out?: TensorBuffer;
}

/** What {@link Posenc.attention} answers. */
export interface AttentionResult {
  /** In the form of `q`, with the width of the values: `[B, Q, H, E]` …. */
  readonly output: Tensor;
  /** With `returnWeights`: `[B, H, Q, K]`, or `[H, Q, K]` without a batch. */
  readonly weights?: Tensor;
}

const KEYS = [
  "q",
  "k",
  "v",
  "numHeads",
  "numKeyValueHeads",
  "causal",
  "window",
  "offset",
  "mask",
  "scale",
  "position",
  "sinks",
  "projections",
  "returnWeights",
  "out",
] as const satisfies readonly (keyof AttentionOptions)[];

const CALL = "attention";

/** A tensor of queries, keys or values, as the kernel sees it. */
interface Side {
  readonly region: Region<Float32Array>;
  readonly length: number;
  readonly heads: number;
  readonly width: number;
}

/** Which of the forms q, k and v have. */
interface Form {
  readonly batch: number;
  readonly hasBatch: boolean;
  /** The heads stand side by side in the last axis. */
  readonly joined: boolean;
  readonly heads: number;
}

function fail(text: string): never {
  throw new RangeError(`${CALL}: ${text}`);
}

const HEADS = { min: 1, max: MAX_WIDTH };
const optionalInteger = (options: Options, name: string): number | undefined =>
  options.has(name) ? options.integer(name, HEADS) : undefined;

function readForm(options: Options, q: TensorLike, projected: boolean): Form {
  const given = optionalInteger(options, "numHeads");
  const rank = q.shape.length;
  const joined =
    projected ||
    rank === 2 ||
    (rank === 3 && given !== undefined && q.shape[1] !== given);
  if (joined && given === undefined) {
    throw new TypeError(
      `${CALL}: numHeads is required (an integer from 1 to ${MAX_WIDTH}) when the heads stand side by side, as in q of shape ${showShape(q.shape)}`,
    );
  }
  const hasBatch = rank === (joined ? 3 : 4);
  const heads = joined ? (given as number) : (q.shape[rank - 2] as number);
  if (given !== undefined && given !== heads) {
    fail(
      `numHeads must be the third axis of q, ${heads} for shape ${showShape(q.shape)}, got ${given}`,
    );
  }
  return {
    batch: hasBatch ? (q.shape[0] as number) : 1,
    hasBatch,
    joined,
    heads,
  };
}

/** The linear layer `name`, applied to rows of `x`; x itself when absent. */
function project(
  runtime: Runtime,
  frame: Frame,
  projections: Options | undefined,
  name: string,
  x: Region<Float32Array>,
  inWidth: number,
): { region: Region<Float32Array>; width: number } {
  const given = projections?.get(name);
  if (given === undefined) return { region: x, width: inWidth };
  const path = `projections.${name}`;
  const layer = new Options(`${CALL}: ${path}`, given, ["weight", "bias"]);
  const weight = checkTensor(CALL, `${path}.weight`, layer.get("weight"), {
    shape: [null, inWidth],
  });
  const width = weight.shape[0] as number;
  const bias = layer.has("bias")
    ? checkTensor(CALL, `${path}.bias`, layer.get("bias"), { shape: [width] })
    : undefined;
  const rows = x.length / inWidth;
  const region = frame.float32(rows * width);
  const sizes = [rows, inWidth, width];
  runtime.run(
    CALL,
    "numeric_linear",
    region.pointer,
    x.pointer,
    frame.input(weight).pointer,
    bias ? frame.input(bias).pointer : 0,
    ...sizes,
    frame.float32(runtime.number("numeric_linear_scratch_size", ...sizes))
      .pointer,
  );
  return { region, width };
}

const FORMS =
  "[B, T, H, D] or [T, H, D] (with numHeads also [B, T, H·D] or [T, H·D])";

/** Reads q, k or v; heads is undefined when its shape has to tell. */
function readSide(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  projections: Options | undefined,
  name: "q" | "k" | "v",
  form: Form,
  heads: number | undefined,
): Side {
  const tensor = options.tensor(name, { rank: [2, 3, 4], as: FORMS });
  const { shape } = tensor;
  const { batch, hasBatch, joined } = form;
  const rank = (hasBatch ? 1 : 0) + (joined ? 2 : 3);
  if (shape.length !== rank || (hasBatch && shape[0] !== batch)) {
    const axes = `${hasBatch ? `${batch}, ` : ""}any, ${joined ? "any" : "any, any"}`;
    fail(
      `${name} must have shape [${axes}], the form of q, got ${showShape(shape)}`,
    );
  }
  const last = shape[rank - 1] as number;
  const side = project(
    runtime,
    frame,
    projections,
    name,
    frame.input(tensor),
    last,
  );
  const length = shape[hasBatch ? 1 : 0] as number;
  if (!joined) {
    const own = shape[rank - 2] as number;
    if (heads !== undefined && own !== heads) {
      fail(
        `${name} must have ${heads} heads in its shape, got ${showShape(shape)}`,
      );
    }
    return { region: side.region, length, heads: own, width: last };
  }
  const count = heads as number;
  if (side.width % count !== 0) {
    fail(
      `${name} must have a width that its ${count} heads divide, got ${side.width}`,
    );
  }
  return {
    region: side.region,
    length,
    heads: count,
    width: side.width / count,
  };
}

function isBoolean(data: ArrayLike<unknown>): boolean {
  return (
    data instanceof Uint8Array ||
    data instanceof Uint8ClampedArray ||
    typeof data[0] === "boolean"
  );
}

/** Kind, address and axes of the mask: 0 when there is none. */
function readMask(
  frame: Frame,
  options: Options,
  full: readonly number[],
): number[] {
  if (!options.has("mask")) return [0, 0, 1, 1, 1, 1];
  const as = `[B, H, Q, K] = ${showShape(full)} or fewer axes from the right, each of that length or 1`;
  const mask = options.tensor("mask", { rank: [1, 2, 3, 4], as });
  const axes = [1, 1, 1, ...mask.shape].slice(-4);
  if (axes.some((length, i) => length !== 1 && length !== full[i])) {
    fail(`mask must have shape ${as}, got ${showShape(mask.shape)}`);
  }
  if (!isBoolean(mask.data)) return [2, frame.input(mask).pointer, ...axes];
  const bytes = frame.uint8(mask.data.length);
  bytes.view().set(mask.data);
  return [1, bytes.pointer, ...axes];
}

/** The call `pe.attention`: bindings of src/wasm/attention.cpp. */
export function attention(
  runtime: Runtime,
): (options: AttentionOptions) => AttentionResult {
  return (input) => {
    const options = new Options(CALL, input, KEYS);
    const projections = options.has("projections")
      ? new Options(`${CALL}: projections`, options.get("projections"), [
          "q",
          "k",
          "v",
          "output",
        ])
      : undefined;
    const x = options.tensor("q", {
      rank: projections ? [2, 3] : [2, 3, 4],
      as: projections ? "[B, T, M] or [T, M] with projections" : FORMS,
    });
    const form = readForm(options, x, projections !== undefined);
    const { batch, hasBatch, joined } = form;
    const groups =
      optionalInteger(options, "numKeyValueHeads") ??
      (joined ? form.heads : undefined);
    const causal = options.boolean("causal", false);
    const window = options.has("window")
      ? options.integer("window", { min: 1, max: MAX_POSITION })
      : 0;
    const wantsWeights = options.boolean("returnWeights", false);
    return runtime.frame(CALL, (frame) => {
      const side = (name: "q" | "k" | "v", heads: number | undefined): Side =>
        readSide(runtime, frame, options, projections, name, form, heads);
      const q = side("q", form.heads);
      const k = side("k", groups);
      const v = side("v", k.heads);
      const { heads, width } = q;
      const [queries, keys] = [q.length, k.length];
      if (heads % k.heads !== 0) {
        fail(
          `the heads of k and v must divide those of q, ${heads}, got ${k.heads}`,
        );
      }
      if (k.width !== width) {
        fail(`k must have heads of width ${width}, as q has, got ${k.width}`);
      }
      if (v.length !== keys) {
        fail(`v must have ${keys} positions, as k has, got ${v.length}`);
      }
      const offset = options.integer("offset", {
        min: -MAX_POSITION,
        max: MAX_POSITION,
        default: keys - queries,
      });
      const scale = options.number("scale", { default: 1 / Math.sqrt(width) });
      const sinks = options.has("sinks")
        ? frame.inputFloat32(options.numbers("sinks", { length: heads }))
        : undefined;
      const mask = readMask(frame, options, [batch, heads, queries, keys]);
      const sequence: Sequence = {
        ...{ batch, queries, keys, heads, width, offset, causal },
        ...{ keyHeads: k.heads, q: q.region, k: k.region },
      };
      const position = preparePosition(
        runtime,
        frame,
        CALL,
        options.get("position"),
        sequence,
      );
      const joinedWidth = heads * v.width;
      const outer = hasBatch ? [batch, queries] : [queries];
      const attended = projections?.has("output")
        ? frame.float32(batch * queries * joinedWidth)
        : undefined;
      const shape = [...outer, ...(joined ? [joinedWidth] : [heads, v.width])];
      const out = attended ?? frame.output(shape, input.out);
      const weights = wantsWeights
        ? frame.float32(batch * heads * queries * keys)
        : undefined;
      const list = frame.inputFloat64([
        ...[out.pointer, weights?.pointer ?? 0, 0],
        ...[position.q.pointer, position.k.pointer, v.region.pointer],
        ...[batch, queries, keys, heads, k.heads, width, v.width],
        ...[scale, offset, Number(causal), window, sinks?.pointer ?? 0],
        ...mask,
        ...position.term,
      ]);
      const scratch = frame.float64(
        runtime.number("attention_scratch_size", list.pointer),
      );
      runtime.run(CALL, "attention_attend", list.pointer, scratch.pointer);
      let output = out;
      if (attended) {
        const joinedHeads = project(
          runtime,
          frame,
          projections,
          "output",
          attended,
          joinedWidth,
        );
        shape[shape.length - 1] = joinedHeads.width;
        output = joinedHeads.region;
        if (input.out) {
          const target = frame.output(shape, input.out);
          target.view().set(output.view());
        }
      }
      const result = { output: input.out ?? { data: output.take(), shape } };
      if (!weights) return result;
      return {
        ...result,
        weights: {
          data: weights.take(),
          shape: [...(hasBatch ? [batch] : []), heads, queries, keys],
        },
      };
    });
  };
}
