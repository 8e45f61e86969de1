import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "../../src/posenc/dist/index.js";
import { rateOf, tooSlow } from "../../tools/lib/peer-rate.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";
import { loadTorch } from "../../tools/pytorch/peer.mjs";
import { attribute, model, node } from "../bench/peers/onnx.js";
import {
  configurationLine,
  TABLES,
  terminalTable,
  troubles,
  withTable,
} from "../bench/report.js";
import {
  allCases,
  choose,
  configurationsOf,
  startPeers,
} from "../bench/suite.js";

const shared = await importSource("site/bench/index.ts");
const { measure, median, pairedRatio, plainResults, runCase, summary } = shared;

const RESULTS = [
  {
    id: "attention",
    kernel: "attention",
    shape: "8 × 512",
    work: { flops: 4e9 },
    ms: 20,
    min: 19,
    max: 30,
    peers: {
      other: { ms: 40, min: 39, max: 41, ratio: 0.5 },
      "memory limit": { ms: 1, min: 1, max: 1, ratio: 20 },
    },
    failures: {},
  },
  {
    id: "table",
    kernel: "table",
    shape: "4096",
    work: { bytes: 8e6 },
    ms: 0.5,
    min: 0.4,
    max: 1,
    peers: { "memory limit": { ms: 0.4, min: 0.3, max: 0.5, ratio: 1.25 } },
    failures: { other: "its numbers differ" },
  },
];

const QUICK = {
  warmUpMs: 1,
  warmUpCalls: 1,
  sampleMs: 0.1,
  rounds: 6,
  leastSamples: 3,
  budgetMs: 60,
};

test("measure takes turns, waits for promises, and lets slow ones sit out", async () => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const told = [];
  const samples = await measure(
    {
      fast: { run: () => {} },
      slow: { run: () => wait(30) },
      own: { time: async (calls) => 7 * calls },
    },
    QUICK,
    (share) => told.push(share),
  );
  assert.deepEqual(Object.keys(samples), ["fast", "slow", "own"]);
  assert.ok(summary(samples.fast).ms < 5);
  assert.ok(summary(samples.slow).min >= 25);
  assert.equal(samples.fast.length, 6);
  const taken = samples.slow.filter((time) => time !== undefined);
  assert.ok(taken.length >= 3 && taken.length < 6);
  // By another clock, one that goes on by 1 whenever it is read.
  let ticks = 0;
  const counting = {
    ...QUICK,
    clock() {
      ticks += 1;
      return ticks;
    },
  };
  const { it } = await measure({ it: { run: () => {} } }, counting);
  const calls = it.map((time) => 1 / time);
  assert.ok(calls.every((count) => count === calls[0] && count % 1 === 0));
  assert.deepEqual(summary(samples.own), { ms: 7, min: 7, max: 7 });
  assert.deepEqual(told, [...told].sort());
  assert.equal(told.at(-1), 1);
});

test("medians take the middle; ratios are those of rounds that both ran", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  // A machine that slows down by ten half-way: the medians alone say 0.1 or 1.
  const own = [1, 1, 1, 10, 10];
  assert.equal(pairedRatio(own, [2, 2, 2, 20, 20]), 0.5);
  assert.equal(pairedRatio(own, [undefined, 4, undefined, 40, 40]), 0.25);
});

const casesOf = (peers, tolerance = 0.1) => ({
  id: "one",
  kernel: { en: "one", zh: "一" },
  shape: "1",
  work: { bytes: 4 },
  tolerance,
  prepare: () => ({
    posenc: () => ({ run: () => {}, output: () => [1] }),
    peers,
  }),
});

test("a peer that throws or gives other numbers is left out and named", async () => {
  const closed = [];
  const output = (x) => () => ({
    run: () => {},
    output: () => [x],
    close: () => closed.push(x),
  });
  const { peers, failures } = await runCase(
    casesOf({
      good: output(1.05),
      wrong: output(2),
      nan: output(Number.NaN),
      absent() {
        throw new Error("cannot be made");
      },
      broken: () => ({
        run() {
          throw new Error("cannot run");
        },
      }),
    }),
    {},
    QUICK,
  );
  assert.deepEqual(Object.keys(peers), ["good"]);
  assert.deepEqual(failures, {
    absent: "cannot be made",
    wrong: "its numbers differ from ours by 1",
    nan: "its numbers differ from ours by NaN",
    broken: "cannot run",
  });
  assert.deepEqual(new Set(closed), new Set([1.05, 2, Number.NaN]));
});

test("every case of the benchmark agrees with plain JavaScript", async () => {
  const warm = { warmUpMs: 0, warmUpCalls: 0 };
  const once = { ...QUICK, ...warm, rounds: 1, leastSamples: 1 };
  for (const it of shared.cases) {
    assert.ok(it.kernel.en && it.kernel.zh, it.id);
    // Half a minute each in one thread: npm run bench has it.
    if (it.group === "long") continue;
    const result = await runCase(it, {}, once);
    assert.deepEqual(result.failures, {}, it.id);
    assert.ok("plain JS" in result.peers, it.id);
    assert.ok("memory limit" in result.peers, it.id);
    for (const { ratio } of Object.values(result.peers)) {
      assert.ok(ratio > 0 && Number.isFinite(ratio), it.id);
    }
  }
  const ids = shared.cases.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test("--filter chooses by kernel and shape; without bindings T5's buckets are out", () => {
  const some = choose(allCases(shared, {}), "ALiBi");
  assert.deepEqual(
    some.map(({ id }) => id),
    ["attention-alibi", "attention-causal-alibi"].concat(
      ["bias-alibi", "bias-alibi-key"],
      ["attention-long", "token-alibi", "token-alibi-prepared"],
      ["token-alibi-square", "token-alibi-square-out"],
    ),
  );
  const tokens = choose(allCases(shared, {}), "ALiBi", true);
  assert.deepEqual(
    tokens.map(({ id }) => id),
    ["token-alibi", "token-alibi-prepared"].concat([
      "token-alibi-square",
      "token-alibi-square-out",
    ]),
  );
  assert.equal(choose(allCases(shared, {}), "ALiBi", false).length, 5);
  assert.deepEqual(choose(allCases(shared, {}), "no such kernel"), []);
  const [last] = allCases(shared, { bindings: { module: {} } }).slice(-1);
  assert.equal(last.id, "t5-buckets");
});

test("a peer that does not start is absent, and the others are there", async () => {
  const { peers, absent } = await startPeers({
    ort: () => ({ version: "1" }),
    async tfjs() {
      await import(String("no-such-package-as-this"));
    },
    torch: () => undefined,
  });
  assert.deepEqual(peers, { ort: { version: "1" } });
  assert.deepEqual(Object.keys(absent), ["tfjs"]);
  assert.match(absent.tfjs, /no-such-package-as-this/);
  assert.deepEqual(troubles(RESULTS, { "tfjs-wasm": "not found" }), [
    "tfjs-wasm is absent: not found",
    "other failed at table, 4096: its numbers differ",
  ]);
});

test("a peer that multiplies slowly is refused, with its rate and what it is", async () => {
  let closed = false;
  const blas = { version: "1.13", details: ["the reference BLAS", "1 thread"] };
  const wasm = { version: "2", details: ["wasm", "no SIMD", "1 thread"] };
  // A clock that says how long each product takes: 2^28 operations.
  let now = 0;
  const product = (ms) => () => ({
    run() {
      now += ms;
    },
  });
  const { peers, absent } = await startPeers(
    {
      torch: () => ({
        ...blas,
        rate: 4.8,
        close() {
          closed = true;
        },
      }),
      tfjs: () => ({ ...wasm, product: product(30) }),
      ort: () => ({ ...wasm, product: product(25) }),
    },
    () => now,
  );
  assert.ok(closed);
  assert.deepEqual(Object.keys(peers), ["ort"]);
  const reason = (rate) =>
    `it multiplies float32 matrices of 512 × 512 at ${rate} GFLOP/s on one thread; below 10 it isn't what people know by its name`;
  assert.deepEqual(absent, {
    torch: `${reason("4.8")}: 1.13 (the reference BLAS, 1 thread, 5 GFLOP/s)`,
    tfjs: `${reason("8.9")}: 2 (wasm, no SIMD, 1 thread, 9 GFLOP/s)`,
  });
  assert.equal(tooSlow(10), undefined);
  assert.match(tooSlow(9.99), /at 10\.0 GFLOP/);
  assert.match(tooSlow(Number.NaN), /NaN/);
});

test("the configuration says of posenc and each peer what makes it fast or slow", async () => {
  const pe = await load();
  const told = await configurationsOf(pe, {
    torch: { version: "2.0", details: ["MKL 2024.2", "AVX2"], rate: 90.4 },
    bindings: { module: {} },
  });
  assert.deepEqual(Object.keys(told), ["posenc", "PyTorch"]);
  assert.equal(told.PyTorch, "2.0 (MKL 2024.2, AVX2, 90 GFLOP/s)");
  assert.match(
    told.posenc,
    /^\d+\.\d+\.\d+ \(wasm, fixed-width SIMD, 1 thread, \d+ GFLOP\/s\)$/,
  );
  assert.equal(
    configurationLine({ a: "1 (x)", b: "2" }),
    "a 1 (x); b 2. GFLOP/s: a float32 product of 512 × 512 matrices.",
  );
});

test("the rate of a product is that of its fastest run, however late an engine compiles it", async () => {
  let now = 0;
  let calls = 0;
  const product = () => {
    now += calls < 30 ? 20 + (calls % 7) : 2.68435456 + (calls % 7);
    calls += 1;
  };
  const rate = await rateOf(product, () => now);
  assert.ok(Math.abs(rate - 100) < 1e-9, String(rate));
});

// A module of that name that answers what the script asks.
const TORCH = `
import time
__version__ = "0.0.test"
class Matrix:
    def __matmul__(self, other):
        end = time.process_time() + 0.002
        while time.process_time() < end: pass
class __config__:
    @staticmethod
    def show(): return "BLAS_INFO=mkl, Math Kernel Library Version 1.2-test\\nCPU capability usage: AVX9"
def randn(*shape): return Matrix()
def set_num_threads(n): assert n == 1
def get_num_threads(): return 1
def manual_seed(n): pass
class no_grad:
    def __enter__(self): pass
    def __exit__(self, *rest): pass
`;

test("PyTorch says what it is, and is timed turn by turn in a process of its own", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "posenc-torch-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "torch.py"), TORCH);
  process.env.PYTHONPATH = folder;
  t.after(() => delete process.env.PYTHONPATH);
  const torch = await loadTorch();
  assert.equal(torch.version, "0.0.test");
  assert.deepEqual(torch.details, [
    "native",
    "MKL 1.2-test",
    "AVX9",
    "1 thread",
  ]);
  assert.ok(torch.rate > 50 && torch.rate <= 135, String(torch.rate));
  // The time of the processor: sleeping takes none.
  const it = torch.contender(`
import time
def run():
    time.sleep(0.05)
    end = time.process_time() + 0.01
    while time.process_time() < end: pass
`);
  const [one, three] = [await it.time(1), await it.time(3)];
  assert.ok(one >= 10 && one < 40, String(one));
  assert.ok(three >= 30 && three < 120, String(three));
  it.close();
  const broken = torch.contender("raise ValueError('no such operator')");
  await assert.rejects(broken.time(1), { message: /no such operator/ });
  await assert.rejects(broken.time(1), { message: /no such operator/ });
  torch.close();
});

test("without a Python that has torch, PyTorch is absent and why is told", async (t) => {
  process.env.POSENC_PYTHON = "no-such-python";
  t.after(() => delete process.env.POSENC_PYTHON);
  const { absent } = await startPeers({ torch: loadTorch });
  assert.deepEqual(absent, {
    torch: "no Python here has torch (python3-torch)",
  });
});

const SCRIPT = fileURLToPath(new URL("../bench/bench.mjs", import.meta.url));
const bench = (...options) =>
  promisify(execFile)(process.execPath, [SCRIPT, ...options]);

test("npm run bench has --help, and refuses what it does not know before it builds", async () => {
  const { stdout } = await bench("--help");
  for (const option of ["filter", "browser", "json", "readme"]) {
    assert.match(stdout, new RegExp(`^  --${option} `, "m"));
  }
  await assert.rejects(bench("--quick"), ({ code, stderr }) => {
    assert.equal(code, 1);
    assert.match(stderr, /Unknown option '--quick'/);
    assert.match(stderr, /npm run bench -- --help/);
    return true;
  });
  await assert.rejects(bench("--readme", "--filter", "T5"), {
    stderr: /--readme needs all kernels, so it takes no --filter/,
  });
});

test("the terminal's table has a line for every contender, with its rate", () => {
  const lines = terminalTable(shared, RESULTS).split("\n");
  assert.equal(lines.length, 7);
  assert.match(
    lines[1],
    /^attention +8 × 512 +posenc +20\.00 +19\.00 +30\.00 +200\.0 GFLOP\/s$/,
  );
  assert.match(lines[2], /other +40\.00 .*100\.0 GFLOP\/s +0\.50 ×$/);
  assert.match(lines[3], /memory limit +1\.00 +1\.00 +1\.00 +20\.0 ×$/);
  assert.match(lines[4], /0\.500 .* 16\.0 GB\/s$/);
});

test("--json has the shape that readers of it expect", () => {
  assert.deepEqual(plainResults(RESULTS)[0], {
    kernel: "attention",
    shape: "8 × 512",
    ms: 20,
    peers: {
      other: { ms: 40, ratio: 0.5 },
      "memory limit": { ms: 1, ratio: 20 },
    },
  });
});

test("CSV has one line for each contender, quoted where it must be", () => {
  const named = [{ ...RESULTS[0], kernel: 'attention, "fused"' }];
  assert.deepEqual(shared.csv(named).split("\n"), [
    "kernel,shape,by,ms,min,max,rate,unit,posenc takes",
    '"attention, ""fused""",8 × 512,posenc,20,19,30,200,GFLOP/s,1',
    '"attention, ""fused""",8 × 512,other,40,39,41,100,GFLOP/s,0.5',
    '"attention, ""fused""",8 × 512,memory limit,1,1,1,,,20',
    "",
  ]);
});

test("--readme replaces what stands between its markers, and only that", () => {
  const begin = "<!-- bench: written by npm run bench -- --readme -->";
  const text = `before\n${begin}\nold\n<!-- /bench -->\nafter\n`;
  const found = withTable(shared, text, RESULTS, { other: "1.2.3" });
  assert.equal(
    found,
    `before
${begin}

| kernel | shape | memory limit | other |
| --- | --- | ---: | ---: |
| attention | 8 × 512 | 20.0 | 0.50 |
| table | 4096 | 1.25 |  |

other 1.2.3. GFLOP/s: a float32 product of 512 × 512 matrices.

<!-- /bench -->
after
`,
  );
  const again = withTable(shared, found, RESULTS, { other: "1.2.3" });
  assert.equal(again, found);
  // The table of a token at a time stands between lines of its own.
  const [first, last] = TABLES.token;
  const both = `${found}${first}\n${last}\n`;
  const more = withTable(shared, both, RESULTS, {}, TABLES.token);
  assert.ok(
    more.startsWith(found) && more.includes("| attention |", found.length),
  );
  assert.throws(() => withTable(shared, "no markers", RESULTS, {}), {
    message: `README.md has no lines ${begin} and <!-- /bench -->`,
  });
});

test("an ONNX model of one node is the bytes that onnx.proto says", () => {
  const bytes = model(
    [node("Softmax", ["x"], ["y"], [attribute("axis", 300)])],
    [["x", [2]]],
    [["y", [2]]],
  );
  const hex = [...bytes].map((x) => x.toString(16).padStart(2, "0")).join("");
  assert.equal(
    hex,
    // IR version 8; the graph: 72 bytes
    "08083a48" +
      // node: x, y, Softmax, attribute axis = 300 of type INT
      "0a1d0a01781201792207536f66746d61782a0c0a046178697318ac02a00102" +
      // its name
      "12056772617068" +
      // input x and output y: float32 of shape [2]
      "5a0f0a0178120a0a08080112040a020802" +
      "620f0a0179120a0a08080112040a020802" +
      // operator set 17
      "42021011",
  );
});
