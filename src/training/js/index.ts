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
import { compileFrom, readSource, type WasmSource } from "posenc/internal";
import { createTraining, type Training } from "./api.js";
import { compileInline } from "./inline.js";
import { startModule } from "./module.js";

export type * from "./types.js";

/** Options of {@link load}. */
export interface LoadOptions {
  /**
   * Where `posenc-training/training.wasm` comes from; without it, out of the package
   * itself, in a file of its own that is fetched only then.
   */
  readonly wasm?: WasmSource | undefined;
}

/**
 * Starts an instance of the module, with memory of its own.
 *
 * @throws TypeError when `wasm` is not one source
 * @throws Error with the reason when the module cannot be fetched or started
 */
export async function load(options: LoadOptions = {}): Promise<Training> {
  const { wasm } = options;
  const source = wasm && readSource("load: wasm", wasm);
  return createTraining(
    await startModule(() => (source ? compileFrom(source) : compileInline())),
  );
}
