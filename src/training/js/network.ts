import type { Tensor } from "posenc/internal";
import {
  checkInteger,
  describe,
  type Options,
  Reading,
  ScalingType,
} from "posenc/internal";
import type { Raw, RawModel, RawTest } from "./module.js";
import {
  EVALUATE,
  type EvaluateOptions,
  GENERATE,
  type GenerateOptions,
  type Prompt,
  type Shape,
  STRETCH,
  type Stretch,
  type StretchType,
  TEST,
  type TestOptions,
} from "./options.js";
import { turns } from "./position.js";
import { toSafetensors } from "./safetensors.js";
import { MAX_TEXT, noLength, readNamed } from "./tasks.js";
import { chanceOf, MORE, partsOf } from "./text.js";

declare global {
  // As in ../buffer.ts: not every user's library has it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** How a model does at one length. */
export interface Score {
  /** In the units of `trainLen`. */
  readonly length: number;
  /** Share of the answers that are right. */
  readonly accuracy: number;
  /** Share of the texts all of whose answers are right. */
  readonly wholeAccuracy: number;
  /** Cross-entropy, a mean over the answers, in nats. */
  readonly loss: number;
  /** What the best constant answer gets: the level of guessing. */
  readonly chance: number;
}

/** Attention weights of a text. */
export interface Attention {
  readonly layers: number;
  readonly heads: number;
  /** Tokens of the text, T. */
  readonly length: number;
  /** [layers, heads, T, T], rows are queries. */
  readonly weights: Float32Array;
}

/** A text of a task. */
export interface Example {
  readonly tokens: Int32Array;
  /** What is asked at each token; −1: nothing. */
  readonly targets: Int32Array;
}

/** What a model wrote. */
export interface Generated {
  /** The prompt and what follows. */
  readonly tokens: Int32Array;
  /** The same in names; of a text, in characters. */
  readonly text: string;
}

/** A tensor of a model. */
export interface Weight extends Tensor {
  readonly data: Float32Array<ArrayBuffer>;
  /** [rows, columns], or [columns]. */
  readonly shape: number[];
}

/** What the module answers that its caller could not know before. */
const STATUS: Readonly<Record<number, string>> = {
  2: "the module refuses an option",
  3: "the text is longer than maxLen",
  4: "needs more memory than the module can get",
};

/** Throws unless the module is done. */
export function done(call: string, status: number): void {
  if (status === 0) return;
  // never taken: the module has no other status
  const text = STATUS[status] ?? `the module answers ${status}`;
  throw new RangeError(`${call}: ${text}`);
}

interface ReadTest {
  readonly seed: number;
  readonly stretch: ReadStretch | undefined;
}

interface ReadStretch {
  readonly type: StretchType;
  readonly factor?: number;
}

const STRETCHES = {
  interpolation: STRETCH,
  ntk: STRETCH,
  yarn: STRETCH,
};
const SCALING: { readonly [Type in StretchType]: number } = {
  interpolation: ScalingType.linear,
  ntk: ScalingType.ntk,
  yarn: ScalingType.yarn,
};

/** Weights, and what they do. */
export abstract class Network {
  /** @internal */
  protected readonly shape: Shape;
  readonly #raw: Raw;

  /** @internal */
  protected constructor(raw: Raw, shape: Shape) {
    this.#raw = raw;
    this.shape = shape;
  }

  /** @internal The model with the weights of now. */
  protected abstract model(call: string): RawModel;

  /** The names of all tokens: token n is `vocabulary[n]`. */
  get vocabulary(): readonly string[] {
    return this.shape.vocabulary;
  }

  /** Frees its memory; what is asked of it afterwards throws. */
  abstract dispose(): void;

  /** Tokens of a text of a length. */
  #tokensOf(length: number): number {
    const { source } = this.shape;
    return source.fromCorpus ? length : this.#raw.task(source, length).length;
  }

  #readTest(call: string, options: Options): ReadTest {
    const { position, seed } = this.shape;
    const own = TEST.seed.read(options, "seed") ?? seed;
    const given = options.get("positionAtTest") as Stretch | undefined;
    if (given === undefined) return { seed: own, stretch: undefined };
    const stretch = readNamed<StretchType, ReadStretch>(
      call,
      "positionAtTest",
      given,
      STRETCHES,
    );
    if (!turns(position)) {
      throw new RangeError(
        `${call}: positionAtTest stretches rotations: position must be "rotary", "partialRotary" or "xpos", got ${JSON.stringify(position.type)}`,
      );
    }
    return { seed: own, stretch };
  }

  #rawTest({ seed, stretch }: ReadTest, tokens: number): RawTest {
    const { position, trainLen } = this.shape;
    const originalLength = this.#tokensOf(trainLen);
    return {
      randomized: position.randomized,
      seed,
      scaling: stretch ? SCALING[stretch.type] : ScalingType.none,
      factor: stretch
        ? (stretch.factor ?? Math.max(tokens / originalLength, 1))
        : 1,
      originalLength,
    };
  }

  /** Refuses a length that no text of this model has. */
  #check(call: string, name: string, length: number): number {
    const { source, plan, corpus } = this.shape;
    const tokens = this.#tokensOf(length);
    const most = Math.min(plan.positions, MAX_TEXT);
    if (!source.fromCorpus && tokens === 0) {
      throw noLength(call, name, length);
    }
    if (tokens > most) {
      throw new RangeError(
        `${call}: ${name} must be of at most ${most} tokens, got ${length} (${tokens} tokens)`,
      );
    }
    if (corpus && partsOf(corpus)[1].length < tokens + MORE) {
      throw new RangeError(
        `${call}: ${name} must be below ${partsOf(corpus)[1].length - MORE + 1}, for data keeps so few tokens for tests, got ${length}`,
      );
    }
    return tokens;
  }

  /** What the best constant answer gets at a length. */
  #chance(length: number): number {
    const { source, corpus, plan } = this.shape;
    return corpus
      ? chanceOf(partsOf(corpus)[1], plan.vocabulary)
      : this.#raw.task(source, length).chance;
  }

  /**
   * Grades the model with texts that it was not trained on, the same for the
   * same seed.
   *
   * Work grows with the number of texts and the square of their length: 64 texts
   * of 2048 tokens take the default model about 6 seconds, the largest half a
   * minute. In a worker (`posenc-training/worker`) nobody waits for it.
   */
  evaluate(input: EvaluateOptions): Score[] {
    const options = EVALUATE.open(input);
    const { call } = options;
    const lengths = Array.from(options.read("lengths"));
    if (lengths.length === 0) options.fail("lengths", "at least one length");
    const texts = options.read("texts");
    const test = this.#readTest(call, options);
    const model = this.model(call);
    const sizes = lengths.map((length, n) =>
      this.#check(call, `lengths[${n}]`, length),
    );
    const { source, corpus } = this.shape;
    if (corpus) {
      const [, kept] = partsOf(corpus);
      model.corpus(kept.length).set(kept);
    }
    return lengths.map((length, n) => {
      const score = model.evaluate(
        source,
        length,
        texts,
        this.#rawTest(test, sizes[n] as number),
      );
      done(call, score.status);
      return {
        length,
        accuracy: score.accuracy,
        wholeAccuracy: score.whole,
        loss: score.loss,
        chance: this.#chance(length),
      };
    });
  }

  /** Tokens of what a caller gives. */
  #read(call: string, name: string, given: Prompt): Int32Array {
    const { vocabulary, corpus } = this.shape;
    const list: ArrayLike<unknown> =
      typeof given === "string"
        ? corpus
          ? [...given]
          : given.split(" ")
        : given;
    if (typeof list !== "object" || list === null || !(list.length >= 1)) {
      throw new TypeError(
        `${call}: ${name} must be a list of at least one token, got ${describe(given)}`,
      );
    }
    return Int32Array.from(list, (token: unknown, n) => {
      const id = typeof token === "string" ? vocabulary.indexOf(token) : token;
      const last = vocabulary.length - 1;
      if (Number.isInteger(id) && Number(id) >= 0 && Number(id) <= last) {
        return Number(id);
      }
      throw new RangeError(
        `${call}: ${name}[${n}] must be a token from 0 to ${last} or its name, got ${describe(token)}`,
      );
    });
  }

  #look(call: string, given: Prompt, input: TestOptions): RawModel {
    const options = new Reading(call, TEST, input);
    const test = this.#readTest(call, options);
    const tokens = this.#read(call, "tokens", given);
    const model = this.model(call);
    this.#room(call, "tokens", tokens.length);
    model.tokens(tokens.length).set(tokens);
    done(call, model.look(this.#rawTest(test, tokens.length)));
    return model;
  }

  #room(call: string, name: string, tokens: number): void {
    const most = Math.min(this.shape.plan.positions, MAX_TEXT);
    if (tokens > most) {
      throw new RangeError(
        `${call}: ${name} must make at most ${most} tokens, got ${tokens}`,
      );
    }
  }

  /**
   * What the model says where each token stands: `[T, V]`. Work grows with the
   * square of T, to half a second of the largest model at 2048 tokens.
   */
  logits(tokens: Prompt, options: TestOptions = {}): Tensor {
    const model = this.#look("logits", tokens, options);
    const data = model.logits().slice();
    const { vocabulary } = this.shape.plan;
    return { data, shape: [data.length / vocabulary, vocabulary] };
  }

  /**
   * The attention weights of all layers and heads for a text: L·H·T² numbers,
   * 134 MB of the default model at 2048 tokens, 537 MB of the largest, and the
   * module holds them once more.
   */
  attention(tokens: Prompt, options: TestOptions = {}): Attention {
    const model = this.#look("attention", tokens, options);
    const weights = model.weights().slice();
    const { layers, heads } = this.shape.plan;
    const length = Math.sqrt(weights.length / (layers * heads));
    return { layers, heads, length, weights };
  }

  /**
   * Goes on with a text, the likeliest token each time. Decoders only.
   *
   * For each token the whole text is read anew, so that work grows with the cube
   * of its length: a text of 512 tokens takes the default model 2 seconds and the
   * largest 11, one of 2048 takes minutes.
   */
  generate(input: GenerateOptions): Generated {
    const options = GENERATE.open(input);
    const { call } = options;
    const { plan, corpus, vocabulary } = this.shape;
    const prompt = this.#read(call, "prompt", options.get("prompt") as Prompt);
    const length = prompt.length + options.read("length");
    const test = this.#readTest(call, options);
    if (!plan.causal) {
      throw new RangeError(`${call}: a decoder writes: causal must be true`);
    }
    const model = this.model(call);
    this.#room(call, "prompt and length", length);
    model.tokens(length).set(prompt);
    // The view from before is empty when the memory of the module has grown.
    const raw = this.#rawTest(test, length);
    done(call, model.generate(prompt.length, raw));
    const tokens = model.tokens(length).slice();
    const names = Array.from(tokens, (id) => vocabulary[id] as string);
    return { tokens, text: names.join(corpus ? "" : " ") };
  }

  /**
   * A text of the task with what is asked: number `n` of those that
   * {@link Network.evaluate} grades at a length. Not for `data`.
   */
  example(
    seed = this.shape.seed,
    length = this.shape.trainLen,
    n = 0,
  ): Example {
    const call = "example";
    const { source } = this.shape;
    if (source.fromCorpus) {
      throw new TypeError(`${call}: there is none where data is learned`);
    }
    checkInteger(call, "length", length, 1, MAX_TEXT);
    for (const [name, value] of Object.entries({ seed, n })) {
      if (!Number.isSafeInteger(value)) {
        throw new TypeError(
          `${call}: ${name} must be an integer, got ${describe(value)}`,
        );
      }
    }
    this.#check(call, "length", length);
    const example = new this.#raw.Example(source, length, seed, n);
    try {
      return {
        tokens: example.tokens().slice(),
        targets: example.targets().slice(),
      };
    } finally {
      example.delete();
    }
  }

  /** All weights by the names that checkpoints have them by. */
  weights(): Record<string, Weight> {
    const model = this.model("weights");
    const all: Record<string, Weight> = {};
    const names = new TextDecoder();
    for (let n = 0; n < model.tensors; n += 1) {
      const { rows, columns, offset } = model.tensor(n);
      const data = model.params().slice(offset, offset + rows * columns);
      const shape = rows === 1 ? [columns] : [rows, columns];
      all[names.decode(model.name(n).slice())] = { data, shape };
    }
    return all;
  }

  /**
   * The same as a file of Hugging Face's format, with the model's options under
   * `__metadata__`.
   */
  safetensors(): Uint8Array {
    const { position, task, plan, trainLen } = this.shape;
    return toSafetensors(this.weights(), {
      format: "pt",
      posenc: JSON.stringify({ position, task, trainLen, ...plan }),
    });
  }
}
