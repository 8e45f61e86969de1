/** The suite in a page: browser.js calls what it leaves on `globalThis`. */
import { init, load } from "../../src/posenc/dist/index.js";
import * as shared from "../../web/site/bench/index.ts";
import { loadBindings } from "./bindings.js";
import {
  allCases,
  choose,
  configurationsOf,
  namesOf,
  runWithPeers,
  startPeers,
} from "./suite.js";

const here = new URL(".", location.href).href;
/** @type {import("./suite.js").Env} */
let env;
let cases;

globalThis.bench = {
  /** Starts posenc and its peers; answers what there is. */
  async start(filter) {
    const { peers, absent } = await startPeers({
      async ort() {
        const { loadOrt } = await import("./peers/ort.js");
        return loadOrt(here);
      },
      async tfjs() {
        const { loadTfjs } = await import("./peers/tfjs.js");
        return loadTfjs(here);
      },
      async bindings() {
        const wasm = await fetch("posenc.wasm");
        return loadBindings(await wasm.arrayBuffer());
      },
    });
    await init();
    env = { pe: await load(), ...peers };
    cases = choose(allCases(shared, env), filter);
    return {
      configurations: await configurationsOf(env.pe, peers),
      absent: namesOf(absent),
      cases: cases.map(({ kernel, shape }) => ({ kernel, shape })),
    };
  },
  run: (n) => runWithPeers(shared, cases[n], env),
};
