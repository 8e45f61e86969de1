import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { install, ROOT } from "./installed.js";

const run = promisify(execFile);

/** What the tarball has beside dist/. */
const BESIDE = [
  ...["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "package.json"],
  "sbom.cdx.json",
];

test("the packed tarball installs and runs in a fresh folder", async (t) => {
  const { folder, files, size } = await install(t);
  const foreign = files.filter(
    (path) => !/^dist\//.test(path) && !BESIDE.includes(path),
  );
  assert.deepEqual(foreign, []);
  // As npm says it: 1.6 MB. Training is 0.16 of it: its module as a file and
  // inlined, its thread as a file and as text. The models of two figures are 0.06,
  // the module in slices, for figures, 0.06, the thread of the library, a file of
  // its own, 0.06, and what require() gets of it 0.14.
  assert.ok(size <= 1.62e6, `${size} bytes`);
  assert.ok(files.includes("dist/index.js"));
  assert.ok(files.includes("dist/index.d.ts"));
  assert.ok(files.includes("dist/posenc.wasm"));
  assert.ok(files.includes("dist/training.wasm"));
  t.diagnostic(`tarball: ${size} bytes, ${files.length} files`);
  const body = `
    const pe = await load();
    console.log(pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data.join());`;
  await writeFile(
    join(folder, "esm.mjs"),
    `import { load } from "posenc";${body}`,
  );
  await writeFile(
    join(folder, "common.cjs"),
    `(async () => { const { load } = await import("posenc");${body} })();`,
  );
  await writeFile(
    join(folder, "core.mjs"),
    `import { init } from "posenc/core";
    const load = () => init({ url: import.meta.resolve("posenc/posenc.wasm") });${body}`,
  );
  await writeFile(
    join(folder, "parts.mjs"),
    `import { embedding, start } from "posenc/parts";
    const url = import.meta.resolve("posenc/posenc.wasm");
    const load = async () => ({ embedding: embedding(await start({ url })) });${body}`,
  );
  for (const file of ["esm.mjs", "common.cjs", "core.mjs", "parts.mjs"]) {
    const { stdout } = await run(process.execPath, [file], { cwd: folder });
    assert.equal(stdout.trim(), "0,1", file);
  }
  await writeFile(
    join(folder, "catalog.mjs"),
    `import { catalog } from "posenc/catalog";
    console.log(catalog.find(({ id }) => id === "alibi").name.en);`,
  );
  const listed = await run(process.execPath, ["catalog.mjs"], { cwd: folder });
  assert.equal(listed.stdout, "ALiBi\n");
  const { stdout } = await run(
    "npx",
    [
      "--offline",
      "posenc",
      "table",
      "sinusoidal",
      "--seq-len=1",
      "--d-model=2",
    ],
    { cwd: folder },
  );
  assert.equal(stdout, "0,1\n");
});

test("the published files run no code from text and know no machine", async () => {
  for (const file of ["index.js", "core.js", "parts.js"]) {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, "dist", file)],
      bundle: true,
      format: "esm",
      minify: true,
      write: false,
      target: "es2022",
    });
    const text = outputFiles[0].text;
    assert.doesNotMatch(text, /new Function|\beval\(/, file);
    assert.ok(!text.includes(ROOT), file);
    assert.doesNotMatch(text, /new URL\(["']posenc\.wasm/, file);
  }
});

// A guard against growth: the aim is 60 KB. What inflates the module where the
// engine cannot is loaded there alone.
test("the inline entry stays within 119 KB, minified and gzipped", async (t) => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "dist/index.js")],
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    write: false,
    outdir: ROOT,
    target: "es2022",
  });
  const [entry, later] = outputFiles.map(
    ({ contents }) => gzipSync(contents, { level: 9 }).length,
  );
  const wasm = gzipSync(await readFile(join(ROOT, "dist/posenc.wasm")), {
    level: 9,
  }).length;
  t.diagnostic(
    `inline entry ${entry} bytes gz, ${later} later, posenc.wasm ${wasm} bytes gz`,
  );
  assert.equal(outputFiles.length, 2, "the entry, and what inflates");
  assert.ok(entry <= 119 * 1024, `${entry} bytes`);
  assert.ok(later <= 3 * 1024, `${later} bytes later`);
});

test("a bundle has the parts that it imports and no others", async (t) => {
  const bundled = async (names, entry = "parts") => {
    const { outputFiles } = await build({
      stdin: {
        contents: `export { ${names} } from "./dist/${entry}.js";`,
        resolveDir: ROOT,
      },
      bundle: true,
      format: "esm",
      minify: true,
      write: false,
      target: "es2022",
    });
    return gzipSync(outputFiles[0].contents, { level: 9 }).length;
  };
  for (const [names, limit] of /** @type {const} */ ([
    ["start", 7],
    ["start, embedding", 18.25],
    ["start, rotary", 18.75],
    ["start, bias", 16.5],
    ["config", 15.5],
  ])) {
    const size = await bundled(names);
    t.diagnostic(`${names}: ${size} bytes gz`);
    assert.ok(size <= limit * 1024, `${names}: ${size} bytes`);
  }
  // What README says of them.
  const [, some, all] =
    /JavaScript, (\d+) KB instead of (\d+)/.exec(
      await readFile(join(ROOT, "README.md"), "utf8"),
    ) ?? [];
  const sizes = [
    await bundled("start, embedding"),
    await bundled("init", "core"),
  ];
  for (const [n, told] of [some, all].entries()) {
    const found = sizes[n] / 1024;
    assert.ok(Math.abs(found - Number(told)) <= 1, `${told} KB: ${found}`);
  }
});
