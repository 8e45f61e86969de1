// Starting the module: `init` and `load` of each entry.
import { createApi, type Posenc } from "./api.js";
import { setDefaultInstance } from "./default-instance.js";
import { startCompiled } from "./load.js";
import type { Own } from "./own.js";
import type { Runtime } from "./runtime.js";
import { compileFrom, type InitOptions, readInit } from "./source.js";

async function start(
  call: string,
  own: Own,
  options: InitOptions | undefined,
): Promise<Runtime> {
  if (options === undefined) return startCompiled(own);
  const from = readInit(call, options);
  return startCompiled(() =>
    typeof from === "boolean" ? own(from) : compileFrom(from),
  );
}

type Init = (options?: InitOptions) => Promise<void>;

export function initFrom(own: Own): Init {
  let starting: Promise<void> | undefined;
  return (options) => {
    starting ??= start("init", own, options)
      .then(setDefaultInstance)
      .catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
    return starting;
  };
}

type Load = (options?: InitOptions) => Promise<Posenc>;

export const loadFrom =
  (own: Own): Load =>
  async (options) =>
    createApi(await start("load", own, options));
