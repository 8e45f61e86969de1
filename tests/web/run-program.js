// Runs the program of a figure and reads what it prints.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { keep, shelf, take } from "../../tools/lib/built-cache.mjs";
import { dist, inDist } from "../../tools/lib/paths.mjs";
import { hashOf } from "../../tools/lib/stale.mjs";

const AsyncFunction = /** @type {FunctionConstructor} */ (
  (async () => {}).constructor
);

/** How far a printed number may be from the one that was meant. */
function rounding(word) {
  const [, decimals = "", power = "0"] =
    /^[+-]?\d*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(word) ?? [];
  return 0.50001 * 10 ** (Number(power) - decimals.length);
}

/** The numbers of what was printed or stated, each with the error of its rounding. */
export function numbersOf(value) {
  if (typeof value === "number") return [{ value, error: 0 }];
  if (typeof value === "string") {
    const words = value.split(/[\s,;:[\]()]+/).filter((it) => it !== "");
    return words
      .filter((it) => !Number.isNaN(Number(it)))
      .map((it) => ({ value: Number(it), error: rounding(it) }));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersOf);
}

/** What trainings came to, by their options and steps. */
const trainings = new Map();

/** posenc-training that makes the same training once, however many ask. */
function remembering(training) {
  const trainer = (options) => {
    const own = training.trainer(options);
    let key = JSON.stringify(options);
    /** Steps that were known, and not made here. */
    let skipped = [];
    const once = (what, make) => {
      const name = `${key} ${what}`;
      if (trainings.has(name)) return trainings.get(name);
      for (const count of skipped) own.step(count);
      skipped = [];
      trainings.set(name, make());
      return trainings.get(name);
    };
    return {
      step(count) {
        key += ` ${count}`;
        const isKnown = trainings.has(`${key} step`);
        const report = once("step", () => own.step(count));
        if (isKnown) skipped.push(count);
        return report;
      },
      weights: () => once("weights", () => own.weights()),
      dispose: () => own.dispose(),
    };
  };
  return { ...training, trainer };
}

async function imported(name) {
  const module = await import(name);
  if (name !== "posenc-training") return module;
  return { load: async () => remembering(await module.load()) };
}

/** Runs a program; the numbers that it prints, in their order. */
async function run(text) {
  const imports = /^import (\{[^}]*\}) from "(posenc[^"]*)";$/gm;
  const body = text.replace(
    imports,
    (_, names, from) =>
      `const ${names.replaceAll(" as ", ": ")} = await imported("${from}");`,
  );
  const program = new AsyncFunction("imported", "console", body);
  const said = [];
  const log = (...parts) => said.push(...parts);
  await program(imported, { log });
  return said.flatMap(numbersOf);
}

/** What programs that train print, by them and all of the package that they run. */
const PRINTED = shelf("trained-programs", undefined, 400);
const PACKAGE = ["posenc", "training"].flatMap((name) => [
  ...readdirSync(inDist(name))
    .filter((file) => /\.(js|wasm)$/.test(file))
    .map((file) => dist(name, file)),
  dist(name, "parts"),
]);
const SELF = "tests/web/run-program.js";

/**
 * The numbers that a program prints, in their order. One that trains takes
 * seconds: it runs once for each state of the program and the package.
 */
export async function printedBy(text) {
  if (!text.includes('from "posenc-training"')) return run(text);
  const hash = hashOf([...PACKAGE, SELF], [text, process.version]);
  const folder = mkdtempSync(join(tmpdir(), "posenc-printed-"));
  const file = join(folder, "printed");
  try {
    if (await take(PRINTED, hash, [file])) {
      return deserialize(readFileSync(file));
    }
    const printed = await run(text);
    writeFileSync(file, serialize(printed));
    await keep(PRINTED, hash, [file]);
    return printed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
