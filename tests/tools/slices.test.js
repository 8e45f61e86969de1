// The slices of the module that figures load: each part of the library gives with
// its own alone what it gives with the whole.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { describe } from "node:test";
import { load } from "../../dist/index.js";
import { SLICES } from "../../tools/build-wasm.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { slicesByBinding } from "../../tools/lib/slices.mjs";
import { importParts, importSource } from "../../tools/lib/web-source.mjs";
import { CALLS, drawing, pathsOf, run } from "../js/calls.js";
import { drawer } from "../js/differential/draw.js";
import { wrong } from "../wrong.js";

const TIMES = 12;
const { PARTS } = await importSource("site/bundle/library-parts.ts", "node");
const parts = await importParts(PARTS);
const { slicesByPart } = await importSource("site/bundle/slices.ts", "node");
const { partClosure } = await importSource("site/bundle/chunks.ts", "node");
/** @type {Map<string, string[]>} */
const slices = slicesByPart(inRoot(), slicesByBinding());
const whole = await load();

const bytesOf = (slice) => readFileSync(inRoot(SLICES[slice]));

/** The text of a slice, as figures have it. */
const textOf = async (slice) =>
  (await import(`../../src/js/generated/slices/${slice}.js`)).deflatedBase64;

/** A module with some slices. */
async function startWith(names) {
  const module = await parts.startSliced(await textOf("base"));
  for (const name of names) await module.add(await textOf(name));
  return module;
}

/** `pe` with one room, as far as a part has it. */
function libraryOf(name, runtime) {
  const { room, maker = name } = PARTS[name];
  const make = new Function(name, `return ${maker}`)(parts[name]);
  return {
    buffer: (shape) => runtime.buffer(shape),
    [room]: make(runtime),
  };
}

const lookUp = (pe, path) =>
  path.split(".").reduce((object, name) => object?.[name], pe);

/** An answer by its bits. */
function plain(value) {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return Buffer.from(buffer, byteOffset, byteLength).toString("hex");
  }
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  // Of a buffer what it holds, and not what it is.
  const { data, shape } = value;
  const own = data && shape ? { data, shape } : value;
  return Object.fromEntries(
    Object.entries(own).map(([key, it]) => [key, plain(it)]),
  );
}

/** What attention says of a position that there is not. */
function wrongType(attention) {
  const q = { data: [1, 2], shape: [1, 1, 2] };
  try {
    attention({ q, k: q, v: q, position: wrong({ type: "nothing" }) });
  } catch (/** @type {any} */ error) {
    return error.message;
  }
}

/** What a call gives for arguments drawn with a seed. */
function answer(pe, path, seed) {
  const { integer } = drawer(seed);
  const buffers = [];
  const d = drawing(integer, pe, buffers);
  const args = CALLS[path](d);
  try {
    return plain(run(pe, path, args, d));
  } finally {
    for (const buffer of buffers) buffer.dispose();
  }
}

/** Those with which attention reads positions. */
const schemes = Object.keys(PARTS).filter((name) => PARTS[name].types);

/** Whether a part reads a position, by whichever scheme. */
const attends = (name) =>
  partClosure(inRoot(), PARTS[name].module, true).has(
    inRoot("src/js/position.ts"),
  );

const slicesOf = (...names) => [
  ...new Set(names.flatMap((name) => slices.get(name) ?? [])),
];

describe("with its own slices alone", () => {
  for (const name of Object.keys(PARTS)) {
    if (schemes.includes(name)) continue;
    test(`${name} gives what it gives with all of the module`, async (t) => {
      const own = slicesOf(name, ...(attends(name) ? schemes : []));
      const { runtime } = await startWith(own);
      const pe = libraryOf(name, runtime);
      const paths = Object.keys(CALLS).filter(
        (path) => path !== "buffer" && typeof lookUp(pe, path) === "function",
      );
      t.diagnostic(`${own.join(", ")}: ${paths.join(", ")}`);
      assert.notEqual(paths.length, 0);
      for (const path of paths) {
        for (let seed = 1; seed <= TIMES; seed += 1) {
          const expected = answer(whole, path, seed);
          assert.deepEqual(answer(pe, path, seed), expected, `${path} ${seed}`);
        }
      }
    });
  }
});

/** Arguments of attention with this type of position, by their seeds. */
function seedsOf(type, count) {
  const found = [];
  for (let seed = 1; found.length < count; seed += 1) {
    const { integer } = drawer(seed);
    const buffers = [];
    const [{ position }] = CALLS.attention(drawing(integer, whole, buffers));
    for (const buffer of buffers) buffer.dispose();
    if (position.type === type) found.push(seed);
  }
  return found;
}

describe("attention with its slices and those of a scheme alone", () => {
  const types = schemes.flatMap((name) =>
    PARTS[name].types.map((type) => [type, name]),
  );
  for (const [type, ...own] of [["none"], ...types]) {
    test(`gives what it gives with all of the module: ${type}`, async () => {
      const { runtime } = await startWith(slicesOf("attentionCall", ...own));
      const pe = libraryOf("attentionCall", runtime);
      for (const seed of seedsOf(type, TIMES)) {
        const expected = answer(whole, "attention", seed);
        assert.deepEqual(answer(pe, "attention", seed), expected, `${seed}`);
      }
    });
  }
});

test("attention has a part for every type of position", () => {
  const [, known] = wrongType(whole.attention).split("one of ");
  const types = schemes.flatMap((name) => PARTS[name].types);
  const named = [...known.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(["none", ...types].sort(), named.slice(0, -1).sort());
});

test("together the parts have every call", async () => {
  const { runtime } = await startWith([]);
  const rooms = Object.keys(PARTS)
    .filter((name) => !schemes.includes(name))
    .map((name) => libraryOf(name, runtime));
  const has = (path) =>
    rooms.some((pe) => typeof lookUp(pe, path) === "function");
  assert.deepEqual(
    pathsOf(whole).filter((path) => !has(path)),
    [],
  );
});

test("every slice is called by some part, and is small without the others", () => {
  const used = new Set(["base", ...[...slices.values()].flat()]);
  assert.deepEqual([...used].sort(), Object.keys(SLICES).sort());
  const size = readFileSync(inRoot("dist", "posenc.wasm")).length;
  const sizes = Object.keys(SLICES).map((it) => bytesOf(it).length);
  const sum = sizes.reduce((a, b) => a + b, 0);
  assert.ok(sum < 1.1 * size, `${sum} bytes, the whole ${size}`);
});

test("slices come in any order, and leave what is there as it is", async () => {
  const names = Object.keys(SLICES).filter((it) => it !== "base");
  for (const order of [names, [...names].reverse()]) {
    const { runtime, add } = await startWith([]);
    const kept = runtime.buffer([4]);
    kept.data.set([1, 2, 3, 4]);
    for (const name of order) await add(await textOf(name));
    assert.deepEqual([...kept.data], [1, 2, 3, 4]);
    const attend = libraryOf("attentionCall", runtime);
    assert.deepEqual(
      answer(attend, "attention", 3),
      answer(whole, "attention", 3),
    );
  }
});

test("a call whose slice is not there fails, and the next one works", async () => {
  const { runtime, add } = await startWith([]);
  const { rotary } = libraryOf("rotaryFrequencies", runtime);
  assert.throws(
    () => rotary.frequencies({ headDim: 8 }),
    WebAssembly.RuntimeError,
  );
  await add(await textOf("rotary"));
  assert.equal(rotary.frequencies({ headDim: 8 }).inverseFrequency[0], 1);
});
