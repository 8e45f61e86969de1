// The module of src/training/wasm as Embind writes it, with the kinds of its
// views, which Embind does not tell.

import { checkEngine, explain, isFusedModule } from "posenc/internal";
import start from "./generated/module.js";

/** What makes a model. */
export interface RawPlan {
  layers: number;
  width: number;
  heads: number;
  vocabulary: number;
  positions: number;
  causal: boolean;
  tied: boolean;
  scheme: number;
  dropout: number;
  base: number;
  learnedWidth: number;
  clip: number;
  shawValues: boolean;
  span: number;
  copePositions: number;
  buckets: number;
  maxDistance: number;
  fireWidth: number;
  fireLength: number;
  sandwichWidth: number;
  rotaryWidth: number;
  xposScaleBase: number;
}

/** Where texts come from. */
export interface RawSource {
  task: number;
  symbols: number;
  back: number;
  classes: number;
  hints: number;
  verbs: number;
  fillers: number;
  earliest: number;
  fromCorpus: boolean;
}

/** Where texts stand at test time. */
export interface RawTest {
  randomized: boolean;
  seed: number;
  scaling: number;
  factor: number;
  originalLength: number;
}

export interface RawRun {
  source: RawSource;
  size: number;
  least: number;
  batch: number;
  randomized: boolean;
  seed: number;
  rate: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  decay: number;
  clip: number;
  warmup: number;
  steps: number;
  finalRate: number;
}

export interface RawTensor {
  kind: number;
  layer: number;
  rows: number;
  columns: number;
  offset: number;
  decays: boolean;
}

export interface RawReport {
  status: number;
  state: number;
  loss: number;
  norm: number;
  rate: number;
  accuracy: number;
  tokens: number;
}

export interface RawTask {
  status: number;
  vocabulary: number;
  length: number;
  scored: number;
  chance: number;
}

/** Views hold until the module allocates again. */
interface Planned {
  readonly status: number;
  readonly numbers: number;
  readonly tensors: number;
  tensor(n: number): RawTensor;
  name(n: number): Uint8Array;
  corpus(count: number): Int32Array;
  bias(count: number, positions: number, byOffset: boolean): Float32Array;
  frequencies(count: number): Float64Array;
  delete(): void;
}

export interface RawModel extends Planned {
  params(): Float32Array;
  evaluate(
    source: RawSource,
    size: number,
    texts: number,
    test: RawTest,
  ): {
    status: number;
    loss: number;
    accuracy: number;
    whole: number;
    scored: number;
  };
  tokens(count: number): Int32Array;
  look(test: RawTest): number;
  weights(): Float32Array;
  logits(): Float32Array;
  generate(given: number, test: RawTest): number;
}

export interface RawTrainer extends Planned {
  readonly steps: number;
  begin(run: RawRun): number;
  step(count: number): RawReport;
  give(model: RawModel): boolean;
  take(model: RawModel): boolean;
  save(): Uint8Array;
  saved(count: number): Uint8Array;
  restore(): number;
}

export interface RawExample {
  tokens(): Int32Array;
  targets(): Int32Array;
  delete(): void;
}

export interface Raw {
  readonly Model: new (plan: RawPlan, seed: number) => RawModel;
  readonly Trainer: new (plan: RawPlan) => RawTrainer;
  readonly Example: new (
    source: RawSource,
    size: number,
    seed: number,
    n: number,
  ) => RawExample;
  task(source: RawSource, size: number): RawTask;
}

/** An instance, and whether it is the fused module. */
export interface Started {
  readonly raw: Raw;
  readonly isFused: boolean;
}

type Receive = (instance: WebAssembly.Instance) => void;

/** Starts an instance of the module that `compile` gives. */
export async function startModule(
  compile: () => PromiseLike<object>,
): Promise<Started> {
  checkEngine();
  try {
    const module = (await compile()) as WebAssembly.Module;
    const raw = await new Promise<Raw>((resolve, reject) => {
      const instantiateWasm = (
        imports: WebAssembly.Imports,
        receive: Receive,
      ) => {
        WebAssembly.instantiate(module, imports).then(receive, reject);
        return {};
      };
      start({ instantiateWasm }).then((raw) => resolve(raw as Raw), reject);
    });
    return { raw, isFused: isFusedModule(module) };
  } catch (cause) {
    throw explain(cause);
  }
}
