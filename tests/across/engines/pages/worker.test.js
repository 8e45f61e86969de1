// posenc/worker in a page: the same bytes as without threads, under a strict policy.
import assert from "node:assert/strict";
import { useEngine } from "../engine.js";
import { PACKAGE } from "../page-of-results.js";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
const page = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Threads</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script></head></html>`;

const COMMON = `import { load } from "./index.js";
import { connect } from "./worker.js";
const here = await load();
const noise = (shape, seed) => ({
  data: Float32Array.from(
    { length: shape.reduce((a, b) => a * b, 1) },
    (_, n) => Math.sin(seed + 1.7 * n + 0.001 * n * n),
  ),
  shape,
});
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const fault = (error) => \`\${error.name}: \${error.message}\`;
`;

const engine = useEngine({
  folder: PACKAGE,
  files: {
    "calls.html": page("calls.js"),
    "calls.js": `${COMMON}
const pe = await connect({ workers: 2 });
const heads = {
  q: noise([1500, 2, 16], 1), k: noise([1500, 2, 16], 2),
  v: noise([1500, 2, 16], 3), causal: true, position: { type: "rotary" },
};
const told = [];
const onProgress = ({ done, total }) => told.push(done / total);
const attended = await pe.attention(heads);
const long = [1, 2, 3].map((seed) => noise([2048, 8, 64], seed));
await pe.with({ onProgress }).attention({ q: long[0], k: long[1], v: long[2] });
const moved = noise([4, 4], 1);
const wanted = here.transformer.linear(noise([4, 4], 1), noise([4, 4], 1));
const linear = await pe.with({ transfer: true }).transformer.linear(moved, moved);
const bad = { seqLen: 0, dModel: 2 };
let here0;
try { here.embedding.sinusoidal(bad); } catch (error) { here0 = fault(error); }
globalThis.found = {
  attended: same(attended, here.attention(heads)),
  told: told.length > 1 && told.at(-1) === 1,
  moved: moved.data.length === 0 && same(linear, wanted),
  refused: (await pe.embedding.sinusoidal(bad).catch(fault)) === here0,
  after: same(await pe.embedding.index({ seqLen: 2 }), here.embedding.index({ seqLen: 2 })),
};
pe.dispose();
`,
    "ends.html": page("ends.js"),
    "ends.js": `${COMMON}
const pe = await connect({ workers: 1 });
const stop = new AbortController();
const long = { q: noise([4096, 8, 64], 1), k: noise([4096, 8, 64], 2), v: noise([4096, 8, 64], 3) };
const given = pe.with({ signal: stop.signal }).attention(long).catch(fault);
const waits = pe.embedding.index({ seqLen: 3 });
stop.abort(new Error("enough"));
const { shape } = await waits;
const last = pe.attention(long).catch(fault);
pe.dispose();
const none = connect({ url: "nowhere.js" }).catch(fault);
globalThis.found = [await given, shape, await last, (await none).slice(0, 38)];
`,
  },
});

engine.test(
  "threads come to the bytes of the page, and refuse in its words",
  async (t) => {
    const page = await engine.visit(t, "calls.html");
    assert.deepEqual(await page.until(() => globalThis.found), {
      attended: true,
      told: true,
      moved: true,
      refused: true,
      after: true,
    });
    await page.isClean();
  },
);

engine.test(
  "calls end when they are given up, and threads when they are",
  async (t) => {
    const page = await engine.visit(t, "ends.html");
    assert.deepEqual(await page.until(() => globalThis.found), [
      "Error: enough",
      [3, 1],
      "Error: posenc/worker: it was disposed of",
      "Error: posenc/worker: the thread ended",
    ]);
  },
);
