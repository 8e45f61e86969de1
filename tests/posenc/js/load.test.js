import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import {
  init,
  load,
  sinusoidal,
  version,
} from "../../../src/posenc/dist/index.js";
import { untyped } from "../../untyped.js";

const file = new URL("../../../src/posenc/dist/posenc.wasm", import.meta.url);
const first = (pe) => [
  ...pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data,
];

test("a call before init() says what to do, and works after it", async () => {
  assert.throws(() => sinusoidal({ seqLen: 1, dModel: 2 }), {
    name: "Error",
    message: "posenc: await init() before the first call",
  });
  await assert.rejects(init({ url: "no-such-file:" }));
  const starting = init();
  assert.equal(init(), starting);
  await starting;
  assert.deepEqual([...sinusoidal({ seqLen: 1, dModel: 2 }).data], [0, 1]);
});

test("load() gives an instance of its own with the package's version", async () => {
  const manifest = JSON.parse(
    await readFile(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  const [one, other] = [await load(), await load()];
  assert.notEqual(one, other);
  assert.deepEqual([one.version, version], [manifest.version, version]);
  assert.throws(
    () =>
      one.embedding.sinusoidal({
        seqLen: 1,
        dModel: 2,
        out: other.buffer([1, 2]),
      }),
    /belongs to another instance/,
  );
});

/** All calls of an instance: path and the name that they are exported by. */
function* callsOf(object, path = []) {
  for (const [name, value] of Object.entries(object)) {
    if (name === "version") continue;
    const inner = [...path, name];
    if (typeof value === "function") yield [inner.join("."), value];
    yield* callsOf(value, inner);
  }
}

test("each call is an export: by its own name, or by its path in camel case", async () => {
  const library = await import("../../../src/posenc/dist/index.js");
  const { init: _, load: __, version: ___, ...exported } = library;
  const left = new Set(Object.keys(exported));
  const missing = [];
  for (const [path] of callsOf(await load())) {
    const names = path.split(".");
    const camel = names
      .map((name, i) =>
        i === 0 ? name : name[0].toUpperCase() + name.slice(1),
      )
      .join("");
    const found = [camel, names.at(-1)].find((name) => left.delete(name));
    if (found === undefined) missing.push(path);
  }
  assert.deepEqual([missing, [...left]], [[], []]);
});

test("load({ url | bytes | module | response }) start the same library", async () => {
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
    assert.deepEqual(first(await load(source)), [0, 1]);
  }
});

test("load refuses no source, two sources and unknown ones", async () => {
  await assert.rejects(load({}), {
    name: "TypeError",
    message:
      "load: exactly one of url, bytes, module, response, fused is required, got an object with keys (none)",
  });
  await assert.rejects(load({ url: "a", bytes: new Uint8Array() }), {
    name: "TypeError",
    message:
      "load: exactly one of url, bytes, module, response, fused is required, got url and bytes",
  });
  await assert.rejects(load(untyped({ path: "posenc.wasm" })), {
    name: "TypeError",
    message:
      'load: unknown option "path" (known: url, bytes, module, response, fused)',
  });
});

test("load refuses what is no object", async () => {
  for (const [source, told] of /** @type {const} */ ([
    [null, "null"],
    [5, "5"],
    ["posenc.wasm", '"posenc.wasm" (a string)'],
  ])) {
    await assert.rejects(load(untyped(source)), {
      name: "TypeError",
      message: `load: options must be an object with url, bytes, module, response, fused, got ${told}`,
    });
  }
});

test("load says why a module does not start", async () => {
  await assert.rejects(
    load({ bytes: new Uint8Array([1, 2, 3]) }),
    /^Error: posenc: the WebAssembly module does not start: /,
  );
  await assert.rejects(
    load({ response: new Response("no", { status: 404 }) }),
    /does not start: the response answered 404/,
  );
});
