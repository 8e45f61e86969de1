/** The suite in a page: browser.js calls what it leaves on `globalThis`. */
import createModule from "../../build/wasm/posenc.mjs";
import { load } from "../../dist/index.js";
import { loadMemory } from "./peers/memory.js";
import { loadOrt } from "./peers/ort.js";
import { loadTfjs } from "./peers/tfjs.js";
import { choose, runCase } from "./suite.js";

const here = new URL(".", location.href).href;
let env;

globalThis.bench = {
  /** Starts posenc and its peers; answers their versions. */
  async start() {
    const wasm = await fetch("posenc.wasm");
    env = {
      pe: await load(),
      ort: await loadOrt(here),
      tfjs: await loadTfjs(here),
      memory: await loadMemory(createModule, await wasm.arrayBuffer()),
    };
    return {
      posenc: env.pe.version,
      "onnxruntime-web": env.ort.version,
      "tfjs-wasm": env.tfjs.version,
    };
  },
  cases: (filter) =>
    choose(filter).map(({ kernel, shape }) => ({ kernel, shape })),
  run: (filter, n) => runCase(choose(filter)[n], env),
};
