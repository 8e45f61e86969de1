// What the library says where it cannot start: engines that lack something, or
// compute wrongly, played by replacing a part of this one.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { promisify } from "node:util";
import { shortName } from "./bindings.js";

const bytes = await readFile(
  new URL("../../../src/posenc/dist/posenc.wasm", import.meta.url),
);
const { load } = await import("../../../src/posenc/dist/index.js");

/** Puts something else in a property's place for the length of a test. */
function replace(t, object, name, value) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const own = { configurable: true, enumerable: before?.enumerable };
  Object.defineProperty(object, name, { ...own, writable: true, value });
  t.after(() => Object.defineProperty(object, name, before));
}

/** The library's own instance, asked for first by nobody else in this file. */
async function startsAgain() {
  const pe = await load({ bytes });
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  assert.deepEqual([...data], [0, 1]);
}

test("an engine without WebAssembly is told so", async (t) => {
  replace(t, globalThis, "WebAssembly", undefined);
  await assert.rejects(load(), {
    name: "Error",
    message: "posenc: this engine has no WebAssembly",
  });
});

test("an engine without SIMD is told which ones have it", async (t) => {
  replace(t, WebAssembly, "validate", () => false);
  await assert.rejects(load({ bytes }), {
    name: "Error",
    message:
      "posenc: this engine has no WebAssembly SIMD (needed: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or newer)",
  });
});

test("a Content-Security-Policy that forbids WebAssembly is named, with the remedy", async (t) => {
  const refusal = new Error(
    "Refused to compile: 'unsafe-eval' is not an allowed source of script",
  );
  replace(t, WebAssembly, "compile", () => Promise.reject(refusal));
  await assert.rejects(load({ bytes }), (/** @type {any} */ error) => {
    assert.equal(
      error.message,
      `posenc: the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src (${refusal.message})`,
    );
    assert.equal(error.cause, refusal);
    return true;
  });
});

test("what is thrown need be no Error", async (t) => {
  replace(t, WebAssembly, "compile", () => Promise.reject("out of luck"));
  await assert.rejects(load({ bytes }), {
    message: "posenc: the WebAssembly module does not start: out of luck",
  });
});

test("an engine whose SIMD is wrong is found out before the first call", async (t) => {
  const { instantiate } = WebAssembly;
  replace(t, WebAssembly, "instantiate", async (module) => {
    const { exports } = /** @type {any} */ (await instantiate(module));
    const range = shortName("embedding_sinusoidal_range");
    const wrong = (...args) => {
      const status = exports[range](...args);
      const row = new Float32Array(exports.memory.buffer, args[0], 4);
      row[0] = 0.5;
      return status;
    };
    return { exports: { ...exports, [range]: wrong } };
  });
  await assert.rejects(load({ bytes }), {
    name: "Error",
    message:
      "posenc: this engine computes WebAssembly SIMD wrongly (sin 1 came out as 0.5)",
  });
});

test("load() tries again after a failure, with and without fromBase64", async (t) => {
  let hasSimd = false;
  replace(t, WebAssembly, "validate", () => hasSimd);
  await assert.rejects(load(), /no WebAssembly SIMD/);
  hasSimd = true;
  const own = "fromBase64" in Uint8Array;
  if (!own) {
    Object.defineProperty(Uint8Array, "fromBase64", {
      value: (text) => new Uint8Array(Buffer.from(text, "base64")),
      configurable: true,
    });
    t.after(() => Reflect.deleteProperty(Uint8Array, "fromBase64"));
  }
  await load();
  await startsAgain();
});

test("a runtime that compiles no bytes is told what to import instead", async (t) => {
  const refusal = new Error("Wasm code generation disallowed by embedder");
  replace(t, WebAssembly, "compile", () => Promise.reject(refusal));
  await assert.rejects(load({ bytes }), {
    name: "Error",
    message:
      'posenc: this runtime compiles no WebAssembly from bytes; import the module and give it to init({ module }): import module from "posenc/posenc.wasm" (Wasm code generation disallowed by embedder)',
    cause: refusal,
  });
});

/** What a fresh engine that isn't Node prints, without the globals named. */
async function elsewhere(...missing) {
  const entry = new URL("../../../src/posenc/dist/index.js", import.meta.url);
  const code = `
    process.getBuiltinModule = undefined;
    for (const name of ${JSON.stringify(missing)}) delete globalThis[name];
    const { load } = await import("${entry}");
    const pe = await load().catch(({ message }) => console.log(message));
    if (pe) console.log(pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data.join());
  `;
  const flags = ["--input-type=module", "--eval", code];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  return stdout;
}

test("the module is inflated by the engine's own streams outside Node", async () => {
  assert.equal(await elsewhere(), "0,1\n");
});

test("an engine that can't inflate is told to take the module from a file", async () => {
  assert.equal(
    await elsewhere("DecompressionStream"),
    'posenc: the WebAssembly module does not start: this engine has no DecompressionStream; give init({ url }) the address of "posenc/posenc.wasm"\n',
  );
});

test("a buffer needs no FinalizationRegistry", async (t) => {
  replace(t, globalThis, "FinalizationRegistry", undefined);
  const pe = await load({ bytes });
  const buffer = pe.buffer([2, 3]);
  assert.deepEqual([...buffer.data], [0, 0, 0, 0, 0, 0]);
  buffer.dispose();
  assert.throws(() => buffer.data, /has been disposed of/);
});
