import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { WASM } from "../../tools/build-wasm.mjs";
import {
  exportedNames,
  readBorder,
  shortNames,
} from "../../tools/lib/border.mjs";
import { inDist, inRoot } from "../../tools/lib/paths.mjs";
import { ts } from "../../tools/lib/typescript.mjs";

const border = readBorder();

test("the exports that are read off the sources are those of the module", async () => {
  const file = inDist("posenc", "posenc.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(file));
  const own = ["memory", "malloc", "free", "_initialize"];
  for (const name of own) assert.ok(name in instance.exports, name);
  const found = Object.entries(instance.exports)
    .filter(([name]) => !own.includes(name))
    .map(([name, it]) => [name, /** @type {Function} */ (it).length]);
  const short = shortNames(border.exports);
  const read = border.exports.map((it) => [
    short.get(it.name),
    it.parameters.length,
  ]);
  assert.ok(read.length > 80, `${read.length}`);
  assert.deepEqual(read.sort(), found.sort());
});

test("short names are one for each export, none for nothing", async () => {
  const compiled = await WebAssembly.compile(readFileSync(inRoot(WASM)));
  const found = WebAssembly.Module.exports(compiled).map(({ name }) => name);
  const names = [...exportedNames()];
  assert.equal(new Set(names.map(([, short]) => short)).size, names.length);
  for (const [name] of names) assert.ok(found.includes(name), name);
});

test("enums have the numbers of their headers, each number once", () => {
  const order = border.enums.find(({ name }) => name === "AlibiOrder");
  assert.deepEqual(order?.words, [
    ["reference", 0],
    ["mpt", 1],
    ["geometric", 2],
  ]);
  for (const { folder, name, words } of border.enums) {
    const numbers = words.map(([, number]) => number);
    assert.equal(
      new Set(numbers).size,
      numbers.length,
      `${folder}::${name}: ${numbers}`,
    );
  }
});

/** What the compiler says of calls to a binding, one to a line. */
function complaints(calls) {
  const folder = inRoot("build", "border-test");
  const file = join(folder, "calls.ts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `import type { Address } from "../../src/posenc/js/buffer.js";
import { biasAlibiSlopes } from "../../src/posenc/js/generated/border/bias.js";
import { AlibiOrder } from "../../src/posenc/js/generated/border/enums/bias.js";
import type { Runtime } from "../../src/posenc/js/runtime.js";
declare const runtime: Runtime;
declare const out: Address<Float64Array>;
declare const floats: Address<Float32Array>;
const [heads, maxBias, order] = [4, 8, AlibiOrder.mpt];
${calls.map((call) => `runtime.run("bias.alibiSlopes", ${call});`).join("\n")}
export { floats };
`,
  );
  try {
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
    });
    const source = program.getSourceFile(file);
    const lines = program
      .getSemanticDiagnostics(source)
      .map((it) => source?.getLineAndCharacterOfPosition(it.start ?? 0).line);
    return calls.map((_, n) => lines.includes(8 + n));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a binding with a wrong name, kind or count does not compile", () => {
  const right = "out, heads, order, maxBias";
  const calls = {
    [`biasAlibiSlopes, { ${right} }`]: false,
    "biasAlibiSlopes, { maxBias, order, heads, out }": false,
    "biasAlibiSlopes, { out, heads, order }": true,
    [`biasAlibiSlopes, { ${right}, future: 0 }`]: true,
    "biasAlibiSlopes, { out, numHeads: heads, order, maxBias }": true,
    "biasAlibiSlopes, { out: floats, heads, order, maxBias }": true,
    "biasAlibiSlopes, { out: 4096, heads, order, maxBias }": true,
    "biasAlibiSlopes, { out, heads, order: 7, maxBias }": true,
    "biasAlibiSlopes, { out, heads, order: true, maxBias }": true,
    "biasAlibiSlopes, out, heads, order, maxBias": true,
    [`"bias_alibi_slopes", { ${right} }`]: true,
  };
  const found = complaints(Object.keys(calls));
  assert.deepEqual(
    Object.fromEntries(Object.keys(calls).map((call, n) => [call, found[n]])),
    calls,
  );
});

test("ranges and defaults stand in the declarations, and no table does", () => {
  const text = readFileSync(inDist("posenc", "bias", "alibi.d.ts"), "utf8");
  const [, slopes = ""] =
    /export interface AlibiSlopesOptions \{(.*?)\n\}/s.exec(text) ?? [];
  assert.match(
    slopes,
    /An integer from 1 to 65536\.\n\s+\*\/\n\s+readonly numHeads: number;/,
  );
  assert.match(
    slopes,
    /above 0 and at most 1000; default 8\.\n\s+\*\/\n\s+readonly maxBias\?: number/,
  );
  assert.doesNotMatch(text, /export (type|interface) [^;{]*OptionsOf</);
});
