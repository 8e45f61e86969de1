import {
  FORMS,
  type Form,
  fail,
  optionalInteger,
  readForm,
  readOffset,
} from "./form.js";
import { type MaskPlan, NO_MASK, readMask } from "./mask.js";
import { checkTensor, MAX_POSITION, Options } from "./options.js";
import { defaultScale, type Prepared, type Sequence } from "./position.js";
import type { Frame, Region, Runtime } from "./runtime.js";
import { showShape, type Tensor } from "./tensor.js";

/** A tensor of queries, keys or values, as the kernel sees it. */
interface Side {
  readonly region: Region<Float32Array>;
  readonly length: number;
  readonly heads: number;
  readonly width: number;
}

/** Scores stay finite in float32 for q and k of any sensible size. */
const MAX_SCALE = 1e30;
/** The linear layer `name`, applied to rows of `x`; x itself when absent. */
function project(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  projections: Options | undefined,
  name: string,
  x: Region<Float32Array>,
  inWidth: number,
): { region: Region<Float32Array>; width: number } {
  const given = projections?.get(name);
  if (given === undefined) return { region: x, width: inWidth };
  const path = `projections.${name}`;
  const layer = new Options(`${options.call}: ${path}`, given, [
    "weight",
    "bias",
  ]);
  const { call } = options;
  const weight = checkTensor(call, `${path}.weight`, layer.get("weight"), {
    shape: [null, inWidth],
  });
  const width = weight.shape[0] as number;
  const bias = layer.has("bias")
    ? checkTensor(options.call, `${path}.bias`, layer.get("bias"), {
        shape: [width],
      })
    : undefined;
  const rows = x.length / inWidth;
  const region = frame.float32(rows * width);
  const sizes = [rows, inWidth, width];
  runtime.run(
    options.call,
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
      options,
      `${name} must have shape [${axes}], the form of q, got ${showShape(shape)}`,
    );
  }
  const last = shape[rank - 1] as number;
  const side = project(
    runtime,
    frame,
    options,
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
        options,
        `${name} must have ${heads} heads in its shape, got ${showShape(shape)}`,
      );
    }
    return { region: side.region, length, heads: own, width: last };
  }
  const count = heads as number;
  if (side.width % count !== 0) {
    fail(
      options,
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

const PROJECTIONS = ["q", "k", "v", "output"] as const;

/** One call to attention, read and checked: what it computes is asked of it. */
export class Attending {
  readonly sequence: Sequence;
  /** Factor on q·k. */
  readonly scale: number;
  readonly #runtime: Runtime;
  readonly #frame: Frame;
  readonly #options: Options;
  readonly #projections: Options | undefined;
  readonly #form: Form;
  readonly #v: Region<Float32Array>;
  /** The arguments from the batch on, up to the mask. */
  readonly #list: readonly number[];
  readonly #mask: (byHead: boolean) => MaskPlan;

  constructor(runtime: Runtime, frame: Frame, options: Options) {
    this.#runtime = runtime;
    this.#frame = frame;
    this.#options = options;
    const { call } = options;
    const projections = options.has("projections")
      ? new Options(
          `${call}: projections`,
          options.get("projections"),
          PROJECTIONS,
        )
      : undefined;
    this.#projections = projections;
    const form = readForm(options);
    this.#form = form;
    const { batch } = form;
    const groups =
      optionalInteger(options, "numKeyValueHeads") ??
      (form.joined ? form.heads : undefined);
    const side = (name: "q" | "k" | "v", heads: number | undefined): Side =>
      readSide(runtime, frame, options, projections, name, form, heads);
    const q = side("q", form.heads);
    const k = side("k", groups);
    const v = side("v", k.heads);
    const { heads, width } = q;
    const [queries, keys] = [q.length, k.length];
    if (heads % k.heads !== 0) {
      fail(
        options,
        `the heads of k and v must divide those of q, ${heads}, got ${k.heads}`,
      );
    }
    if (k.width !== width) {
      fail(
        options,
        `k must have heads of width ${width}, as q has, got ${k.width}`,
      );
    }
    if (v.length !== keys) {
      fail(options, `v must have ${keys} positions, as k has, got ${v.length}`);
    }
    this.#v = v.region;
    const causal = options.boolean("causal", false);
    const window = options.has("window")
      ? options.integer("window", { min: 1, max: MAX_POSITION })
      : 0;
    const offset = readOffset(options, queries, keys);
    this.scale = options.number("scale", {
      ...{ min: -MAX_SCALE, max: MAX_SCALE },
      default: defaultScale(options.get("position"), width),
    });
    const sinks = options.has("sinks")
      ? frame.inputFloat32(options.numbers("sinks", { length: heads }))
      : undefined;
    this.#mask = readMask(frame, options, [batch, heads, queries, keys]);
    this.sequence = {
      ...{ batch, queries, keys, heads, width, offset, causal },
      scale: this.scale,
      ...{ keyHeads: k.heads, valueWidth: v.width },
      ...{ q: q.region, k: k.region },
    };
    this.#list = [
      ...[batch, queries, keys, heads, k.heads, width, v.width],
      ...[this.scale, offset, Number(causal), window, sinks?.pointer ?? 0],
    ];
  }

  get hasBatch(): boolean {
    return this.#form.hasBatch;
  }

  #arguments(
    results: readonly number[],
    position: Prepared,
    mask: readonly number[],
    list: readonly number[] = this.#list,
  ): Region<Float64Array> {
    return this.#frame.inputFloat64([
      ...[...results, 0, 0],
      ...[position.q.pointer, position.k.pointer, this.#v.pointer],
      ...[...list, ...mask],
      ...position.term,
    ]);
  }

  /**
   * Runs the kernel; 0 for a result that is not wanted. With a mask in parts, a
   * head at a time: it need not lie in the module as a whole, and what was just
   * copied is read from the cache.
   */
  #run(
    results: readonly number[],
    position: Prepared,
    { mask, parts, bring }: MaskPlan,
    list?: readonly number[],
  ): void {
    const args = this.#arguments(results, position, mask, list);
    const scratch = this.#frame.float64(
      this.#runtime.number("attention_scratch_size", args.pointer),
    );
    for (let part = 0; part < parts; part += 1) {
      bring(part);
      // 0, 0: all heads.
      if (parts > 1) args.view().set([part, part + 1], 3);
      this.#runtime.run(
        this.#options.call,
        "attention_attend",
        args.pointer,
        scratch.pointer,
      );
    }
  }

  /** A tensor per head and pair: `[B, H, Q, K]`, or without the batch. */
  matrix(region: Region<Float32Array>): Tensor {
    const { batch, heads, queries, keys } = this.sequence;
    const shape = [heads, queries, keys];
    return {
      data: region.take(),
      shape: this.#form.hasBatch ? [batch, ...shape] : shape,
    };
  }

  /** Room for such a tensor. */
  #matrixRoom(): Region<Float32Array> {
    const { batch, heads, queries, keys } = this.sequence;
    return this.#frame.float32(batch * heads * queries * keys);
  }

  /** The output, with weights and scores where they are wanted. */
  attend(
    position: Prepared,
    wants: { weights?: boolean; scores?: boolean } = {},
  ): { output: Tensor; weights?: Tensor; scores?: Tensor } {
    const { batch, queries, heads, valueWidth } = this.sequence;
    const { hasBatch, joined } = this.#form;
    const buffer = this.#options.buffer();
    const joinedWidth = heads * valueWidth;
    const outer = hasBatch ? [batch, queries] : [queries];
    const shape = [...outer, ...(joined ? [joinedWidth] : [heads, valueWidth])];
    const projected = this.#projections?.has("output") ?? false;
    // Tiles are written while others still read: not into an input.
    const isApart = projected || (buffer && this.#frame.reads(buffer));
    const out = isApart
      ? this.#frame.float32(batch * queries * joinedWidth)
      : this.#frame.output(shape, buffer);
    const weights = wants.weights ? this.#matrixRoom() : undefined;
    const scores = wants.scores ? this.#matrixRoom() : undefined;
    // The exact kernel computes all heads at once, and other terms prepare
    // tables at each call.
    const byHead = !weights && !scores && (position.term[0] as number) < 2;
    this.#run(
      [out.pointer, weights?.pointer ?? 0, scores?.pointer ?? 0],
      position,
      this.#mask(byHead),
    );
    return {
      output: this.#finish(out, shape, projected, joinedWidth),
      ...(weights && { weights: this.matrix(weights) }),
      ...(scores && { scores: this.matrix(scores) }),
    };
  }

  /** The output as the caller gets it: through its linear layer, in `out`. */
  #finish(
    out: Region<Float32Array>,
    shape: number[],
    projected: boolean,
    joinedWidth: number,
  ): Tensor {
    const buffer = this.#options.buffer();
    if (!projected) {
      if (buffer === undefined) return { data: out.take(), shape };
      const place = this.#frame.output(shape, buffer);
      if (place.pointer !== out.pointer) place.view().set(out.view());
      return buffer;
    }
    const { region, width } = project(
      this.#runtime,
      this.#frame,
      this.#options,
      this.#projections,
      "output",
      out,
      joinedWidth,
    );
    shape[shape.length - 1] = width;
    if (buffer === undefined) return { data: region.take(), shape };
    this.#frame.output(shape, buffer).view().set(region.view());
    return buffer;
  }

  /** scale·q·k of all pairs, nothing hidden, in float64. */
  content(): Tensor {
    const { q, k, batch, queries, heads, valueWidth } = this.sequence;
    const room = this.#matrixRoom();
    const out = this.#frame.float32(batch * queries * heads * valueWidth);
    const list = [...this.#list.slice(0, 9), 0, 0, 0];
    const bare = { q, k, term: [0] };
    this.#run([out.pointer, 0, room.pointer], bare, NO_MASK, list);
    return this.matrix(room);
  }

  /** A position term alone, nothing hidden. */
  term(term: readonly number[]): Tensor {
    const { q, k } = this.sequence;
    const bare = { q, k, term };
    const args = this.#arguments([0, 0, 0], bare, NO_MASK.mask);
    const scratch = this.#frame.float32(
      this.#runtime.number("attention_term_scratch_size", args.pointer),
    );
    const room = this.#matrixRoom();
    this.#runtime.run(
      this.#options.call,
      "attention_term_matrix",
      ...[room.pointer, args.pointer, scratch.pointer],
    );
    return this.matrix(room);
  }
}
