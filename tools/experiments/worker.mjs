// A thread that makes runs of the grid, one after the other.
import { parentPort } from "node:worker_threads";
import { importSource } from "../lib/web-source.mjs";

const { load } = await import("posenc-training");
const [training, runs, designs] = await Promise.all([
  load(),
  importSource("widgets/trained/runs.ts"),
  importSource("widgets/trained/by-formula.ts"),
]);
const { examplePlan } = await importSource("widgets/trained/text-runs.ts");
const { STEPS, POINT, TEST_TEXTS, TASKS } = runs;
const { optionsOf, optionsWith, rounded, testLengths } = runs;
const { DESIGNS, positionOf } = designs;

/** Of a scheme, or of a design by its name. */
const chosen = ({ task, scheme, design, seed }) =>
  design === undefined
    ? optionsOf(task, scheme, seed)
    : optionsWith(task, positionOf(DESIGNS[design]), seed);

/** Trains to the end. */
function lossOf(trainer, steps) {
  const loss = [];
  for (let step = 0; step < steps; step += POINT) {
    const report = trainer.step(POINT);
    if (report.state === "diverged") break;
    loss.push(rounded(report.loss));
  }
  return loss;
}

/** What tests come to. */
function graded(trainer, lengths) {
  const scores = trainer.evaluate({ lengths, texts: TEST_TEXTS });
  return {
    accuracy: scores.map(({ accuracy }) => rounded(accuracy)),
    whole: scores.map(({ wholeAccuracy }) => rounded(wholeAccuracy)),
    testLoss: scores.map(({ loss }) => rounded(loss)),
  };
}

/** Of a text. */
function learned({ text, scheme, seed }) {
  const { options, lengths, writes } = examplePlan(text, scheme, seed);
  const trainer = training.trainer(options);
  const result = {
    text,
    scheme,
    seed,
    loss: lossOf(trainer, options.steps),
    ...graded(trainer, lengths),
    written: trainer.generate(writes).text,
  };
  trainer.dispose();
  return result;
}

/** Trains, tests and tells. */
function made(cell) {
  if (cell.text !== undefined) return learned(cell);
  const { task } = cell;
  const trainer = training.trainer(chosen(cell));
  const loss = lossOf(trainer, STEPS);
  const { testLoss: _, ...scores } = graded(trainer, testLengths(task));
  trainer.dispose();
  return {
    ...cell,
    loss,
    ...scores,
    chance: rounded(training.chance(TASKS[task].task, TASKS[task].trainLen)),
  };
}

parentPort?.on("message", (cell) => {
  const began = performance.now();
  const result = made(cell);
  const seconds = (performance.now() - began) / 1000;
  parentPort?.postMessage({ result, seconds });
});
