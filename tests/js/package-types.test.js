// What TypeScript says to users of the packed package.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { compilerIn } from "../consumers/compiler.js";
import { WRONG_PROGRAMS } from "./fixtures/types/wrong-programs.js";
import { install } from "./installed.js";

let folder;
let compile;
let remove = async () => {};

before(async () => {
  const keep = (end) => {
    remove = end;
  };
  ({ folder } = await install({ after: keep }));
  compile = compilerIn(folder);
});
after(() => remove());

/** What the compiler says about a user's file; nothing is wrong if empty. */
async function complaints(text, ...flags) {
  await writeFile(join(folder, "user.mts"), text);
  const strict = ["--strict", "--skipLibCheck", "false"];
  const always = ["--noEmit", ...strict, "--exactOptionalPropertyTypes"];
  return compile(...always, "--target", "es2022", ...flags, "user.mts");
}

const USER = `import { load, type Posenc, type Tensor } from "posenc";
import { init } from "posenc/core";
import { embedding, type Runtime, start } from "posenc/parts";
import { catalog, type CatalogEntry } from "posenc/catalog";
export const first: CatalogEntry | undefined = catalog[0];
const pe: Posenc = await load();
const rows: Tensor = pe.embedding.sinusoidal({ seqLen: 4, dModel: 8 });
const runtime: Runtime = await start({ bytes: new Uint8Array() });
export const part: Tensor = embedding(runtime).index({ seqLen: 4 });
// @ts-expect-error how calls reach the module is nobody's business
runtime.run("call", "binding");
// @ts-expect-error a word that is no layout
pe.embedding.sinusoidal({ seqLen: 4, dModel: 8, layout: "split" });
// @ts-expect-error dModel is required
pe.embedding.sinusoidal({ seqLen: 4 });
using numbers = pe.buffer([2]);
using model = pe.transformer.encoder({ layers: 1, dModel: 8, numHeads: 2 });
const plan = pe.config.fromHuggingFace({ model_type: "llama" }).plan;
export const kept = [numbers.shape, model.weights, plan];
export const both = [rows.data.length, await init({ bytes: new Uint8Array() })];
`;

/** What engines give, by the names that the DOM's library has for it. */
const SOURCES = `import type { WasmSource } from "posenc/core";
declare const module: WebAssembly.Module;
declare const answer: Promise<Response>;
const buffer: BufferSource = new Uint8Array();
export const sources: WasmSource[] = [
  { url: "posenc.wasm" },
  { url: new URL("https://example.com/posenc.wasm") },
  { bytes: new ArrayBuffer(8) },
  { bytes: buffer },
  { module },
  { response: answer },
];
// @ts-expect-error a number is no address
export const wrong = init({ url: 3 });
`;

test("the types alone are enough for a strict TypeScript user", async () => {
  for (const [text, lib, module, resolution] of [
    [USER, "es2022", "nodenext", "nodenext"],
    [USER, "es2022", "esnext", "bundler"],
    [`${USER}${SOURCES}`, "es2022,dom", "nodenext", "nodenext"],
  ]) {
    const said = await complaints(
      ...[text, "--lib", lib],
      ...["--module", module, "--moduleResolution", resolution],
    );
    assert.equal(said, "", `${resolution}, ${lib}`);
  }
});

/** What the programs of the table speak of. */
const SCENE = `import { load, type RotaryPlan } from "posenc";
const pe = await load();
const x = pe.embedding.sinusoidal({ seqLen: 4, dModel: 8 });
const frequencies = pe.rotary.frequencies({ headDim: 8 });
const tables = pe.rotary.tables({ frequencies, seqLen: 4 });
declare const heads: typeof x;
declare const plan: RotaryPlan;
declare const kind: () => "log" | "power";
export {};
`;

test("wrong programs do not compile, and what is meant does", async () => {
  assert.ok(WRONG_PROGRAMS.length >= 40, `${WRONG_PROGRAMS.length} programs`);
  const pairs = WRONG_PROGRAMS.map(
    ([wrong, right]) => `// @ts-expect-error\n${wrong}\n${right}\n`,
  );
  const flags = ["--module", "node16", "--moduleResolution", "node16"];
  const text = `${SCENE}${pairs.join("")}`;
  const said = await complaints(text, "--lib", "es2022", ...flags);
  const lines = text.split("\n");
  const named = said.replace(
    /\((\d+),\d+\)/g,
    (place, n) => `${place} ${lines[n - 1]} ${lines[n]}`,
  );
  assert.equal(named, "");
});
