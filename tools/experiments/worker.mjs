// A thread that makes runs of the grid, one after the other.
import { parentPort } from "node:worker_threads";
import { importSource } from "../lib/web-source.mjs";

const { load } = await import("../../dist/training.js");
const [training, runs, designs] = await Promise.all([
  load(),
  importSource("trained/runs.ts"),
  importSource("trained/by-formula.ts"),
]);
const { STEPS, POINT, TEST_TEXTS, TASKS } = runs;
const { optionsOf, optionsWith, rounded, testLengths } = runs;
const { DESIGNS, positionOf } = designs;

/** Of a scheme, or of a design by its name. */
const chosen = ({ task, scheme, design, seed }) =>
  design === undefined
    ? optionsOf(task, scheme, seed)
    : optionsWith(task, positionOf(DESIGNS[design]), seed);

/** Trains, tests and tells. */
function made(cell) {
  const { task } = cell;
  const trainer = training.trainer(chosen(cell));
  const loss = [];
  for (let step = 0; step < STEPS; step += POINT) {
    const report = trainer.step(POINT);
    if (report.state === "diverged") break;
    loss.push(rounded(report.loss));
  }
  const lengths = testLengths(task);
  const scores = trainer.evaluate({ lengths, texts: TEST_TEXTS });
  trainer.dispose();
  return {
    ...{ ...cell, loss },
    accuracy: scores.map(({ accuracy }) => rounded(accuracy)),
    whole: scores.map(({ wholeAccuracy }) => rounded(wholeAccuracy)),
    chance: rounded(training.chance(TASKS[task].task, TASKS[task].trainLen)),
  };
}

parentPort?.on("message", (cell) => {
  const began = performance.now();
  const result = made(cell);
  const seconds = (performance.now() - began) / 1000;
  parentPort?.postMessage({ result, seconds });
});
