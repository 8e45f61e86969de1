// Starting the module: `init` and `load` of each entry.
import { createApi, type Posenc } from "./api.js";
import { startCompiled } from "./load.js";
import { setRunning } from "./running.js";
import type { Runtime } from "./runtime.js";
import { compileFrom, readSource, type WasmSource } from "./source.js";

/** Compiles the entry's own copy of the module. */
export type Compile = () => PromiseLike<object>;

/** Compiles once; after a failure the next call tries again. */
export function once(compile: () => Promise<object>): Compile {
  let compiling: Promise<object> | undefined;
  return () => {
    compiling ??= compile().catch((error: unknown) => {
      compiling = undefined;
      throw error;
    });
    return compiling;
  };
}

async function start(
  call: string,
  own: Compile,
  source: WasmSource | undefined,
): Promise<Runtime> {
  if (source === undefined) return startCompiled(own);
  const read = readSource(call, source);
  return startCompiled(() => compileFrom(read));
}

type Init = (source?: WasmSource) => Promise<void>;

export function initFrom(own: Compile): Init {
  let starting: Promise<void> | undefined;
  return (source) => {
    starting ??= start("init", own, source)
      .then(setRunning)
      .catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
    return starting;
  };
}

type Load = (source?: WasmSource) => Promise<Posenc>;

export const loadFrom =
  (own: Compile): Load =>
  async (source) =>
    createApi(await start("load", own, source));
