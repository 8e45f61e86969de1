// Runs programs in five languages, many at a time.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keep, shelf, take } from "../../tools/lib/built-cache.mjs";
import { compilerName } from "../../tools/lib/programs.mjs";
import { which } from "../../tools/lib/run.mjs";
import { pythonPath } from "../../tools/setup/system-packages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

/** A folder of its own below the system's, gone when the process ends. */
function workFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `posenc-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs a program to its end; resolves with what it printed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ input?: string, cwd?: string }} [options]
 */
function capture(command, args, { input = "", cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const text = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"]) {
      child[stream].setEncoding("utf8").on("data", (part) => {
        text[stream] += part;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...text }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

async function succeed(command, args, options) {
  const result = await capture(command, args, options);
  if (result.code === 0) return result.stdout;
  throw new Error(
    `${command} ended with ${result.code}\n${result.stderr}${result.stdout}`,
  );
}

/** Runs `act` on all items, as many at a time as there are processors. */
async function inParallel(items, act) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await act(items[at], at);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** Python programs in one process: `[{ output, error }]`. */
export async function runPython(programs) {
  const python = pythonPath();
  const input = JSON.stringify(programs);
  const out = await succeed(python, [join(here, "python.py")], { input });
  return JSON.parse(out);
}

/** More than there are: those of two states of the listings. */
const COMPILED = shelf("listings", undefined, 400);
const FLAGS = "-std=c++20 -O1 -Wall -Wextra -Werror".split(" ");

/**
 * C++ programs, each compiled by itself, or taken from the cache where the same
 * one was compiled before without a warning: `[{ output, error, isKept }]`.
 */
export async function runCpp(programs) {
  const folder = workFolder("cpp");
  const compiler = process.env.CXX || which("g++") || "clang++";
  const { platform, arch } = process;
  const made = [await compilerName(compiler), FLAGS, platform, arch];
  return inParallel(programs, async (program, k) => {
    const source = join(folder, `${k}.cpp`);
    const binary = join(folder, String(k), "program");
    const text = JSON.stringify([...made, program]);
    const hash = createHash("sha256").update(text).digest("hex");
    const isKept = await take(COMPILED, hash, [binary]);
    if (!isKept) {
      mkdirSync(dirname(binary), { recursive: true });
      writeFileSync(source, program);
      const args = [...FLAGS, source, "-o", binary];
      const compiled = await capture(compiler, args);
      if (compiled.code !== 0) {
        return { output: "", error: { last: compiled.stderr }, isKept };
      }
      await keep(COMPILED, hash, [binary]);
    }
    const { code, stdout, stderr } = await capture(binary, []);
    const error = code === 0 ? null : { last: `ended with ${code}: ${stderr}` };
    return { output: stdout, error, isKept };
  });
}

/** Whether Java programs can be compiled and run here. */
export const hasJava = () => Boolean(which("javac") && which("java"));

/** Java programs, each compiled by itself: `[{ output, error }]`. */
export async function runJava(programs) {
  const folder = workFolder("java");
  const folders = programs.map((program, k) => {
    const own = join(folder, String(k));
    mkdirSync(own);
    writeFileSync(join(own, "Main.java"), program);
    return own;
  });
  const faults = await succeed("java", [
    join(here, "Compiler.java"),
    ...folders,
  ]);
  if (faults) throw new Error(`javac refuses:\n${faults}`);
  const out = await succeed("java", [join(here, "Runner.java"), ...folders]);
  return out
    .split("\u0004\n")
    .slice(0, programs.length)
    .map((output) => {
      const fault = /^!! (.*)$/m.exec(output);
      return { output, error: fault && { last: fault[1] } };
    });
}

const COLLECT = `
const outputs = [];
for (const file of process.argv.slice(2)) {
  let output = "";
  let error = null;
  console.log = (...parts) => { output += parts.join(" ") + "\\n"; };
  try { await import(file); } catch (fault) { error = { last: String(fault.stack) }; }
  outputs.push({ output, error });
}
process.stdout.write(JSON.stringify(outputs));
`;

/** JavaScript programs in one process, with the package installed beside them. */
export async function runJavaScript(programs) {
  const folder = workFolder("js");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(
    join(root, "src/posenc"),
    join(folder, "node_modules/posenc"),
    "dir",
  );
  const files = programs.map((program, k) => {
    const file = join(folder, `${k}.mjs`);
    writeFileSync(file, program);
    return file;
  });
  const collect = join(folder, "collect.mjs");
  writeFileSync(collect, COLLECT);
  return JSON.parse(await succeed(process.execPath, [collect, ...files]));
}

/** All numbers in a text, infinities included, in order. */
export function numbersIn(text) {
  const found =
    text.match(/-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf(?:inity)?)|nan/gi) ?? [];
  return found.map((word) => {
    if (/^-?inf/i.test(word)) return word[0] === "-" ? -Infinity : Infinity;
    return Number(word);
  });
}
