import type { TensorBuffer } from "../buffer.js";
import { transformerDraw } from "../generated/border/transformer.js";
import { Options } from "../options.js";
import type { Runtime } from "../runtime.js";
import { type ReadTensor, sizeOf } from "../tensor.js";
import type { ModelWeights } from "./types.js";

/** The sizes that decide which weights there are. */
export interface ModelSizes {
  readonly layers: number;
  readonly dModel: number;
  /** Width of the keys and values of each layer's self-attention, or of all. */
  readonly keyWidths: readonly number[];
  readonly dFeedForward: number;
  /** 0: none. */
  readonly vocabularySize: number;
  /** Rows of learned positions; 0: none. */
  readonly positions: number;
  readonly crossAttention: boolean;
  readonly preNorm: boolean;
}

/** Width of the keys and values of a layer's self-attention. */
export const keyWidth = ({ keyWidths }: ModelSizes, layer: number): number =>
  keyWidths[layer] ?? (keyWidths[0] as number);

/** One tensor: its shape, what it starts from and its stream of the seed. */
interface Spec {
  readonly shape: readonly number[];
  /** Standard deviation of random numbers, or `fill` for all alike. */
  readonly std?: number;
  readonly fill?: number;
  readonly stream: number;
}

/** Streams of a layer: more than it has tensors. */
const STREAMS = 64;

/** All tensors of a model, by name. */
function listWeights(sizes: ModelSizes): Map<string, Spec> {
  const { layers, dModel: d, dFeedForward, vocabularySize, positions } = sizes;
  const specs = new Map<string, Spec>();
  const random = (
    name: string,
    shape: number[],
    std: number,
    stream: number,
  ): void => {
    specs.set(name, { shape, std, stream });
  };
  const same = (name: string, length: number, fill: number): void => {
    specs.set(name, { shape: [length], fill, stream: 0 });
  };
  const norm = (name: string): void => {
    same(`${name}.gain`, d, 1);
    same(`${name}.bias`, d, 0);
  };
  const xavier = (from: number, to: number): number =>
    Math.sqrt(2 / (from + to));

  if (vocabularySize) {
    random("tokenEmbedding", [vocabularySize, d], 1 / Math.sqrt(d), 0);
  }
  if (positions) random("positionEmbedding", [positions, d], 0.02, 1);
  for (let n = 0; n < layers; n += 1) {
    const layer = `layers.${n}`;
    let stream = (n + 1) * STREAMS;
    const attentions = sizes.crossAttention
      ? ["selfAttention", "crossAttention"]
      : ["selfAttention"];
    const linear = (
      name: string,
      out: number,
      width: number,
      std: number,
    ): void => {
      random(`${layer}.${name}.weight`, [out, width], std, stream++);
      same(`${layer}.${name}.bias`, out, 0);
    };
    linear("feedForward.hidden", dFeedForward, d, Math.sqrt(2 / d));
    linear("feedForward.output", d, dFeedForward, xavier(d, dFeedForward));
    norm(`${layer}.feedForwardNorm`);
    for (const attention of attentions) {
      for (const part of ["query", "key", "value", "output"]) {
        const isGrouped =
          attention === "selfAttention" && (part === "key" || part === "value");
        const out = isGrouped ? keyWidth(sizes, n) : d;
        linear(`${attention}.${part}`, out, d, xavier(d, out));
      }
      norm(`${layer}.${attention}Norm`);
    }
  }
  if (sizes.preNorm) norm("finalNorm");
  return specs;
}

/** The weights of one model, in the module's memory. */
export class WeightStore {
  readonly #specs: Map<string, Spec>;
  readonly #buffers = new Map<string, TensorBuffer>();

  /** Given ones, or drawn from a seed. */
  constructor(
    runtime: Runtime,
    call: string,
    sizes: ModelSizes,
    source: { readonly weights: unknown } | { readonly seed: number },
  ) {
    this.#specs = listWeights(sizes);
    const given =
      "weights" in source ? this.#check(call, source.weights) : undefined;
    const seed = "seed" in source ? source.seed : 0;
    try {
      for (const [name, { shape, std, fill = 0, stream }] of this.#specs) {
        const buffer = runtime.buffer(shape, call);
        this.#buffers.set(name, buffer);
        if (given || std === undefined) {
          buffer.data.set(given?.get(name)?.data ?? [], 0);
          if (!given) buffer.data.fill(fill);
          continue;
        }
        runtime.run(call, transformerDraw, {
          out: buffer.region(call).pointer,
          count: sizeOf(shape),
          std,
          seed,
          stream,
        });
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  #check(call: string, weights: unknown): Map<string, ReadTensor> {
    const names = [...this.#specs.keys()];
    const options = new Options(`${call}: weights`, weights, names);
    return new Map(
      [...this.#specs].map(([name, { shape }]) => [
        name,
        options.tensor(name, { shape }),
      ]),
    );
  }

  get(name: string): TensorBuffer {
    return this.#buffers.get(name) as TensorBuffer;
  }

  read(): ModelWeights {
    return Object.fromEntries(
      [...this.#buffers].map(([name, { data, shape }]) => [
        name,
        { data: data.slice(), shape },
      ]),
    );
  }

  write(call: string, weights: unknown): void {
    for (const [name, { data }] of this.#check(call, weights)) {
      this.get(name).data.set(data);
    }
  }

  dispose(): void {
    for (const buffer of this.#buffers.values()) buffer.dispose();
  }
}
