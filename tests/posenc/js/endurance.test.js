// Many calls and many instances: what they took is given back. POSENC_CALLS and
// POSENC_INSTANCES say how many; npm run endurance runs a million and ten
// thousand, before a release.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "posenc";
import { CALLS, drawing, run } from "./calls.js";
import { drawer } from "./differential/draw.js";

const TIMES = Number(process.env.POSENC_CALLS ?? 40_000);
const INSTANCES = Number(process.env.POSENC_INSTANCES ?? 200);

const wasm = new URL(import.meta.resolve("posenc/posenc.wasm"));
const module = await WebAssembly.compile(await readFile(wasm));

/** Makes `count` calls drawn at random; a buffer of their instance stays. */
function callOften(pe, count, seed) {
  const { integer } = drawer(seed);
  const paths = Object.keys(CALLS);
  for (let n = 0; n < count; n += 1) {
    const path = paths[integer(0, paths.length - 1)];
    const buffers = [];
    const d = drawing(integer, pe, buffers);
    run(pe, path, CALLS[path](d), d);
    for (const buffer of buffers) buffer.dispose();
  }
}

test(`${TIMES} calls of all kinds leave the module's memory as it was`, async () => {
  const pe = await load({ module });
  const bytes = () => {
    const buffer = pe.buffer([1]);
    const { byteLength } = buffer.data.buffer;
    buffer.dispose();
    return byteLength;
  };
  // What is needed at most by any of them.
  callOften(pe, TIMES / 8, 1);
  const settled = bytes();
  for (let part = 2; part < 9; part += 1) {
    callOften(pe, TIMES / 8, part);
    // Of a run that takes long, each part is told.
    if (TIMES > 1e5) process.stderr.write(`${part} of 8: ${bytes()} bytes\n`);
  }
  // A larger call than any before may come; a leak would take far more.
  assert.ok(bytes() <= settled + 2 ** 20, `${settled} to ${bytes()} bytes`);
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  assert.deepEqual([...data], [0, 1]);
});

/** Runs in a process of its own, whose collector can be called. */
async function makeInstances() {
  const held = () => {
    for (let n = 0; n < 4; n += 1) globalThis.gc();
    return process.memoryUsage().rss;
  };
  const make = async (count) => {
    for (let n = 0; n < count; n += 1) {
      const pe = await load({ module });
      callOften(pe, 3, n);
      // Finalisers run between turns of the loop.
      if (n % 50 === 49) {
        globalThis.gc();
        await new Promise((done) => setTimeout(done, 1));
      }
    }
  };
  await make(100);
  const before = held();
  await make(INSTANCES);
  console.log(JSON.stringify({ before, after: held() }));
}

if (process.env.POSENC_ENDURANCE === "instances") await makeInstances();
else {
  test(`${INSTANCES} instances that are forgotten leave the process as it was`, () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--expose-gc", fileURLToPath(import.meta.url)],
      {
        encoding: "utf8",
        env: {
          ...process.env,
          POSENC_ENDURANCE: "instances",
          POSENC_CALLS: "8",
          // The runner's own channel is not the child's.
          NODE_TEST_CONTEXT: "",
        },
      },
    );
    assert.equal(status, 0, stderr);
    const told = stdout
      .split("\n")
      .find((line) => line.startsWith('{"before"'));
    const { before, after } = JSON.parse(told);
    // An instance has a megabyte at least: two hundred would be 200 MB.
    assert.ok(after - before < 64 * 2 ** 20, `${before} to ${after} bytes`);
  });
}
