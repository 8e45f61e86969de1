/**
 * Small Transformers trained where you are: every scheme of positions, on tasks
 * that are made up and graded exactly, or on a text of yours.
 *
 * ```ts
 * import { load } from "posenc-training";
 * const training = await load();
 * using trainer = training.trainer({ task: "back", position: "rope", trainLen: 24 });
 * trainer.step(200).loss;
 * trainer.evaluate({ lengths: [24, 48] }); // [{ length: 24, accuracy: … }, …]
 * ```
 *
 * @module posenc-training
 */
import {
  compileFrom,
  describe,
  readSource,
  refusedBoth,
  refuseUnknown,
  type WasmSource,
} from "posenc/internal";
import { createTraining, type Training } from "./api.js";
import { compileOwn } from "./inline.js";
import { startModule } from "./module.js";

export type * from "./types.js";

/** Options of {@link load}. */
export interface LoadOptions {
  /**
   * Where `posenc-training/training.wasm` comes from; without it, out of the package
   * itself, in a file of its own that is fetched only then.
   */
  readonly wasm?: WasmSource | undefined;
  /**
   * Whether to start the package's fused module, `posenc-training/fused.wasm`, a
   * file that only this fetches, in place of `wasm`. Where the engine can't have
   * it, the plain module starts ({@link Training.isFused} says which). The gain
   * depends on the processor: on AMD's Zen 5 a step takes as long; in a
   * prototype it took 0.80 to 0.88 of the time on Zen 3.
   *
   * It rounds products and sums as the fused module of `posenc` does: gradients
   * keep their accuracy, but a run gives other bytes than with the plain module,
   * and the same ones only on processors of the same kind.
   */
  readonly fused?: boolean | undefined;
}

/**
 * Starts an instance of the module, with memory of its own.
 *
 * @throws TypeError when `wasm` is not one source, or given with `fused`
 * @throws Error with the reason when the module cannot be fetched or started
 */
export async function load(options: LoadOptions = {}): Promise<Training> {
  const { wasm, fused = false } = options;
  refuseUnknown("load", Object.keys(options), ["wasm", "fused"]);
  if (typeof fused !== "boolean") {
    throw new TypeError(
      `load: fused must be true or false, got ${describe(fused)}`,
    );
  }
  const source = wasm && readSource("load: wasm", wasm);
  if (source && fused) throw new TypeError(refusedBoth("load"));
  return createTraining(
    await startModule(() => (source ? compileFrom(source) : compileOwn(fused))),
  );
}
