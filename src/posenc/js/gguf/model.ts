/** A GGUF header on its way to the words of a config.json. */
import type { Architecture } from "./architectures.js";
import { refuse, type Value, whole } from "./header.js";
import { layersOf } from "./layers.js";
import { ropeOf } from "./rope.js";
import type { Divisors } from "./tensors.js";

/** As wide as a head, as many layers, heads or keys in a window as there may be. */
const MAX_SIZE = 65536;
const MAX_LENGTH = 2 ** 31;
const MAX_HIDDEN = 2 ** 24;

const LENGTH = "context_length";
const COUNT = "block_count";
const HIDDEN = "embedding_length";
const HEADS = "attention.head_count";
const KEY_HEADS = "attention.head_count_kv";
const WIDTH = "attention.key_length";
const VALUE_WIDTH = "attention.value_length";
const BASE = "rope.freq_base";
const TURNED = "rope.dimension_count";
const NEXTN = "nextn_predict_layers";
const RECURRENT = "attention.recurrent_layers";
const SECTIONS = "rope.dimension_sections";
const WINDOW = "attention.sliding_window";
const FINETUNED = "rope.scaling.finetuned";

/** Keys that every architecture reads. */
const READ = [
  LENGTH,
  COUNT,
  HIDDEN,
  HEADS,
  KEY_HEADS,
  WIDTH,
  VALUE_WIDTH,
  BASE,
  ...["factor", "type", "original_context_length", "attn_factor"].map(
    (key) => `rope.scaling.${key}`,
  ),
  TURNED,
  "rope.scale_linear",
];
/** Keys that architectures with windows read. */
const WINDOWS = [WINDOW, `${WINDOW}_pattern`, `${BASE}_swa`];

/** What positions do not depend on. */
const HARMLESS = new Set([
  ...["layer_norm_rms_epsilon", "layer_norm_epsilon", "q_lora_rank"].map(
    (key) => `attention.${key}`,
  ),
  // Which layers share keys and values; the keys are turned all the same.
  "attention.shared_kv_layers",
  FINETUNED,
]);
/**
 * The one value of each that changes nothing. llama.cpp reads YaRN's ends from
 * the files of some architectures alone, and takes these for the other ones.
 */
const PLAIN: Readonly<Record<string, Value>> = {
  "attention.causal": true,
  "attention.clamp_kqv": 0,
  "attention.max_alibi_bias": 0,
  "attention.scale": 0,
  "attention.temperature_scale": 0,
  [WINDOW]: 0,
  "rope.scaling.yarn_attn_factor": 1,
  "rope.scaling.yarn_beta_fast": 32,
  "rope.scaling.yarn_beta_slow": 1,
  "rope.scaling.yarn_ext_factor": -1,
  "rope.scaling.yarn_log_multiplier": 0,
};

export class Model {
  readonly #own: ReadonlyMap<string, Value>;
  /** Layers of the model itself. */
  readonly count: number;
  readonly heads: number;
  readonly length: number;
  /** Channels of a head; of layers without a window, where they differ. */
  readonly width: number;
  /** Of these, channels that turn. */
  readonly turned: number;
  readonly base: number;

  constructor(
    readonly name: string,
    readonly facts: Architecture,
    values: ReadonlyMap<string, Value>,
  ) {
    const prefix = `${name}.`;
    this.#own = new Map(
      [...values]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    );
    this.#checkKeys();
    const blocks = this.size(COUNT);
    const further = facts.nextn ? (this.get(NEXTN) ?? 0) : 0;
    if (further !== 0 && !whole(further, blocks - 1))
      this.refuse(NEXTN, `0 to ${blocks - 1}`);
    this.count = blocks - Number(further);
    this.length = this.size(LENGTH, MAX_LENGTH);
    this.heads = this.size(HEADS);
    const { latent } = facts;
    const quotient = this.size(HIDDEN, MAX_HIDDEN) / this.heads;
    const width =
      (latent && this.get(`${WIDTH}_mla`)) ?? this.get(WIDTH) ?? quotient;
    if (!whole(width, MAX_SIZE)) {
      refuse(
        `must have heads of up to ${MAX_SIZE} channels, got ${JSON.stringify(width)}`,
      );
    }
    this.width = width;
    this.turned = this.#turned(width);
    this.base = this.number(BASE, 10000);
  }

  get(key: string): Value | undefined {
    return this.#own.get(key);
  }

  /** Refuses the value of a key. */
  refuse(key: string, known: string): never {
    return refuse(
      `has ${this.name}.${key} = ${JSON.stringify(this.get(key))}; known here: ${known}`,
    );
  }

  /** A whole number that the file must have. */
  size(key: string, max = MAX_SIZE): number {
    const value = this.get(key);
    if (value === undefined) return refuse(`has no ${this.name}.${key}`);
    // A list of equal numbers says what one of them does.
    const one =
      Array.isArray(value) && value.every((x) => x === value[0])
        ? value[0]
        : value;
    if (Array.isArray(one) || one === null)
      refuse(`has ${this.name}.${key} per layer, which is not known here`);
    if (!whole(one, max)) this.refuse(key, `1 to ${max}`);
    return one;
  }

  /** A number, or what llama.cpp takes without it. */
  number(key: string, usual: number): number {
    const value = this.get(key) ?? usual;
    if (typeof value !== "number") return this.refuse(key, "a number");
    return value;
  }

  /** Numbers by layer, be it one for all. */
  list(key: string, usual: number): number[] {
    const value = this.get(key) ?? usual;
    const list = Array.isArray(value) ? value : null;
    if (list && list.length < this.count)
      refuse(
        `has ${list.length} numbers in ${this.name}.${key} for ${this.count} layers`,
      );
    return Array.from({ length: this.count }, (_, i) => {
      const one = list ? list[i] : value;
      return typeof one === "number" || typeof one === "boolean"
        ? Number(one)
        : this.refuse(key, "numbers");
    });
  }

  /** Which tensors divide the frequencies of this model. */
  get tensors(): "divisors" | "lists" | "none" {
    const { tensors = "none" } = this.facts;
    if (tensors !== "both") return tensors;
    return this.needsTensors ? "lists" : "divisors";
  }

  get needsTensors(): boolean {
    return (
      this.get("rope.scaling.type") === "longrope" || this.name === "gemma4"
    );
  }

  get pairs(): number {
    return this.turned / 2;
  }

  /** Refuses keys that bend positions and are not read. */
  #checkKeys(): void {
    const { windows, axes, other, keys = [] } = this.facts;
    const read = [
      ...READ,
      ...keys,
      ...(windows ? WINDOWS : []),
      ...(axes ? [SECTIONS] : []),
      ...(other === "linear_attention" ? [RECURRENT] : []),
    ];
    for (const [key, value] of this.#own) {
      if (read.includes(key)) continue;
      if (!/^(rope|attention)\.|^attn_/.test(key) || HARMLESS.has(key))
        continue;
      const plain = Object.hasOwn(PLAIN, key) ? PLAIN[key] : undefined;
      if (plain === value) continue;
      const shown = value === null ? "" : ` = ${JSON.stringify(value)}`;
      refuse(
        `has ${this.name}.${key}${shown}, which is not known here${plain === undefined ? "" : `; known: ${plain}`}`,
      );
    }
    if (keys.includes(FINETUNED) && this.get(FINETUNED) === false)
      this.refuse(FINETUNED, "true");
  }

  #turned(width: number): number {
    const { partial, latent } = this.facts;
    const turned = this.get(TURNED) ?? width;
    const fits = whole(turned, width) && turned % 2 === 0;
    if (!fits || (!partial && !latent && turned !== width)) {
      refuse(
        `has ${this.name}.${TURNED} = ${JSON.stringify(turned)} of ${width} channels; known here: ${partial || latent ? "an even number of them" : "all"}`,
      );
    }
    const valued = this.get(VALUE_WIDTH) ?? width;
    if (!latent && valued !== width) {
      refuse(
        `has ${this.name}.${VALUE_WIDTH} = ${JSON.stringify(valued)} of ${width} channels; known here: all`,
      );
    }
    return turned;
  }

  /** What q·k is multiplied by, where it is not 1/√width. */
  #scale(): object {
    const { wideScale, scalar, softcap, keys } = this.facts;
    const cap = "attn_logit_softcapping";
    const multiplier = keys?.includes(FINETUNED)
      ? this.number("attention.scale", 0)
      : 0;
    const wide = Math.floor(this.size(HIDDEN, MAX_HIDDEN) / this.heads);
    const query = this.count === wideScale ? wide : scalar;
    return {
      ...(query !== undefined && { query_pre_attn_scalar: query }),
      ...(multiplier !== 0 && { attention_multiplier: multiplier }),
      ...(softcap && { [cap]: this.number(cap, softcap) }),
    };
  }

  /** The parts of a head, or its width. */
  #head(): object {
    const { width, turned } = this;
    if (!this.facts.latent) {
      return { head_dim: width, ...(turned < width && { rotary_dim: turned }) };
    }
    return {
      qk_rope_head_dim: turned,
      qk_nope_head_dim: width - turned,
      v_head_dim: this.get(`${VALUE_WIDTH}_mla`) ?? this.get(VALUE_WIDTH),
      kv_lora_rank: this.get("attention.kv_lora_rank"),
    };
  }

  /** The object of a config.json. */
  body(divisors: Divisors | undefined): object {
    const layers = layersOf(this);
    return {
      model_type: `gguf_${this.name}`,
      num_hidden_layers: this.count,
      max_position_embeddings: this.length,
      hidden_size: this.size(HIDDEN, MAX_HIDDEN),
      num_attention_heads: this.heads,
      ...this.#head(),
      // Of Llama 4, nothing else is known.
      ...(this.facts.interleaved &&
        this.name !== "llama4" && { rope_interleave: true }),
      ...this.#scale(),
      ...ropeOf(this, divisors, layers.sliding_window !== undefined),
      ...layers,
    };
  }
}
