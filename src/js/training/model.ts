import { disposable } from "../buffer.js";
import { describe } from "../errors.js";
import { alive, Held, release, watch } from "./memory.js";
import type { Raw, RawModel } from "./module.js";
import { done, Network } from "./network.js";
import { MODEL, type ModelOptions, readShape, type Shape } from "./options.js";

/** A model of the module that fits a shape. */
export function makeModel(raw: Raw, shape: Shape, held: Held): RawModel {
  const model = held.add(new raw.Model(shape.plan, shape.seed));
  done(shape.call, model.status);
  return model;
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
