import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { keepModule, takeModule } from "../../tools/lib/module-cache.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { apart } from "../../tools/lib/steps.mjs";

function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-modules-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A cache, and functions that keep and take what is written. */
function cacheIn(t) {
  const folder = temporary(t);
  const cache = join(folder, "cache");
  const [from, to] = [join(folder, "from"), join(folder, "to.wasm")];
  return {
    cache,
    to,
    keep(hash, content = hash) {
      writeFileSync(from, content);
      keepModule(hash, from, cache);
    },
    take: (hash) => apart(async () => takeModule(hash, to, cache)),
  };
}

test("a kept module comes back, and a line says where it was built", async (t) => {
  const { keep, take, to } = cacheIn(t);
  keep("a", "bytes");
  const { result, text } = await take("a");
  assert.equal(result, true);
  assert.equal(readFileSync(to, "utf8"), "bytes");
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(
    text,
    `  The module is taken from the cache, built on this machine on ${today}\n`,
  );
  assert.deepEqual(await take("b"), { result: false, text: "" });
});

test("a module that is not whole is thrown away, and can be kept again", async (t) => {
  const damages = {
    changed: (place) => writeFileSync(join(place, "posenc.wasm"), "byte"),
    "without its module": (place) => rmSync(join(place, "posenc.wasm")),
    "without its record": (place) => rmSync(join(place, "built.json")),
    "with half a record": (place) =>
      writeFileSync(join(place, "built.json"), '{"sha2'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    const { cache, keep, take, to } = cacheIn(t);
    keep("a");
    damage(join(cache, "a"));
    const { result, text } = await take("a");
    assert.equal(result, false, name);
    assert.match(text, /a is damaged and thrown away\n$/);
    assert.equal(existsSync(to), false, name);
    keep("a");
    assert.equal((await take("a")).result, true, name);
  }
});

test("what an interrupted build left is no module, and goes after a day", async (t) => {
  const { cache, keep, take } = cacheIn(t);
  const [young, old] = [join(cache, "a.1.new"), join(cache, "b.2.new")];
  for (const folder of [young, old]) mkdirSync(folder, { recursive: true });
  utimesSync(old, 1, 1);
  assert.equal((await take("a")).result, false);
  keep("a");
  assert.deepEqual(readdirSync(cache).sort(), ["a", "a.1.new"]);
});

test("the sixteen modules used last are kept", async (t) => {
  const { cache, keep, take } = cacheIn(t);
  const ages = [..."abcdefghijklmnop"];
  ages.forEach((hash, k) => {
    keep(hash);
    utimesSync(join(cache, hash), 1000 + k, 1000 + k);
  });
  // The oldest is used again, so the second is to go.
  await take("a");
  keep("q");
  assert.deepEqual(readdirSync(cache).sort(), [..."acdefghijklmnopq"]);
});

/** A clone without compilers, and a script that runs in it. */
function cloneIn(t) {
  const folder = temporary(t);
  const clone = join(folder, "clone");
  for (const name of [
    ...["tools", "cmake", "src/core", "src/wasm"],
    ...["CMakeLists.txt", "CMakePresets.json", "package.json"],
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
import { cacheKeys, wasmHash } from "./tools/build-wasm.mjs";
import { keepModule } from "./tools/lib/module-cache.mjs";
for (const key of cacheKeys(await wasmHash())) keepModule(key, "module");`;

test("a clone without compilers takes the module of the same sources", (t) => {
  const { clone, run } = cloneIn(t);
  const built = join(clone, "build", "wasm", "posenc.wasm");
  const before = run(BUILD);
  assert.equal(before.status, 1);
  assert.match(before.stderr, /Missing programs: cmake, ninja-build/);
  assert.equal(existsSync(built), false);

  writeFileSync(join(clone, "module"), "the module");
  assert.equal(run(KEEP).stderr, "");
  const after = run(BUILD);
  assert.equal(after.stderr, "");
  assert.equal(after.status, 0);
  assert.match(
    after.stdout,
    /^ {2}The module is taken from the cache, built on/,
  );
  assert.equal(readFileSync(built, "utf8"), "the module");
  // It is there now, so that nothing is said.
  assert.equal(run(BUILD).stdout, "");

  const source = join(clone, "src", "wasm", "bias.cpp");
  writeFileSync(source, `${readFileSync(source, "utf8")}// changed\n`);
  const changed = run(BUILD);
  assert.equal(changed.status, 1);
  assert.match(changed.stderr, /Missing programs: cmake, ninja-build/);
});
