// How far the sentences' models reach: for each design, runs with several seeds,
// asked where the sentence ends a text of so many words
// -> web/widgets/trained/reach-results.json.
import { writeFileSync } from "node:fs";
import { version } from "../lib/package-json.mjs";
import { inRoot } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";
import { formatted } from "./written.mjs";

/** The weights of a run as the site keeps them. */
function keptWeights(training, run, { STEPS, keep, restore }) {
  const trainer = training.trainer(run);
  trainer.step(STEPS);
  const weights = Object.entries(trainer.weights()).map(([name, { data }]) => [
    name,
    restore(keep(data)),
  ]);
  trainer.dispose();
  return Object.fromEntries(weights);
}

/** Trains and grades all of them, `seeds` runs a design. */
export async function makeReach({ seeds }) {
  const { load } = await import("posenc-training");
  const training = await load();
  const web = {
    ...(await importSource("widgets/trained/setup.ts")),
    ...(await importSource("widgets/trained/kept-weights.ts")),
    ...(await importSource("widgets/trained/reach.ts")),
  };
  const { REACH, rightAt, runOf } = web;
  const runs = [];
  for (const design of REACH.designs) {
    for (let seed = 0; seed < seeds; seed += 1) {
      const began = performance.now();
      const weights = keptWeights(training, runOf(design, seed), web);
      const right = REACH.lengths.map((words) =>
        rightAt(training, design, seed, weights, words),
      );
      runs.push({ design, seed, right });
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`${design.padEnd(12)}${seed}  ${seconds} s  ${right}`);
    }
  }
  const { lengths, texts } = REACH;
  writeFileSync(
    inRoot("web/widgets/trained/reach-results.json"),
    formatted({ posenc: version, texts, lengths, runs }),
  );
}
