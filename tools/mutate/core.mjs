// Tries mutants of src/core: the object of one file is compiled anew and linked
// with those of all others, and the tests of its folder run.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "../lib/lock.mjs";
import { inRoot, namesBelow } from "../lib/paths.mjs";
import { run, which } from "../lib/run.mjs";
import { Failure, step } from "../lib/steps.mjs";
import { needNativeTools } from "../setup/system-packages.mjs";
import { needToolchain } from "../setup/toolchain.mjs";
import { tryRun } from "./child.mjs";
import { cppMutants } from "./cpp.mjs";

const BUILD = inRoot("build", "mutate-core");
// A mutant that leaves a variable unused is one all the same: no warnings. An
// index beyond the end of a span is noticed, as the sanitizers would.
const FLAGS = "-O1 -w -D_GLIBCXX_ASSERTIONS";
const COMPILE_LIMIT = 120_000;
const TESTS = "tests/core";

const isTest = (name) => name.endsWith("_test.cpp");

async function prepare() {
  await needNativeTools();
  const { headers, env } = await needToolchain();
  const options = { cwd: inRoot(), env: { ...env, POSENC_HEADERS: headers } };
  await withLock(`${BUILD}.lock`, () =>
    step("Compile the C++ tests", async () => {
      await run(
        "cmake",
        [
          ...["-S", ".", "-B", BUILD, "-G", "Ninja"],
          "-DCMAKE_BUILD_TYPE=None",
          `-DCMAKE_CXX_FLAGS=${FLAGS}`,
          "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
          `-DPOSENC_HEADERS=${headers ?? ""}`,
        ],
        options,
      );
      await run(
        "cmake",
        ["--build", BUILD, "--target", "posenc_tests"],
        options,
      );
    }),
  );
}

function testsFor(file, pattern) {
  const names = testsBelow(TESTS).filter(isTest);
  if (pattern) return names.filter((name) => pattern.test(name));
  const folder = dirname(file).replace(/^src\//, "tests/");
  const near = names.filter((name) => dirname(name) === folder);
  const own = `${folder}/${file.replace(/^.*\/|\.cpp$/g, "")}_test.cpp`;
  return near.sort((a, b) => Number(b === own) - Number(a === own));
}

/** The compiler's command for `file`, for another source and object. */
function compileCommand(file, source, object) {
  const commands = JSON.parse(
    readFileSync(join(BUILD, "compile_commands.json"), "utf8"),
  );
  const found = commands.find((it) => it.file === inRoot(file));
  if (!found) throw new Failure(`${file} is compiled by nothing`);
  const words = found.command.split(" ");
  words[words.indexOf("-o") + 1] = object;
  words[words.indexOf("-c") + 1] = source;
  return words;
}

const testsBelow = (folder) =>
  namesBelow(inRoot(folder))
    .filter((name) => name.endsWith(".cpp"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();

/**
 * A program of these tests and what they share. The linker takes our object,
 * and then has no need of the library's own.
 */
function linkCommand(compiler, object, tests, program) {
  const shared = testsBelow(TESTS).filter((name) => !isTest(name));
  const objects = [...shared, ...tests].map((name) =>
    join(BUILD, "CMakeFiles", "posenc_tests.dir", `${name}.o`),
  );
  const fast = which("ld.lld") ? ["-fuse-ld=lld"] : [];
  return [
    ...[compiler, ...fast, object, ...objects],
    ...[join(BUILD, "libposenc.a"), "-o", program],
  ];
}

async function worker(file, { tests, folder }) {
  mkdirSync(folder, { recursive: true });
  const [copy, object, program] = ["mutant.cpp", "mutant.o", "tests"].map(
    (name) => join(folder, name),
  );
  const compile = compileCommand(file, copy, object);
  const link = linkCommand(compile[0], object, tests, program);
  const inBuild = (words) =>
    tryRun(words[0], words.slice(1), { cwd: BUILD, limit: COMPILE_LIMIT });
  return {
    async compile(text) {
      writeFileSync(copy, text);
      return (await inBuild(compile)).ok && (await inBuild(link)).ok;
    },
    runTests: (limit) =>
      tryRun(program, ["--abort-after=1"], { cwd: inRoot(), limit }),
    end() {},
  };
}

/** What `npm run mutate` needs to know of a file of src/core. */
export const core = { mutants: cppMutants, prepare, testsFor, worker };
