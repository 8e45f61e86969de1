// What TypeScript says to users of the packed package.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { install, ROOT } from "./installed.js";

const run = promisify(execFile);
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** What the compiler says about a user's file; nothing is wrong if empty. */
async function complaints(folder, text, ...flags) {
  await writeFile(join(folder, "user.mts"), text);
  const strict = ["--strict", "--skipLibCheck", "false"];
  const always = ["--noEmit", ...strict, "--exactOptionalPropertyTypes"];
  const args = [TSC, ...always, "--target", "es2022", ...flags, "user.mts"];
  return run(process.execPath, args, { cwd: folder }).then(
    () => "",
    ({ stdout }) => stdout,
  );
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
pe.embedding.sinusoidal({ seqLen: 4, dModel: 8, layout: "half" });
// @ts-expect-error dModel is required
pe.embedding.sinusoidal({ seqLen: 4 });
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

test("the types alone are enough for a strict TypeScript user", async (t) => {
  const { folder } = await install(t);
  for (const [text, lib, module, resolution] of [
    [USER, "es2022", "nodenext", "nodenext"],
    [USER, "es2022", "esnext", "bundler"],
    [`${USER}${SOURCES}`, "es2022,dom", "nodenext", "nodenext"],
  ]) {
    const said = await complaints(
      ...[folder, text, "--lib", lib],
      ...["--module", module, "--moduleResolution", resolution],
    );
    assert.equal(said, "", `${resolution}, ${lib}`);
  }
});
