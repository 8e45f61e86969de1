import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { init } from "../../dist/core.js";
import { load } from "../../dist/index.js";
import { wrong } from "../wrong.js";

const file = new URL("../../dist/posenc.wasm", import.meta.url);
const first = (pe) => [
  ...pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data,
];

test("load() gives one shared instance with the package's version", async () => {
  const { version } = JSON.parse(
    await readFile(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const pe = await load();
  assert.equal(await load(), pe);
  assert.equal(pe.version, version);
});

test("load() of Node and of require() give the same numbers", async () => {
  // Its types are those of index.js.
  const { href } = new URL("../../dist/on/node.js", import.meta.url);
  const { load: inNode } = await import(href);
  const common = createRequire(import.meta.url)("../../dist/cjs/index.cjs");
  for (const other of [inNode, common.load]) {
    const pe = await other();
    assert.equal(await other(), pe);
    assert.deepEqual(first(pe), [0, 1]);
  }
});

test("init({ url | bytes | module | response }) start the same library", async () => {
  const bytes = await readFile(file);
  const module = await WebAssembly.compile(bytes);
  const wasm = { headers: { "content-type": "application/wasm" } };
  for (const source of [
    { url: file },
    { url: file.href },
    { bytes },
    { module },
    { response: new Response(bytes, wasm) },
    { response: Promise.resolve(new Response(bytes)) },
  ]) {
    assert.deepEqual(first(await init(source)), [0, 1]);
  }
});

test("init refuses no source, two sources and unknown ones", async () => {
  await assert.rejects(init({}), {
    name: "TypeError",
    message:
      "init: exactly one of url, bytes, module, response is required, got an object with keys (none)",
  });
  await assert.rejects(init({ url: "a", bytes: new Uint8Array() }), {
    name: "TypeError",
    message:
      "init: exactly one of url, bytes, module, response is required, got url and bytes",
  });
  await assert.rejects(init(wrong({ path: "posenc.wasm" })), {
    name: "TypeError",
    message:
      'init: unknown option "path" (known: url, bytes, module, response)',
  });
});

test("init refuses what is no object", async () => {
  for (const [source, told] of /** @type {const} */ ([
    [null, "null"],
    [undefined, "undefined"],
    [5, "5"],
    ["posenc.wasm", '"posenc.wasm" (a string)'],
  ])) {
    await assert.rejects(init(wrong(source)), {
      name: "TypeError",
      message: `init: options must be an object with url, bytes, module, response, got ${told}`,
    });
  }
});

test("init says why a module does not start", async () => {
  await assert.rejects(
    init({ bytes: new Uint8Array([1, 2, 3]) }),
    /^Error: posenc: the WebAssembly module does not start: /,
  );
  await assert.rejects(
    init({ response: new Response("no", { status: 404 }) }),
    /does not start: the response answered 404/,
  );
});
