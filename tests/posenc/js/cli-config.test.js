import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { unzipSync } from "fflate";
import { presets as models } from "../../presets.js";
import { fromNpy, inShell, posencHere, temporary } from "./cli-helpers.js";

const files = (t, bodies) => {
  const folder = temporary(t);
  for (const [name, body] of Object.entries(bodies)) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

test("config prints a line per layer and ends with 0 where the plan is whole", async (t) => {
  const cwd = files(t, { "config.json": models["olmo-3"] });
  const { status, stdout } = await posencHere(["config", "config.json"], {
    cwd,
  });
  assert.equal(status, 0, stdout);
  const lines = stdout.split("\n").filter((line) => /^\d/.test(line));
  assert.equal(lines.length, 4);
  assert.match(
    lines[0],
    /sliding_attention +40\/8 +128 .*base 500000 .*window 4096$/,
  );
  assert.match(lines[3], /full_attention .*yarn 8/);
});

test("config prints one layer, or all as JSON", async (t) => {
  const cwd = files(t, { "c.json": models["deepseek-v4"] });
  const one = await posencHere(["config", "c.json", "--layer", "3"], { cwd });
  const layer = JSON.parse(one.stdout);
  assert.equal(layer.position.startIndex, 448);
  assert.equal(layer.compression.ratio, 128);
  const all = await posencHere(["config", "c.json", "--json"], { cwd });
  const { plan, findings } = JSON.parse(all.stdout);
  assert.deepEqual(plan.layers[3], layer);
  assert.ok(findings.some(({ code }) => code === "not-in-plan"));
  // What no plan holds is a finding.
  assert.equal(all.status, 1);
});

test("config prints the grid of SAM 2's layers, and what is added before them", async (t) => {
  const cwd = files(t, { "c.json": { model_type: "sam2" } });
  const { stdout, status } = await posencHere(["config", "c.json"], { cwd });
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^input: .*, 7×7 resized to 256×256 \(cubic\), plus 8×8 rows tiled$/m,
  );
  assert.match(stdout, /^0 +window_attention .*, window 8×8 of 256×256$/m);
  assert.match(stdout, /, window 14×14 of 64×64 filled to 70×70$/m);
  assert.match(stdout, /^5 +full_attention .* both ways$/m);
});

test("config ends with 1 after warnings, 2 after misuse, 3 at an unknown type", async (t) => {
  const cwd = files(t, {
    "warned.json": { ...models["llama-3-1"], partial_rotary_facter: 1 },
    "unknown.json": { model_type: "futurelm", rope_theta: 1e4, top_p: 0.9 },
    "part.json": '"rope_scaling": { "type": "yarn" }',
    "model.gguf": "GGUF\u0003\u0000\u0000\u0000",
  });
  const run = (...args) => posencHere(["config", ...args], { cwd });
  assert.equal((await run("warned.json")).status, 1);
  const unknown = await run("unknown.json");
  assert.equal(unknown.status, 3);
  assert.equal(
    unknown.stdout,
    `error model-type-unknown: model_type "futurelm" is not known here: the keys alone don't tell how it encodes positions
info position-key: rope_theta concerns positions; how "futurelm" uses it is not known here
`,
  );
  for (const [args, message] of [
    [
      ["part.json"],
      "config: part.json is part of an object: put { } around it, and model_type into it",
    ],
    [
      ["model.gguf"],
      "config: model.gguf ends within its header: a number of tensors needs 8 bytes at 8, the file has 8",
    ],
    [[], "config: needs a file, or - for standard input"],
    [
      ["warned.json", "--layer", "99"],
      'config: --layer must be one of 0 … 31, got "99"',
    ],
    [
      ["none.json"],
      "config: cannot read none.json: ENOENT: no such file or directory, open 'none.json'",
    ],
  ]) {
    const { status, stderr } = await run(...args);
    assert.equal(status, 2, stderr);
    assert.equal(stderr.split("\n")[0], `posenc: ${message}`);
  }
});

test("config notes where engines leave the plan, with the same exit code", async (t) => {
  const yarn = models["qwen3-8b-yarn"];
  const rope = Reflect.get(yarn, "rope_scaling");
  const cwd = files(t, {
    "plain.json": yarn,
    "mscale.json": {
      ...yarn,
      rope_scaling: { ...rope, mscale: 0.7, mscale_all_dim: 1 },
    },
    "dynamic.json": models.internlm2,
  });
  const notes = async (...args) => {
    const { status, stdout } = await posencHere(["config", ...args], { cwd });
    assert.equal(status, 0, stdout);
    return stdout.split("\n").filter((line) => line.startsWith("note "));
  };
  assert.deepEqual(await notes("plain.json"), []);
  assert.deepEqual(await notes("mscale.json"), [
    "note engines: q·k against the plan's: × 1.4 in transformers 4, exllamav3; × 1.08 in llama.cpp",
    "note engines: --engines lists the rule of each",
  ]);
  assert.deepEqual(await notes("dynamic.json"), [
    "note engines: base at 32768 positions, 1000000 in the plan: 3050000 in SGLang",
    "note engines: base at 65536 positions, 3050000 in the plan: 1000000 in vLLM, llama.cpp",
    "note engines: exllamav3 refuses the model",
    "note engines: --engines lists the rule of each",
  ]);
  const [chinese] = await notes("dynamic.json", "--lang", "zh");
  assert.equal(
    chinese,
    "note engines: 32768 个位置时的底数，方案是 1000000：SGLang 3050000",
  );
  const { stdout } = await posencHere(["config", "dynamic.json", "--engines"], {
    cwd,
  });
  assert.match(stdout, /^engine +s +base at 32768 +base at 65536 +rule\n/);
  assert.match(stdout, /\nvLLM +2 +1000000 +1000000 /);
});

test("config tells what differs between two models", async (t) => {
  const longer = { ...models["llama-3-1"], rope_theta: 1e6 };
  const cwd = files(t, { "a.json": models["llama-3-1"], "b.json": longer });
  const run = (file) =>
    posencHere(["config", "a.json", "--compare", file], { cwd });
  const { status, stdout } = await run("b.json");
  assert.equal(status, 1);
  assert.equal(stdout.split("\n").length, 33);
  assert.match(stdout, /^layer 0 position: .*base 500000.* → .*base 1000000/);
  const same = await run("a.json");
  assert.deepEqual([same.status, same.stdout], [0, "no difference\n"]);
});

test("config reads standard input, with Infinity and a byte order mark", (t) => {
  const body = JSON.stringify({ ...models["llama-3-1"], limit: 7 });
  const cwd = files(t, {
    "c.json": `\ufeff${body.replace(":7", ":[0.0, Infinity, NaN]")}`,
  });
  const { status, stdout } = inShell("posenc config - < c.json", cwd);
  assert.equal(status, 0, String(stdout));
  assert.match(String(stdout), /^llama: rotary, positions: 131072/);
});

test("golden writes formats that their readers take", async (t) => {
  const cwd = files(t, { "c.json": models["gpt-oss-20b"] });
  const run = (...args) =>
    posencHere(["golden", "c.json", "--positions", "0,5", ...args], { cwd });
  const made = JSON.parse((await run()).stdout);
  const { shape, data } = made.tensors.q_rotated;
  assert.deepEqual(shape, [2, 2, 64]);
  const { bytes } = await run("--format", "npz");
  const entries = unzipSync(bytes);
  const npy = fromNpy(Buffer.from(entries["q_rotated.npy"]));
  assert.deepEqual(npy.shape, shape);
  assert.deepEqual([...npy.data], data);
  const tensors = (await run("--format", "safetensors")).bytes;
  const length = Number(tensors.readBigUInt64LE(0));
  const header = JSON.parse(tensors.subarray(8, 8 + length).toString());
  const [from, to] = header.q_rotated.data_offsets;
  const raw = tensors.subarray(8 + length + from, 8 + length + to);
  assert.equal((8 + length) % 8, 0);
  data.forEach((x, i) => {
    assert.equal(raw.readDoubleLE(8 * i), x);
  });
  const c = (await run("--format", "h")).stdout;
  assert.match(c, /static const double golden_q_rotated\[256\] = \{/);
  assert.match(c, /#define GOLDEN_SCORES_BFLOAT16 \d/);
  // The weights and how far an engine may be off are in all six.
  const { weights, sinks } = made.tensors;
  const bound = made.tolerance.float32.weights;
  assert.deepEqual([weights.shape, sinks.shape], [[2, 2, 2], [2]]);
  const kept = fromNpy(Buffer.from(entries["weights.npy"]));
  assert.deepEqual([...kept.data], weights.data);
  assert.deepEqual(header.weights.shape, weights.shape);
  assert.equal(
    JSON.parse(header.__metadata__.posenc).tolerance.float32.weights,
    bound,
  );
  const gtest = (await run("--format", "gtest")).stdout;
  for (const text of [c, gtest]) {
    assert.ok(text.includes(`#define GOLDEN_WEIGHTS_FLOAT32 ${bound}`));
    assert.match(text, /static const double golden_weights\[8\] = \{/);
  }
  assert.match(gtest, /golden_given_table = nullptr;/);
  assert.match(gtest, /golden_given_sinks = golden_sinks;/);
  const pytest = (await run("--format", "pytest")).stdout;
  assert.match(pytest, /weights and output get sinks=, one per head, as well/);
  assert.ok(pytest.includes(`"weights":${bound}`));
  // So are the values and what the layer makes of them.
  const { v, output } = made.tensors;
  assert.deepEqual(output.shape, [2, 2, 64]);
  for (const [name, tensor] of Object.entries({ v, output })) {
    const { data } = fromNpy(Buffer.from(entries[`${name}.npy`]));
    assert.deepEqual([...data], tensor.data);
    assert.deepEqual(header[name].shape, tensor.shape);
    const array = `static const double golden_${name}[${tensor.data.length}] = {`;
    for (const text of [c, gtest]) assert.ok(text.includes(array));
  }
  for (const text of [c, gtest]) {
    assert.match(text, /#define GOLDEN_VALUE_DIM 64\n/);
    assert.match(text, /#define GOLDEN_OUTPUT_BFLOAT16 \d/);
  }
  assert.match(gtest, /TEST\(Golden, Output\)/);
  const { status, stderr } = await run("--format", "xml");
  assert.equal(status, 2);
  assert.match(
    stderr,
    /--format must be one of json, safetensors, npz, h, pytest, gtest, got "xml"/,
  );
});

/** An engine in plain Python: one head of keys, a soft cap, sinks, values turned back. */
const ENGINE = `import math, sys, test_rope as t

class Engine:
    dtype = "float32"
    def __init__(self, fault):
        self.fault = fault
        self.layer = t.GOLDEN["layer"]
        self.factor = t.GOLDEN["attentionFactor"]
    def rotate(self, x, positions, back=False):
        theta = t.tensor("inverse_frequency")
        n = len(theta)
        position = self.layer["position"]
        start = position.get("startIndex", 0)
        stride, far = (1, n) if position["layout"] == "halves" else (2, 1)
        factor = 1 / self.factor if back else self.factor
        sign = -factor if back != (self.fault == "sign") else factor
        out = []
        for head in x:
            rows = []
            for row, p in zip(head, positions):
                new = list(row)
                for i, f in enumerate(theta):
                    c, s = math.cos(p * f) * factor, math.sin(p * f) * sign
                    a = start + stride * i
                    b = a + far
                    new[a], new[b] = row[a] * c - row[b] * s, row[b] * c + row[a] * s
                rows.append(new)
            out.append(rows)
        return out
    def scored(self, q, k, positions, cap):
        q, k = self.rotate(q, positions), self.rotate(k, positions)
        out = []
        for head in q:
            rows = []
            for row, p in zip(head, positions):
                new = []
                for other, at in zip(k[0], positions):
                    x = sum(a * b for a, b in zip(row, other)) * self.layer["scale"]
                    x = cap * math.tanh(x / cap) if cap else x
                    new.append(x if at <= p else -math.inf)
                rows.append(new)
            out.append(rows)
        return out
    def scores(self, q, k, positions):
        return self.scored(q, k, positions, self.layer.get("softcap"))
    def weights(self, q, k, positions, sinks=None):
        cap = None if self.fault == "cap" else self.layer.get("softcap")
        out = []
        for h, head in enumerate(self.scored(q, k, positions, cap)):
            rows = []
            for row in head:
                sink = math.exp(sinks[h]) if sinks and self.fault != "sinks" else 0
                masked = 1e-6 if self.fault == "mask" else 0
                terms = [math.exp(x) if x > -math.inf else masked for x in row]
                rows.append([x / (sum(terms) + sink) for x in terms])
            out.append(rows)
        return out
    def output(self, q, k, v, positions, sinks=None):
        back = self.layer["position"].get("outputTurnedBack", False)
        if back and self.fault != "values":
            v = self.rotate(k, positions)
        out = [
            [[sum(w * row[c] for w, row in zip(ws, v[0])) for c in range(len(v[0][0]))]
             for ws in head]
            for head in self.weights(q, k, positions, sinks)
        ]
        if back and self.fault != "back":
            out = self.rotate(out, positions, back=True)
        return out

engine = Engine(sys.argv[1])
t.test_rotates_queries(engine)
t.test_rotates_keys(engine)
t.test_scores(engine)
t.test_weights(engine)
t.test_output(engine)
`;

test("the pytest that golden writes passes a right engine and fails a wrong one", async (t) => {
  for (const [model, ...faults] of /** @type {const} */ ([
    ["llama-3-1", "sign", "mask"],
    ["gpt-oss-20b", "sinks"],
    ["gemma-2-9b", "cap"],
    ["deepseek-v4", "back", "values", "sinks"],
  ])) {
    const cwd = files(t, { "c.json": models[model], "run.py": ENGINE });
    await posencHere(["golden", "c.json", "-o", "test_rope.py"], { cwd });
    const run = (fault) => spawnSync("python3", ["run.py", fault], { cwd });
    const right = run("none");
    if (right.error) return t.skip("no python3");
    assert.equal(right.status, 0, `${model}: ${right.stderr}`);
    for (const fault of faults) {
      const { status, stderr } = run(fault);
      assert.equal(status, 1, `${model}, ${fault}`);
      const name =
        { sign: "q_rotated", back: "output", values: "output" }[fault] ??
        "weights";
      assert.match(String(stderr), new RegExp(`AssertionError: ${name}\\[`));
    }
  }
});
