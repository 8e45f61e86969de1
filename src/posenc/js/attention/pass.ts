import { exchange, exchanged } from "../axis-order.js";
import {
  attentionAttend,
  attentionScratchSize,
  attentionTermMatrix,
  attentionTermScratchSize,
} from "../generated/border/attention.js";
import { Scheme } from "../generated/border/enums/wasm.js";
import {
  type AttentionArguments,
  attentionArguments,
} from "../generated/border/lists.js";
import type { Options } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { Reading } from "../schema.js";
import type { Tensor } from "../tensor.js";
import { type Form, fail, readForm, readOffset, seenKeys } from "./form.js";
import { type MaskPlan, NO_MASK, readMask } from "./mask.js";
import { PROJECTIONS, read } from "./options.js";
import type { Prepared, Sequence, Term } from "./sequence.js";
import {
  inputOf,
  type Layers,
  project,
  type Rows,
  readSide,
  type Side,
} from "./side.js";
import { readHeat } from "./temperature.js";

/** The arguments of the kernels, by their names. */
type Numbers = { -readonly [Name in keyof AttentionArguments]: number };

/** One call to attention, read and checked: what it computes is asked of it. */
export class AttentionPass {
  readonly sequence: Sequence;
  /** Factor on q·k. */
  readonly scale: number;
  readonly #runtime: Runtime;
  readonly #frame: Frame;
  readonly #options: Options;
  readonly #projections: Layers | undefined;
  readonly #form: Form;
  /** All arguments but the term's; 0 for results that are not wanted. */
  readonly #numbers: Numbers;
  readonly #mask: (byHead: boolean) => MaskPlan;
  /** The mask as a whole, for what comes after the first. */
  #whole: MaskPlan | undefined;

  /**
   * @param scaleOf - the factor on q·k for that width, unless it is given
   * @param readsHidden - whether anything reads keys that no query sees
   */
  constructor(
    runtime: Runtime,
    frame: Frame,
    options: Options,
    scaleOf: (width: number) => number,
    readsHidden = true,
  ) {
    this.#runtime = runtime;
    this.#frame = frame;
    this.#options = options;
    const { call } = options;
    const projections = options.has("projections")
      ? new Reading(
          `${call}: projections`,
          PROJECTIONS,
          options.get("projections"),
        )
      : undefined;
    this.#projections = projections;
    const form = readForm(options);
    this.#form = form;
    const { batch } = form;
    const groups =
      read(options, "numKeyValueHeads") ??
      (form.joined ? form.heads : undefined);
    const side = (
      name: "q" | "k" | "v",
      heads: number | undefined,
      rows?: (length: number) => Rows,
    ): Side =>
      readSide(runtime, frame, options, projections, name, form, heads, rows);
    const q = side("q", form.heads);
    const seen = (length: number): Rows => ({
      ...seenKeys(options, q.length, length),
      length,
    });
    const within = readsHidden ? undefined : seen;
    const k = side("k", groups, within);
    const v = side("v", k.heads, within);
    const { heads, width } = q;
    const [queries, keys] = [q.length, k.length];
    if (heads % k.heads !== 0) {
      fail(
        options,
        `the heads of k and v must divide those of q, ${heads}, got ${k.heads}`,
      );
    }
    const planned = options.get("headDim") ?? width;
    if (planned !== width) {
      fail(
        options,
        `q must have heads of width ${planned}, as the layer has, got ${width}`,
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
    const causal = read(options, "causal");
    const window = read(options, "window") ?? 0;
    const offset = readOffset(options, queries, keys);
    this.scale = read(options, "scale") ?? scaleOf(width);
    const sinks = options.has("sinks")
      ? frame.inputFloat32(options.numbers("sinks", { length: heads }))
      : undefined;
    const softcap = read(options, "softcap") ?? 0;
    const heat = readHeat(frame, options, batch, queries, offset);
    this.#mask = readMask(frame, options, [batch, heads, queries, keys]);
    this.sequence = {
      seen: seenKeys(options, queries, keys),
      batch,
      queries,
      keys,
      heads,
      width,
      offset,
      causal,
      scale: this.scale,
      keyHeads: k.heads,
      valueWidth: v.width,
      q: q.region,
      k: k.region,
      arranged: (tensor) => inputOf(frame, form, tensor),
    };
    this.#numbers = {
      batch,
      queries,
      keys,
      heads,
      keyHeads: k.heads,
      width,
      valueWidth: v.width,
      v: v.region.pointer,
      scale: this.scale,
      offset,
      causal: Number(causal),
      window,
      sinks: sinks?.pointer ?? 0,
      firstHead: 0,
      lastHead: 0,
      out: 0,
      weights: 0,
      scores: 0,
      q: q.region.pointer,
      k: k.region.pointer,
      ...NO_MASK.mask,
      softcap,
      ...heat,
    };
  }

  get hasBatch(): boolean {
    return this.#form.hasBatch;
  }

  /** The list that the module reads. */
  #list(numbers: Numbers, term: readonly number[]): Region<Float64Array> {
    const list = attentionArguments(numbers);
    for (const number of term) list.push(number);
    return this.#frame.inputFloat64(list);
  }

  /**
   * Runs the kernel. With a mask in parts, a head at a time: it need not lie in
   * the module as a whole, and what was just copied is read from the cache.
   */
  #run(
    numbers: Numbers,
    term: readonly number[],
    { parts, bring }: MaskPlan,
  ): void {
    const runtime = this.#runtime;
    const { call } = this.#options;
    const args = this.#list(numbers, term);
    const place = { arguments: args.pointer };
    const size = runtime.number(attentionScratchSize, place);
    const scratch = this.#frame.float64(size).pointer;
    for (let part = 0; part < parts; part += 1) {
      bring(part);
      if (parts > 1) {
        numbers.firstHead = part;
        numbers.lastHead = part + 1;
        args.view().set(attentionArguments(numbers));
      }
      const kernel = { arguments: args.pointer, scratch };
      runtime.run(call, attentionAttend, kernel);
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
    { q, k, term, finish }: Prepared,
    wants: { weights?: boolean; scores?: boolean } = {},
  ): { output: Tensor; weights?: Tensor; scores?: Tensor } {
    const { batch, queries, heads, valueWidth } = this.sequence;
    const { hasBatch, joined, headsFirst } = this.#form;
    const given = this.#options.out();
    const joinedWidth = heads * valueWidth;
    const outer = hasBatch ? [batch, queries] : [queries];
    const inner = [...outer, ...(joined ? [joinedWidth] : [heads, valueWidth])];
    const shape = headsFirst ? exchanged(inner) : inner;
    const projected = this.#projections?.has("output") ?? false;
    // Tiles are written while others still read: not into an input.
    const isApart = projected || headsFirst || this.#frame.reads(given);
    const out = isApart
      ? this.#frame.float32(batch * queries * joinedWidth)
      : this.#frame.output(shape, given);
    const weights = wants.weights ? this.#matrixRoom() : undefined;
    const scores = wants.scores ? this.#matrixRoom() : undefined;
    // The exact kernel computes all heads at once, and other terms prepare
    // tables at each call.
    const isPlain =
      term.scheme === Scheme.none || term.scheme === Scheme.offsetBias;
    const byHead = !weights && !scores && isPlain;
    const plan = this.#mask(byHead);
    if (plan.parts === 1) this.#whole = plan;
    const numbers = this.#numbers;
    numbers.q = q.pointer;
    numbers.k = k.pointer;
    numbers.out = out.pointer;
    numbers.weights = weights?.pointer ?? 0;
    numbers.scores = scores?.pointer ?? 0;
    this.#run({ ...numbers, ...plan.mask }, term.list, plan);
    finish?.(out);
    return {
      output: this.#finish(
        headsFirst ? this.#exchanged(out, inner) : out,
        shape,
        projected,
        joinedWidth,
      ),
      ...(weights && { weights: this.matrix(weights) }),
      ...(scores && { scores: this.matrix(scores) }),
    };
  }

  #exchanged(
    from: Region<Float32Array>,
    shape: readonly number[],
  ): Region<Float32Array> {
    const to = this.#frame.float32(from.length);
    exchange(to.view(), from.view(), shape);
    return to;
  }

  /** The output as the caller gets it: through its linear layer, in `out`. */
  #finish(
    out: Region<Float32Array>,
    shape: number[],
    projected: boolean,
    joinedWidth: number,
  ): Tensor {
    const given = this.#options.out();
    let result = out;
    if (projected) {
      const layer = project(
        this.#runtime,
        this.#frame,
        this.#options,
        this.#projections,
        "output",
        out,
        joinedWidth,
      );
      shape[shape.length - 1] = layer.width;
      result = layer.region;
    }
    // What it goes to was not looked at while the result lay apart.
    if (given !== undefined) this.#frame.output(shape, given);
    return this.#frame.result(result, shape, given);
  }

  /** scale·q·k of all pairs, nothing hidden, in float64. */
  content(): Tensor {
    const { q, k, batch, queries, heads, valueWidth } = this.sequence;
    const room = this.#matrixRoom();
    const out = this.#frame.float32(batch * queries * heads * valueWidth);
    const numbers = {
      ...this.#numbers,
      q: q.pointer,
      k: k.pointer,
      out: out.pointer,
      weights: 0,
      scores: room.pointer,
      causal: 0,
      window: 0,
      sinks: 0,
      softcap: 0,
    };
    this.#run(numbers, [Scheme.none], NO_MASK);
    return this.matrix(room);
  }

  /** A position term alone, also where it is hidden. */
  term({ list }: Term<never>): Tensor {
    const { q, k } = this.sequence;
    this.#whole ??= this.#mask(false);
    this.#whole.bring(0);
    const numbers = {
      ...this.#numbers,
      q: q.pointer,
      k: k.pointer,
      out: 0,
      weights: 0,
      scores: 0,
      ...this.#whole.mask,
    };
    const args = this.#list(numbers, list).pointer;
    const size = this.#runtime.number(attentionTermScratchSize, {
      arguments: args,
    });
    const room = this.#matrixRoom();
    this.#runtime.run(this.#options.call, attentionTermMatrix, {
      out: room.pointer,
      arguments: args,
      scratch: this.#frame.float32(size).pointer,
    });
    return this.matrix(room);
  }
}
