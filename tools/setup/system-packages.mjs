// Programs of the system that the scripts need, and how to tell they are there.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { which } from "../lib/run.mjs";
import { say } from "../lib/steps.mjs";
import { hasApt, installPackages } from "./apt.mjs";

const program = (name, packageName = name) => ({
  name: packageName,
  present: () => which(name) !== undefined,
});
const file = (path, packageName) => ({
  name: packageName,
  present: () => existsSync(path),
});

const BUILD = [program("cmake"), program("ninja", "ninja-build")];
const NATIVE = [{ name: "g++", present: () => Boolean(nativeCompiler()) }];
const COVERAGE = [
  program("clang++-19", "clang-19"),
  program("llvm-cov-19", "llvm-19"),
  file(
    "/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a",
    "libclang-rt-19-dev",
  ),
];
const LINT = [program("clang-format")];
const CJK_FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

/** As CMakePresets.json names it. */
export const FUZZ_COMPILER = "clang++-19";
/** libFuzzer and the sanitizers, for 64 and for 32 bits. */
const FUZZ = [
  ...BUILD,
  program(FUZZ_COMPILER, "clang-19"),
  file(
    `/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-${process.arch === "arm64" ? "aarch64" : "x86_64"}.a`,
    "libclang-rt-19-dev",
  ),
];
/** The C and C++ libraries in 32 bits. */
const LIBRARIES_32 = file("/usr/include/asm/errno.h", "g++-multilib");

/** What the project-local Emscripten takes from the system. */
export const LOCAL_TOOLCHAIN = [
  program("clang-19"),
  file("/usr/bin/wasm-ld-19", "lld-19"),
  file("/usr/bin/llvm-ar-19", "llvm-19"),
  program("python3"),
];

function nativeCompiler() {
  return process.env.CXX || which("g++") || which("clang++");
}

/** The compiler that CMake finds. */
export const cmakesCompiler = () =>
  process.env.CXX || which("c++") || nativeCompiler();

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The Chromium that the browser tests run in. */
export function chromiumPath() {
  if (process.env.POSENC_CHROMIUM) return process.env.POSENC_CHROMIUM;
  for (const name of CHROMIUM_NAMES) {
    const path = which(name);
    if (path) return path;
  }
  return undefined;
}

const SHELL_NAME = "chromium-headless-shell";

/** Chromium's engine alone, or the whole browser where that is what there is. */
export const shellPath = () =>
  process.env.POSENC_CHROMIUM || which(SHELL_NAME) || chromiumPath();

const CHROMIUM = { name: "chromium", present: () => !!chromiumPath() };
const SHELL = { name: SHELL_NAME, present: () => !!which(SHELL_NAME) };

function browserPackages() {
  const packages = [CHROMIUM];
  // Chinese text in screenshots; elsewhere the system brings its own fonts.
  if (process.platform === "linux") {
    packages.push(file(CJK_FONT, "fonts-noto-cjk"));
  }
  return packages;
}

/** The Firefox of `npm test -- engines`. */
export const firefoxPath = () =>
  process.env.POSENC_FIREFOX || which("firefox-esr") || which("firefox");

const FIREFOX = { name: "firefox-esr", present: () => Boolean(firefoxPath()) };
/** Reads what was printed. */
const PDF = program("pdftotext", "poppler-utils");
/** WebKitGTK's browser, what drives it, and a screen for it in memory. */
const WEBKIT = [
  program("WebKitWebDriver", "webkit2gtk-driver"),
  program("Xvfb", "xvfb"),
];

/** What each browser engine of the tests needs. */
const OF_ENGINE = {
  chromium: [CHROMIUM, PDF],
  firefox: [FIREFOX, PDF],
  webkit: WEBKIT,
};
/** Names of the engines, by which POSENC_ENGINE chooses. */
export const ENGINES = Object.keys(OF_ENGINE);

/** The Debian packages that an engine of the tests lacks here. */
export function absentFor(engine) {
  return OF_ENGINE[engine]
    .filter(({ present }) => !present())
    .map(({ name }) => name);
}

const DEBIAN_PYTHON = "/usr/bin/python3";

/** Every Python to look at: the one that is asked for, Debian's, that on PATH. */
const pythons = () =>
  process.env.POSENC_PYTHON
    ? [process.env.POSENC_PYTHON]
    : [...(hasApt() ? [DEBIAN_PYTHON] : []), which("python3") ?? "python3"];

/** The Python that runs the tutorial's programs: one with NumPy and PyTorch. */
export const pythonPath = () => pythons()[0];

/** Looked for and not imported: PyTorch takes seconds of a processor to begin. */
function hasModule(python, module) {
  const found = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${module}") is None)`;
  return spawnSync(python, ["-c", found]).status === 0;
}

/** The first Python here that has a module; undefined when none has. */
export const pythonWith = (module) =>
  pythons().find((python) => hasModule(python, module));

const imports = (module, python = pythonPath) => ({
  name: `python3-${module.replaceAll("_", "-")}`,
  present: () => hasModule(python(), module),
});

export const needBuildTools = () => installPackages(BUILD);
export const needNativeTools = () => installPackages([...BUILD, ...NATIVE]);
export const needCoverageTools = () => installPackages([...BUILD, ...COVERAGE]);
export const needFuzzTools = (bits) =>
  installPackages(bits === 32 ? [...FUZZ, LIBRARIES_32] : FUZZ);
export const needLintTools = () => installPackages(LINT);
/** What runs the tutorial's programs; Java is used where it is. */
export const needListingTools = () =>
  installPackages([...NATIVE, imports("numpy"), imports("torch")]);
/** Builders of course notes from Debian. */
const BUILDERS = [
  program("mkdocs"),
  program("sphinx-build", "python3-sphinx"),
  imports("myst_parser", () => DEBIAN_PYTHON),
  program("hugo"),
  program("jekyll"),
  program("pandoc"),
];
export const needNoteBuilders = () => installPackages(BUILDERS);

/** Debian has the engine alone; elsewhere the whole browser does its work. */
async function needShell() {
  if (!hasApt() || process.env.POSENC_CHROMIUM) return;
  try {
    await installPackages([SHELL]);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    say(`  No ${SHELL_NAME}, so pages open more slowly: ${message}`);
  }
}

export async function needBrowser() {
  await installPackages(browserPackages());
  await needShell();
}
export const needEngines = () =>
  installPackages([...browserPackages(), FIREFOX, PDF, ...WEBKIT]);
