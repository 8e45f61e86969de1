import { describe, disposable } from "posenc/internal";
import { type DesignedBias, designBias, designFrequencies } from "./custom.js";
import { alive, Held, release, watch } from "./memory.js";
import type { Raw, RawModel, RawTrainer } from "./module.js";
import { done, Network } from "./network.js";
import { MODEL, type ModelOptions, readShape, type Shape } from "./options.js";

/** A model of the module that fits a shape. */
export function makeModel(raw: Raw, shape: Shape, held: Held): RawModel {
  const model = held.add(new raw.Model(shape.plan, shape.seed));
  done(shape.call, model.status);
  return model;
}

/** What the module takes of a designed encoding. */
interface Design {
  readonly bias?: DesignedBias;
  readonly frequencies?: Float64Array;
}

/** What a designed encoding comes to in a model of this shape. */
export function designOf(raw: Raw, shape: Shape): Design {
  const { call, plan, position, source, trainLen } = shape;
  const { bias, frequencies } = position;
  const sizes = {
    heads: plan.heads,
    causal: plan.causal,
    head: plan.width / plan.heads,
    length: source.fromCorpus ? trainLen : raw.task(source, trainLen).length,
  };
  if (typeof bias === "string") {
    const where = `${call}: position.bias`;
    return { bias: designBias(where, bias, plan.positions, sizes) };
  }
  if (typeof frequencies === "string") {
    const where = `${call}: position.frequencies`;
    return { frequencies: designFrequencies(where, frequencies, sizes) };
  }
  return {};
}

/** Gives it to the module. */
export function takeDesign(
  to: RawModel | RawTrainer,
  { bias, frequencies }: Design,
): void {
  if (bias) {
    const { table, positions, byOffset } = bias;
    to.bias(table.length, positions, byOffset).set(table);
  }
  if (frequencies) to.frequencies(frequencies.length).set(frequencies);
}

/** A model with weights from elsewhere: it does all but learn. */
export class Model extends Network {
  readonly #held = new Held();
  readonly #model: RawModel;

  /** @internal Use `training.model(…)`. */
  constructor(raw: Raw, input: ModelOptions) {
    const options = MODEL.open(input);
    const shape = readShape(options, 0);
    super(raw, shape);
    watch(this, this.#held);
    try {
      this.#model = makeModel(raw, shape, this.#held);
      takeDesign(this.#model, designOf(raw, shape));
      this.#take(options.call, options.get("weights"));
    } catch (error) {
      release(this.#held);
      throw error;
    }
  }

  #take(call: string, given: unknown): void {
    if (typeof given !== "object" || given === null) {
      throw new TypeError(
        `${call}: weights must be an object with all tensors by name, got ${describe(given)}`,
      );
    }
    const model = this.#model;
    const names = new TextDecoder();
    const all = given as Readonly<Record<string, unknown>>;
    const params = model.params();
    for (let n = 0; n < model.tensors; n += 1) {
      const { rows, columns, offset } = model.tensor(n);
      const name = names.decode(model.name(n).slice());
      const it = all[name] as { data?: unknown } | undefined;
      const data = (it?.data ?? it) as ArrayLike<number> | undefined;
      if (data?.length !== rows * columns) {
        throw new RangeError(
          `${call}: weights[${JSON.stringify(name)}] must have ${rows * columns} numbers, ${rows} × ${columns}, got ${describe(it)}`,
        );
      }
      params.set(data, offset);
    }
    const bad = params.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) {
      throw new RangeError(
        `${call}: weights must be finite, got ${params[bad]}`,
      );
    }
  }

  /** @internal */
  protected model(call: string): RawModel {
    alive(call, this.#held);
    return this.#model;
  }

  dispose(): void {
    release(this.#held);
  }

  declare [Symbol.dispose]: () => void;

  static {
    disposable(Model.prototype);
  }
}
