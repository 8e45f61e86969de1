import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { install, ROOT } from "./installed.js";

const run = promisify(execFile);

/** What the tarball has beside dist/. */
const BESIDE = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "THIRD-PARTY-NOTICES.txt",
  "package.json",
  "sbom.cdx.json",
];

test("the packed tarball installs and runs in a fresh folder", async (t) => {
  const { folder, files, size } = await install(t);
  const foreign = files.filter(
    (path) => !/^dist\//.test(path) && !BESIDE.includes(path),
  );
  assert.deepEqual(foreign, []);
  assert.ok(size <= 0.7e6, `${size} bytes`);
  assert.ok(files.length <= 250, `${files.length} files`);
  assert.ok(files.includes("dist/index.js"));
  assert.ok(files.includes("dist/index.d.ts"));
  assert.ok(files.includes("dist/posenc.wasm"));
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
    join(folder, "named.mjs"),
    `import { init, sinusoidal } from "posenc";
    await init({ url: import.meta.resolve("posenc/posenc.wasm") });
    console.log(sinusoidal({ seqLen: 1, dModel: 2 }).data.join());`,
  );
  for (const file of ["esm.mjs", "common.cjs", "named.mjs"]) {
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
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "src/posenc/dist/index.js")],
    bundle: true,
    external: ["node:*"],
    format: "esm",
    minify: true,
    write: false,
    target: "es2022",
  });
  const text = outputFiles[0].text;
  assert.doesNotMatch(text, /new Function|\beval\(/);
  assert.ok(!text.includes(ROOT));
  assert.doesNotMatch(text, /new URL\(["']posenc\.wasm/);
});

/** Bytes gz of a program of the package, bundled and minified. */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    target: "es2022",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

test("a bundle has the calls that it imports and no others", async (t) => {
  const readme = await readFile(join(ROOT, "src/posenc/README.md"), "utf8");
  const faults = [];
  for (const [names, limit] of /** @type {const} */ ([
    ["init, sinusoidal", 63],
    ["init, attention", 80],
    ["init, alibi, rotaryApply", 70],
    ["configFromHuggingFace", 20.7],
    ["load", 139.5],
  ])) {
    const size =
      (await bundled(
        `export { ${names} } from "./src/posenc/dist/index.js";`,
      )) / 1024;
    t.diagnostic(`${names}: ${size.toFixed(1)} KB gz`);
    if (size > limit) {
      faults.push(
        `{ ${names} } is ${size.toFixed(2)} KB gz, above ${limit}: raise it in tests/posenc/js/package.test.js if what came is worth it, and say so in the commit`,
      );
    }
    // What README says of them.
    const row = new RegExp(`\\{ ${names} \\}\` \\| (\\d+) KB`).exec(readme);
    if (row && Math.abs(size - Number(row[1])) > 1) {
      faults.push(
        `{ ${names} } is ${size.toFixed(1)} KB gz, src/posenc/README.md says ${row[1]}`,
      );
    }
  }
  assert.deepEqual(faults, []);
});

test("README says what the module weighs as a file", async () => {
  const wasm = await readFile(join(ROOT, "src/posenc/dist/posenc.wasm"));
  const readme = await readFile(join(ROOT, "src/posenc/README.md"), "utf8");
  const [, gzip, brotli] =
    /`posenc\/posenc\.wasm`: (\d+) KB with gzip, (\d+) KB/.exec(readme) ?? [];
  const [gz, br] = [gzipSync(wasm, { level: 9 }), brotliCompressSync(wasm)];
  assert.ok(Math.abs(gz.length / 1024 - Number(gzip)) <= 1, `${gz.length}`);
  assert.ok(Math.abs(br.length / 1024 - Number(brotli)) <= 1, `${br.length}`);
});
