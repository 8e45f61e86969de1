import { BENT, SHARED } from "../attention/options.js";
import {
  type AttentionTemperature,
  openHeat,
} from "../attention/temperature.js";
import { type AttentionOptions, attentionOf } from "../attention-call.js";
import type { Activation } from "../generated/border/enums/transformer.js";
import { withLayer } from "../layer.js";
import { MAX_POSITION, type Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import type { ReadTensor, Tensor } from "../tensor.js";
import { KeyValueCache } from "./cache.js";
import { readInput } from "./inputs.js";
import { DECODER_CALL, ENCODER_CALL } from "./options.js";
import { activate, add, layerNorm, linear } from "./parts.js";
import { type ModelPosition, readModelPosition } from "./position.js";
import type { LayerInfo } from "./types.js";
import { keyWidth, type ModelSizes, WeightStore } from "./weights.js";

type Mask = AttentionOptions["mask"];
type Bent = Pick<
  AttentionOptions,
  "softcap" | "temperature" | "scale" | "window"
>;

/** Projected keys and values that a layer attends to, heads side by side. */
interface Projected {
  readonly k: ReadTensor;
  readonly v: ReadTensor;
}

/** One pass through the layers. */
export interface Pass {
  readonly call: string;
  /** How many tokens came before. */
  readonly offset: number;
  /** A cache per layer, when tokens come one by one. */
  readonly caches?: readonly KeyValueCache[];
  /** The encoder's output as each layer sees it. */
  readonly memory?: readonly Projected[];
  readonly mask?: Mask;
  readonly memoryMask?: Mask;
  readonly onLayer?: (info: LayerInfo) => void;
  readonly returnWeights?: boolean;
}

/** Attention weights of one layer. */
type Weights = { [Kind in LayerInfo["kind"]]?: Tensor };

const copy = ({ data, shape }: ReadTensor): Tensor => ({
  data: Float32Array.from(data),
  shape: [...shape],
});

/** How one layer attends to its own tokens. */
interface SelfAttention {
  /** Width of all its keys side by side, and of its values. */
  readonly keyWidth: number;
  readonly position: ModelPosition;
  readonly bent: Bent;
}

/** The option `layer` for each layer, and what errors call it. */
function plannedLayers(
  options: Options,
  layers: number,
): (readonly [options: Options, name: string])[] {
  const given = options.get("layer");
  if (!Array.isArray(given)) return [[options, "layer"]];
  if (given.length !== layers) {
    options.fail("layer", `one layer, or as many as layers = ${layers}`);
  }
  return given.map((layer, n) => [options.but({ layer }), `layer[${n}]`]);
}

/** The options, with those of a layer of a plan that such a model can have. */
function readPlanned(
  options: Options,
  name: string,
  isDecoder: boolean,
  headDim: number,
  maxLen: number | undefined,
): Options {
  const planned = withLayer(options, () => maxLen, false, name);
  if (planned === options) return options;
  for (const [part, own] of [
    ["causal", isDecoder],
    ["headDim", headDim],
    ["valueDim", headDim],
  ] as const) {
    const value = planned.get(part) ?? own;
    if (value === own) continue;
    throw new RangeError(
      `${options.call}: ${name}: ${part} must be ${own}, as of the model, got ${value}`,
    );
  }
  return planned;
}

/** Token embedding, position and layers: what encoder and decoder share. */
export class Stack {
  readonly sizes: ModelSizes;
  readonly weights: WeightStore;
  readonly #runtime: Runtime;
  readonly #headDim: number;
  readonly #position: ModelPosition;
  readonly #activation: Activation;
  readonly #embeddingScale: number;
  readonly #epsilon: number;
  readonly #maxLen: number;
  readonly #causal: boolean;
  /** One for each layer, or one for all of them. */
  readonly #selfAttentions: readonly SelfAttention[];

  constructor(
    runtime: Runtime,
    readonly call: string,
    input: unknown,
    isDecoder: boolean,
  ) {
    const options = (isDecoder ? DECODER_CALL : ENCODER_CALL).open(input);
    const layers = options.read("layers");
    const dModel = options.read("dModel");
    const numHeads = options.read("numHeads");
    if (dModel % numHeads !== 0) {
      options.fail("numHeads", `a divisor of dModel = ${dModel}`);
    }
    const maxLen = options.read("maxLen");
    this.#runtime = runtime;
    this.#causal = isDecoder;
    const headDim = dModel / numHeads;
    this.#headDim = headDim;
    this.#selfAttentions = plannedLayers(options, layers).map(([own, name]) => {
      const planned = readPlanned(own, name, isDecoder, headDim, maxLen);
      openHeat(planned, true);
      const keyHeads = (planned.get("numKeyValueHeads") ?? numHeads) as number;
      return {
        keyWidth: keyHeads * headDim,
        position: readModelPosition(runtime, planned, dModel, maxLen),
        bent: {
          softcap: BENT.softcap.read(planned, "softcap"),
          temperature: planned.get("temperature") as AttentionTemperature,
          scale: SHARED.scale.read(planned, "scale"),
          window: SHARED.window.read(planned, "window"),
        },
      };
    });
    // Rows are added to the embeddings once, as the first layer wants them.
    this.#position = (this.#selfAttentions[0] as SelfAttention).position;
    const { learned } = this.#position;
    this.#maxLen = Math.min(maxLen ?? MAX_POSITION, learned || MAX_POSITION);
    this.#activation = options.read("activation");
    this.#embeddingScale = options.read("embeddingScale") ?? Math.sqrt(dModel);
    this.#epsilon = options.read("epsilon");
    this.sizes = {
      layers,
      dModel,
      keyWidths: this.#selfAttentions.map((it) => it.keyWidth),
      positions: learned,
      dFeedForward: options.read("dFeedForward") ?? 4 * dModel,
      vocabularySize: options.read("vocabularySize") ?? 0,
      crossAttention:
        isDecoder &&
        DECODER_CALL.fields.crossAttention.read(options, "crossAttention"),
      preNorm: options.read("norm") === "pre",
    };
    if (options.has("weights") && options.has("seed")) {
      throw new TypeError(`${call}: give either weights or a seed, not both`);
    }
    const seed = options.read("seed");
    // A scheme that cannot be is told here, not by the first text.
    const one = (width: number) =>
      this.#split({ data: new Float32Array(width), shape: [1, width] });
    for (const { keyWidth: width, position, bent } of this.#selfAttentions) {
      attentionOf(runtime, call, {
        q: one(dModel),
        k: one(width),
        v: one(width),
        causal: isDecoder,
        position: position.scheme(call, 1, 1),
        ...bent,
      });
    }
    this.weights = new WeightStore(
      runtime,
      call,
      this.sizes,
      options.has("weights") ? { weights: options.get("weights") } : { seed },
    );
  }

  /**
   * Tokens or embeddings, scaled, with rows added for their positions.
   *
   * @param one - axes before that of the tokens, when there is one token
   */
  embed(
    call: string,
    input: unknown,
    offset: number,
    one?: readonly number[],
  ): ReadTensor {
    const { dModel, vocabularySize } = this.sizes;
    const table = vocabularySize
      ? this.weights.get("tokenEmbedding")
      : undefined;
    const read = readInput(this.#runtime, call, input, table, dModel, one);
    const x = one ? { ...read, shape: [...one, 1, dModel] } : read;
    const length = x.shape.at(-2) as number;
    if (offset + length > this.#maxLen) {
      throw new RangeError(
        `${call}: the text must have at most ${this.#maxLen} tokens, got ${offset + length}`,
      );
    }
    const scale = this.#embeddingScale;
    const { learned } = this.#position;
    const rows = learned
      ? this.weights.get("positionEmbedding")
      : this.#position.rows?.(call, offset, length);
    if (rows) {
      const start = learned ? offset : 0;
      return add(this.#runtime, call, x, rows, scale, start);
    }
    return {
      data: Float32Array.from(x.data, (value) => Math.fround(scale) * value),
      shape: x.shape,
    };
  }

  #linear(call: string, name: string, x: ReadTensor): Tensor {
    const weight = this.weights.get(`${name}.weight`);
    const bias = this.weights.get(`${name}.bias`);
    return linear(this.#runtime, call, x, weight, bias);
  }

  #norm(call: string, name: string, x: ReadTensor): Tensor {
    const gain = this.weights.get(`${name}.gain`);
    const bias = this.weights.get(`${name}.bias`);
    return layerNorm(this.#runtime, call, x, gain, bias, this.#epsilon);
  }

  /** Heads side by side → an axis of their own. */
  #split({ data, shape }: ReadTensor): ReadTensor {
    const [width = 0, ...outer] = [...shape].reverse();
    const heads = [width / this.#headDim, this.#headDim];
    return { data, shape: [...outer.reverse(), ...heads] };
  }

  /** The encoder's output projected for every layer. */
  project(call: string, memory: ReadTensor): Projected[] {
    return Array.from({ length: this.sizes.layers }, (_, n) => ({
      k: this.#linear(call, `layers.${n}.crossAttention.key`, memory),
      v: this.#linear(call, `layers.${n}.crossAttention.value`, memory),
    }));
  }

  #attention(
    pass: Pass,
    name: string,
    x: ReadTensor,
    { k, v }: Projected,
    options: Pick<AttentionOptions, "causal" | "mask" | "position"> & Bent,
    path = "",
  ): { output: Tensor; weights?: Tensor } {
    const { call, returnWeights = false } = pass;
    const { output, weights } = attentionOf(this.#runtime, call + path, {
      q: this.#split(this.#linear(call, `${name}.query`, x)),
      k: this.#split(k),
      v: this.#split(v),
      returnWeights,
      ...options,
    });
    const joined = { data: output.data, shape: x.shape };
    return {
      output: this.#linear(call, `${name}.output`, joined),
      ...(weights && { weights }),
    };
  }

  #selfAttention(
    pass: Pass,
    layer: number,
    x: ReadTensor,
  ): { output: Tensor; weights?: Tensor } {
    const { call, offset, caches, mask } = pass;
    const name = `layers.${layer}.selfAttention`;
    let k: ReadTensor = this.#linear(call, `${name}.key`, x);
    let v: ReadTensor = this.#linear(call, `${name}.value`, x);
    const queries = x.shape.at(-2) as number;
    const cache = caches?.[layer];
    if (cache) {
      const { keys, values } = cache.extend(offset, k, v);
      const [width = 0, , ...outer] = [...k.shape].reverse();
      const shape = [...outer, offset + 1, width];
      k = { data: keys, shape };
      v = { data: values, shape };
    }
    const all = this.#selfAttentions;
    const { position, bent } = (all[layer] ?? all[0]) as SelfAttention;
    return this.#attention(
      pass,
      name,
      x,
      { k, v },
      {
        causal: this.#causal,
        position: position.scheme(call, queries, offset + queries),
        ...bent,
        ...(mask !== undefined && { mask }),
      },
    );
  }

  #feedForward(call: string, layer: number, x: ReadTensor): Tensor {
    const name = `layers.${layer}.feedForward`;
    const hidden = this.#linear(call, `${name}.hidden`, x);
    const bent = activate(this.#runtime, call, hidden, this.#activation);
    return this.#linear(call, `${name}.output`, bent);
  }

  /** Embedded tokens through all layers; the weights of each with them. */
  run(pass: Pass, embedded: ReadTensor): { output: Tensor; layers: Weights[] } {
    const { call, memory, memoryMask } = pass;
    const { layers, preNorm } = this.sizes;
    const found: Weights[] = [];
    let x = embedded;
    const part = (
      layer: number,
      kind: LayerInfo["kind"],
      work: (x: ReadTensor) => { output: Tensor; weights?: Tensor },
    ): void => {
      const norm = `layers.${layer}.${kind}Norm`;
      const input = x;
      const result = work(preNorm ? this.#norm(call, norm, x) : x);
      x = add(this.#runtime, call, x, result.output);
      if (!preNorm) x = this.#norm(call, norm, x);
      const { weights } = result;
      if (weights) found[layer] = { ...found[layer], [kind]: weights };
      pass.onLayer?.({
        layer,
        kind,
        input: copy(input),
        output: copy(x),
        ...(weights && { attentionWeights: copy(weights) }),
      });
    };
    for (let n = 0; n < layers; n += 1) {
      part(n, "selfAttention", (y) => this.#selfAttention(pass, n, y));
      const seen = memory?.[n];
      if (seen) {
        const name = `layers.${n}.crossAttention`;
        const options = memoryMask !== undefined ? { mask: memoryMask } : {};
        part(n, "crossAttention", (y) =>
          this.#attention(pass, name, y, seen, options, ": memoryMask"),
        );
      }
      part(n, "feedForward", (y) => ({
        output: this.#feedForward(call, n, y),
      }));
    }
    const output = preNorm ? this.#norm(call, "finalNorm", x) : x;
    return { output: output as Tensor, layers: found };
  }

  /** output·tokenEmbeddingᵀ. */
  logits(call: string, output: ReadTensor): Tensor {
    const table = this.weights.get("tokenEmbedding");
    return linear(this.#runtime, call, output, table);
  }

  /** A cache for each layer. */
  caches(batch: number): KeyValueCache[] {
    const { layers } = this.sizes;
    return Array.from(
      { length: layers },
      (_, n) => new KeyValueCache(batch, keyWidth(this.sizes, n)),
    );
  }
}
