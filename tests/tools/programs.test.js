// Programs of C++ in clones that hold next to nothing: a source and a header.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { which } from "../../tools/lib/run.mjs";

const FILES = {
  "CMakeLists.txt": `cmake_minimum_required(VERSION 3.21)
project(small LANGUAGES CXX)
add_executable(small src/small.cpp)
`,
  "CMakePresets.json": JSON.stringify({
    version: 3,
    configurePresets: [
      {
        name: "small",
        generator: "Ninja",
        binaryDir: "build/small",
        cacheVariables: { CMAKE_BUILD_TYPE: "None" },
      },
    ],
    buildPresets: [{ name: "small", configurePreset: "small" }],
  }),
  "package.json": '{ "version": "1.0.0" }',
  "src/small.cpp": '#include "../other/said.hpp"\n',
  "other/said.hpp":
    '#include <cstdio>\nint main() { std::puts("said"); return 0; }\n',
};

const BUILD = `
import { shelf } from "./tools/lib/built-cache.mjs";
import { buildPrograms } from "./tools/lib/programs.mjs";
import { main } from "./tools/lib/steps.mjs";
await main(() => buildPrograms("small", {
  title: "Compile",
  sources: process.argv.slice(1),
  programs: ["build/small/small"],
  shelf: shelf("small", "It is", 2),
  toolchain: { name: "none", version: "1", headers: "none", env: {} },
  compiler: process.env.COMPILER,
}));`;

const SOURCES = ["src", "other"];
const TAKEN = /^ {2}It is taken from the cache, made on this machine on/m;
const compiler = process.env.CXX || which("c++");
const skip =
  !(compiler && which("cmake") && which("ninja")) && "no compiler of C++";

/** Clones with one cache: each a function that builds, and one that runs. */
function clonesIn(t) {
  const home = mkdtempSync(join(tmpdir(), "posenc-programs-"));
  t.after(() => rmSync(home, { recursive: true }));
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(home, "cache"),
    COMPILER: compiler,
  };
  return (name) => {
    const clone = join(home, name);
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(clone, path)), { recursive: true });
      writeFileSync(join(clone, path), content);
    }
    mkdirSync(join(clone, "cmake"));
    cpSync(inRoot("tools"), join(clone, "tools"), { recursive: true });
    const program = join(clone, "build", "small", "small");
    return {
      clone,
      program,
      build(sources = SOURCES, more = {}) {
        const args = ["--input-type=module", "-e", BUILD, "--", ...sources];
        return spawnSync(process.execPath, args, {
          cwd: clone,
          env: { ...env, ...more },
          encoding: "utf8",
        });
      },
      run: () => spawnSync(program, { encoding: "utf8" }).stdout,
    };
  };
}

test("a program of the same sources is taken from the cache in another clone, and compiled when one differs", {
  skip,
}, (t) => {
  const clone = clonesIn(t);
  const first = clone("first");
  const built = first.build();
  assert.equal(built.status, 0, built.stderr);
  assert.doesNotMatch(built.stdout, TAKEN);
  assert.equal(first.run(), "said\n");
  // It is there now.
  assert.doesNotMatch(first.build().stdout, TAKEN);

  const second = clone("second");
  const taken = second.build();
  assert.equal(taken.stderr, "");
  assert.match(taken.stdout, TAKEN);
  assert.equal(second.run(), "said\n");
  assert.ok(!existsSync(join(dirname(second.program), "build.ninja")));

  const header = join(second.clone, "other", "said.hpp");
  const text = readFileSync(header, "utf8");
  writeFileSync(header, text.replace("said", "done"));
  const changed = second.build();
  assert.equal(changed.status, 0, changed.stderr);
  assert.doesNotMatch(changed.stdout, TAKEN);
  assert.equal(second.run(), "done\n");

  // What was taken is older than its sources: CMake makes it anew.
  writeFileSync(header, text.replace("said", "more"));
  assert.equal(second.build().status, 0);
  assert.equal(second.run(), "more\n");
});

test("other flags of the environment, or another compiler, are another program", {
  skip,
}, (t) => {
  const clone = clonesIn(t);
  assert.equal(clone("first").build().status, 0);
  assert.match(clone("second").build().stdout, TAKEN);
  const flags = clone("third").build(SOURCES, { CXXFLAGS: "-O1" });
  assert.equal(flags.status, 0, flags.stderr);
  assert.doesNotMatch(flags.stdout, TAKEN);
  const other = clone("fourth").build(SOURCES, { COMPILER: process.execPath });
  assert.equal(other.status, 0, other.stderr);
  assert.doesNotMatch(other.stdout, TAKEN);
});

test("a source that the hash leaves out is named", { skip }, (t) => {
  const { build } = clonesIn(t)("first");
  const { status, stderr } = build(["src"]);
  assert.equal(status, 1);
  assert.match(stderr, /small is made of other\/said\.hpp too/);
  // Neither kept nor taken for built.
  assert.equal(build(["src"]).status, 1);
});

test("what was edited while it was compiled is not kept", { skip }, (t) => {
  const clone = clonesIn(t);
  const edit = `add_custom_command(TARGET small POST_BUILD COMMAND \${CMAKE_COMMAND} -E
    copy \${CMAKE_SOURCE_DIR}/later.txt \${CMAKE_SOURCE_DIR}/src/later.txt)\n`;
  for (const name of ["first", "second"]) {
    const it = clone(name);
    writeFileSync(join(it.clone, "later.txt"), "");
    appendFileSync(join(it.clone, "CMakeLists.txt"), edit);
    const { status, stdout, stderr } = it.build();
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stdout, TAKEN);
    assert.equal(it.run(), "said\n");
  }
});
