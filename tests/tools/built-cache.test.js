import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { FUSED_WASM, WASM } from "../../tools/build-wasm.mjs";
import { keep, latest, take } from "../../tools/lib/built-cache.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { apart } from "../../tools/lib/steps.mjs";

function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-cache-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A cache of pairs of files, and functions that keep and take them. */
function cacheIn(t) {
  const home = temporary(t);
  const folder = join(home, "cache");
  const shelf = { what: "The pair is", kept: 16, folder };
  const filesIn = (name) =>
    ["program", "module.wasm"].map((file) => join(home, name, file));
  const [from, to] = ["from", "to"].map(filesIn);
  mkdirSync(join(home, "from"));
  return {
    folder,
    to,
    async keep(hash, content = hash) {
      for (const file of from) writeFileSync(file, content);
      chmodSync(from[0], 0o755);
      await keep(shelf, hash, from);
    },
    take: (hash) => apart(() => take(shelf, hash, to)),
  };
}

test("kept files come back as they were, and a line says where they were built", async (t) => {
  const cache = cacheIn(t);
  await cache.keep("a", "bytes");
  const { result, text } = await cache.take("a");
  assert.equal(result, true);
  const [program, module] = cache.to;
  for (const file of cache.to)
    assert.equal(readFileSync(file, "utf8"), "bytes");
  assert.equal(statSync(program).mode & 0o111, 0o111);
  assert.equal(statSync(module).mode & 0o111, 0);
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(
    text,
    `  The pair is taken from the cache, made on this machine on ${today}\n`,
  );
  assert.deepEqual(await cache.take("b"), { result: false, text: "" });
});

test("what is not whole is thrown away, and can be kept again", async (t) => {
  const cut = (path) => truncateSync(path, statSync(path).size - 1);
  const damages = {
    changed: (place) => writeFileSync(join(place, "module.wasm.gz"), "byte"),
    "cut off": (place) => cut(join(place, "program.gz")),
    "without a file": (place) => rmSync(join(place, "module.wasm.gz")),
    "without its record": (place) => rmSync(join(place, "built.json")),
    "with half a record": (place) => cut(join(place, "built.json")),
    "of another kind": (place) =>
      writeFileSync(join(place, "built.json"), '{"files":{}}'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    const cache = cacheIn(t);
    await cache.keep("a");
    damage(join(cache.folder, "a"));
    const { result, text } = await cache.take("a");
    assert.equal(result, false, name);
    assert.match(text, /a is damaged and thrown away\n$/);
    assert.ok(!cache.to.some((file) => existsSync(file)), name);
    await cache.keep("a");
    assert.equal((await cache.take("a")).result, true, name);
  }
});

test("what an interrupted build left is no entry, and goes after a day", async (t) => {
  const cache = cacheIn(t);
  const left = ["a.1.new", "b.2.new"].map((name) => join(cache.folder, name));
  for (const folder of left) mkdirSync(folder, { recursive: true });
  utimesSync(left[1], 1, 1);
  assert.equal((await cache.take("a")).result, false);
  await cache.keep("a");
  assert.deepEqual(readdirSync(cache.folder).sort(), ["a", "a.1.new"]);
});

test("the entries used last are kept", async (t) => {
  const cache = cacheIn(t);
  for (const [k, hash] of [..."abcdefghijklmnop"].entries()) {
    await cache.keep(hash);
    utimesSync(join(cache.folder, hash), 1000 + k, 1000 + k);
  }
  // The oldest is used again, so the second is to go.
  await cache.take("a");
  await cache.keep("q");
  assert.deepEqual(readdirSync(cache.folder).sort(), [..."acdefghijklmnopq"]);
});

test("the entry that was used last is known", async (t) => {
  const cache = cacheIn(t);
  assert.equal(latest(cache), undefined);
  for (const [k, hash] of [..."bac"].entries()) {
    await cache.keep(hash);
    utimesSync(join(cache.folder, hash), 1000 - k, 1000 - k);
  }
  mkdirSync(join(cache.folder, "d.1.new"));
  assert.equal(latest(cache), "b");
  await cache.take("c");
  assert.equal(latest(cache), "c");
});

test("a cache that cannot be written ends nothing", async (t) => {
  const cache = cacheIn(t);
  writeFileSync(cache.folder, "no folder");
  const { text } = await apart(() => cache.keep("a"));
  assert.match(text, /^ {2}Not kept in .*cache: .+\n$/);
});

/** A clone without compilers, and a script that runs in it. */
function cloneIn(t) {
  const folder = temporary(t);
  const clone = join(folder, "clone");
  for (const name of [
    "tools",
    "cmake",
    "src/posenc/core",
    "src/posenc/wasm",
    "CMakeLists.txt",
    "CMakePresets.json",
    "package.json",
  ]) {
    cpSync(inRoot(name), join(clone, name), { recursive: true });
  }
  // Nothing but flock and the shell that it starts.
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["flock", "sh", "cat"]) {
    const path = ["/usr/bin", "/bin"].map((it) => join(it, name));
    const found = path.find((it) => existsSync(it));
    if (found) symlinkSync(found, join(bin, name));
  }
  const env = {
    HOME: folder,
    PATH: bin,
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  const run = (script) => {
    const args = ["--input-type=module", "-e", script];
    return spawnSync(process.execPath, args, {
      cwd: clone,
      env,
      encoding: "utf8",
    });
  };
  return { clone, run };
}

const BUILD = `
import { buildWasm } from "./tools/build-wasm.mjs";
import { main } from "./tools/lib/steps.mjs";
await main(async () => { await buildWasm(); });`;
const KEEP = `
import { FUSED_WASM, WASM, wasmHash } from "./tools/build-wasm.mjs";
import { keep, MODULES } from "./tools/lib/built-cache.mjs";
await keep(MODULES, await wasmHash(), [WASM, FUSED_WASM]);`;

test("a clone without compilers takes the module of the same sources", (t) => {
  const { clone, run } = cloneIn(t);
  const built = join(clone, "build", "wasm", "posenc.wasm");
  const before = run(BUILD);
  assert.equal(before.status, 1);
  assert.match(before.stderr, /Missing programs: cmake, ninja-build/);
  assert.equal(existsSync(built), false);

  mkdirSync(dirname(built), { recursive: true });
  for (const file of [WASM, FUSED_WASM]) {
    writeFileSync(join(clone, file), "the module");
  }
  assert.equal(run(KEEP).stderr, "");
  rmSync(dirname(built), { recursive: true });
  const after = run(BUILD);
  assert.equal(after.stderr, "");
  assert.equal(after.status, 0);
  assert.match(
    after.stdout,
    /^ {2}The module is taken from the cache, made on/,
  );
  assert.equal(readFileSync(built, "utf8"), "the module");
  // It is there now, so that nothing is said.
  assert.equal(run(BUILD).stdout, "");

  const source = join(clone, "src", "posenc", "wasm", "bias.cpp");
  writeFileSync(source, `${readFileSync(source, "utf8")}// changed\n`);
  const changed = run(BUILD);
  assert.equal(changed.status, 1);
  assert.match(changed.stderr, /Missing programs: cmake, ninja-build/);
});
