// Runs the program of a figure and reads what it prints.
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

/** posenc/training that makes the same training once, however many ask. */
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
  if (name !== "posenc/training") return module;
  return { load: async () => remembering(await module.load()) };
}

/** Runs a program and answers the numbers that it prints, in their order. */
export async function printedBy(text) {
  const imports = /^import (\{[^}]*\}) from "(posenc[^"]*)";$/gm;
  const body = text.replace(
    imports,
    (_, names, from) =>
      `const ${names.replaceAll(" as ", ": ")} = await imported("${from}");`,
  );
  if (body === text) throw new Error(`does not import posenc:\n${text}`);
  const run = new AsyncFunction("imported", "console", body);
  const said = [];
  const log = (...parts) => said.push(...parts);
  await run(imported, { log });
  return said.flatMap(numbersOf);
}
