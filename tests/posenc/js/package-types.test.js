// What TypeScript says to users of the packed package.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { compilerIn } from "../../across/consumers/compiler.js";
import { whole } from "./calls/drawing.js";
import { CALLS, drawing, pathsOf } from "./calls.js";
import { WRONG_PROGRAMS } from "./fixtures/types/wrong-programs.js";
import { pe } from "./helpers.js";
import { install } from "./installed.js";

let folder;
let compile;
let remove = async () => {};

before(async () => {
  const keep = (end) => {
    remove = end;
  };
  ({ folder } = await install({ after: keep }, ["posenc", "posenc-training"]));
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

const USER = `import { embeddingIndex, init, load, type Posenc, type Tensor } from "posenc";
import { catalog, type CatalogEntry } from "posenc/catalog";
export const first: CatalogEntry | undefined = catalog[0];
const pe: Posenc = await load();
const rows: Tensor = pe.embedding.sinusoidal({ seqLen: 4, dModel: 8 });
export const part: Tensor = embeddingIndex({ seqLen: 4 });
// @ts-expect-error a word that is no layout
pe.embedding.sinusoidal({ seqLen: 4, dModel: 8, layout: "split" });
// @ts-expect-error dModel is required
pe.embedding.sinusoidal({ seqLen: 4 });
using numbers = pe.buffer([2]);
using model = pe.transformer.encoder({ layers: 1, dModel: 8, numHeads: 2 });
const plan = pe.config.fromHuggingFace({ model_type: "llama" }).plan;
export const kept = [numbers.shape, model.weights, plan];
export const both = [rows.data.length, await load({ bytes: new Uint8Array() })];
`;

/** What engines give, by the names that the DOM's library has for it. */
const SOURCES = `import type { WasmSource } from "posenc";
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
      text,
      "--lib",
      lib,
      "--module",
      module,
      "--moduleResolution",
      resolution,
    );
    assert.equal(said, "", `${resolution}, ${lib}`);
  }
});

/** How a program makes each thing of an instance that it has to give back. */
const HANDLES = {
  buffer: "pe.buffer([2])",
  "attention.prepare": "pe.attention.prepare({ numHeads: 1, headDim: 2 })",
  "rotary.prepare":
    "pe.rotary.prepare({ frequencies: pe.rotary.frequencies({ headDim: 4 }) })",
  "bias.prepare": 'pe.bias.prepare({ type: "alibi", numHeads: 2 })',
  "transformer.encoder":
    "pe.transformer.encoder({ layers: 1, dModel: 8, numHeads: 2 })",
  "transformer.decoder":
    "pe.transformer.decoder({ layers: 1, dModel: 8, numHeads: 2 })",
};

test("whatever can be disposed of goes with using, as its type says", async () => {
  const found = pathsOf(pe).filter((path) => {
    const buffers = [];
    const call = path.split(".").reduce((it, name) => it[name], pe);
    const made = /** @type {any} */ (call)(
      ...CALLS[path](drawing(whole(1), pe, buffers)),
    );
    const isHandle = typeof made?.dispose === "function";
    assert.equal(typeof made?.[Symbol.dispose] === "function", isHandle, path);
    if (isHandle) made.dispose();
    for (const buffer of buffers) buffer.dispose();
    return isHandle;
  });
  // What calls make that write into a buffer is that buffer.
  const made = found.filter((path) => !/InPlace$/.test(path));
  assert.deepEqual(made.sort(), Object.keys(HANDLES).sort());
  const lines = Object.values(HANDLES).map(
    (text, n) => `using it${n} = ${text};\nvoid it${n};\n`,
  );
  const program = `import { load } from "posenc";
import { load as loadTraining } from "posenc-training";
import { connect as connectTraining } from "posenc-training/worker";
import { connect } from "posenc/worker";
const pe = await load();
${lines.join("")}const options = { task: "back", position: "rope", trainLen: 8 } as const;
using trainer = (await loadTraining()).trainer(options);
using remote = await (await connectTraining()).trainer(options);
using threads = await connect();
await using waiting = await connect();
export const all = [trainer.steps, remote.startStep, threads.size, waiting.size];
`;
  const flags = ["--module", "nodenext", "--moduleResolution", "nodenext"];
  for (const lib of ["es2022", "es2022,esnext.disposable"]) {
    assert.equal(await complaints(program, "--lib", lib, ...flags), "", lib);
  }
});

/** Lists of whole numbers, as each call takes them: P stands for them. */
const WITH_INTEGERS = [
  "pe.embedding.sinusoidal({ positions: P, dModel: 8 })",
  "pe.embedding.lookup(pe.embedding.learned({ maxLen: 8, dModel: 4, seed: 1 }), P)",
  "pe.embedding.axial({ axes: [P, P], dModel: 8 })",
  "pe.embedding.document({ paragraphs: P, sentences: P, dModel: 4 }).rows",
  "pe.bias.alibi({ numHeads: 2, queryPositions: P, keyPositions: P })",
  "pe.bias.t5Bucket(P)",
  "pe.relative.logBuckets(P, { buckets: 16, maxPosition: 64 })",
  "pe.rotary.tables({ frequencies, positions: P }).cos",
  "pe.rotary.tables({ frequencies, positions: [P, P] }).cos",
  "pe.rotary.apply(x, { frequencies, positions: P })",
  "pe.rotary.shift(x, P, { frequencies })",
  "pe.rotary.multimodal({ frequencies, sections: [1, 1], positions: [P, P] }).cos",
  "pe.rotary.xpos({ q: x, frequencies, queryPositions: P }).q",
  "model.forward(P).output",
  "model.forward([P, P]).output",
];

test("positions, tokens and distances may be BigInts, as types and as numbers", async () => {
  const scene = `
const frequencies = pe.rotary.frequencies({ headDim: 4 });
const x = pe.embedding.sinusoidal({ seqLen: 2, dModel: 4 });
const heads = { data: x.data, shape: [2, 1, 4] };
const model = pe.transformer.decoder({ layers: 1, dModel: 8, numHeads: 2, vocabularySize: 8 });
`;
  const calls = WITH_INTEGERS.map((text) => text.replace(/\bx\b/g, "heads"));
  const program = (list) => `${scene}
const P = ${list};
export const all = [${calls.map((text) => `() => ${text}`).join(",\n")}];
`;
  const head = 'import { load } from "posenc";\nconst pe = await load();\n';
  const run = (list) =>
    new Function(
      "pe",
      `${program(list).replace("export const all =", "return").replaceAll("!]", "]")}`,
    )(pe);
  const wanted = run("[1, 3]");
  for (const list of ["BigInt64Array.of(1n, 3n)", "[1n, 3n]"]) {
    const flags = ["--module", "nodenext", "--moduleResolution", "nodenext"];
    const said = await complaints(
      `${head}${program(list)}`,
      "--lib",
      "es2022",
      ...flags,
    );
    assert.equal(said, "", list);
    for (const [n, call] of run(list).entries()) {
      assert.deepEqual(call(), wanted[n](), `${WITH_INTEGERS[n]} of ${list}`);
    }
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
