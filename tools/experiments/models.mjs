// The trained models that the site asks "who did it?" -> web/widgets/trained/models/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { version } from "../lib/package-json.mjs";
import { inRoot } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";
import { formatted } from "./written.mjs";

const FOLDER = "web/widgets/trained/models";
/** Of every model. */
const SEED = 0;
/** Text length and first place of the sentence: places 0-19, 20-29, ... */
const RANGES = [
  [20, 0],
  [30, 20],
  [40, 30],
  [64, 44],
  [120, 100],
];
const TEXTS = 512;

const fileOf = (name) => inRoot(FOLDER, `${name}.json`);
const percent = (share) => share.toFixed(3).padStart(8);

/** Trains a model and writes its file. */
function train(training, name, { runOf, STEPS, keep }) {
  const trainer = training.trainer(runOf(name, SEED));
  trainer.step(STEPS - 100);
  const { loss } = trainer.step(100);
  const weights = Object.fromEntries(
    Object.entries(trainer.weights()).map(([tensor, { data }]) => [
      tensor,
      keep(data),
    ]),
  );
  const file = { posenc: version, seed: SEED, steps: STEPS, loss, weights };
  trainer.dispose();
  writeFileSync(fileOf(name), formatted(file));
}

/** Shares that are right by where the sentence stands, of a file's weights. */
function graded(training, name, { runOf, restore, sentenceTask }) {
  const file = JSON.parse(readFileSync(fileOf(name), "utf8"));
  const { batch: _, steps: __, ...shape } = runOf(name, file.seed);
  const weights = Object.fromEntries(
    Object.entries(file.weights).map(([key, kept]) => [key, restore(kept)]),
  );
  return RANGES.map(([length, earliest]) => {
    const task = sentenceTask(earliest);
    const model = training.model({ ...shape, task, weights });
    const [score] = model.evaluate({ lengths: [length], texts: TEXTS });
    model.dispose();
    return score.accuracy;
  });
}

/** Makes all models, or only grades those that are there. */
export async function makeModels({ grade = false } = {}) {
  const { load } = await import("posenc-training");
  const training = await load();
  const web = {
    ...(await importSource("widgets/trained/setup.ts")),
    ...(await importSource("widgets/trained/kept-weights.ts")),
  };
  mkdirSync(inRoot(FOLDER), { recursive: true });
  console.log(
    `right at places${RANGES.map(([n, first]) => `${first}-${n - 1}`.padStart(8)).join("")}  bytes gz`,
  );
  for (const name of Object.keys(web.TRAINED)) {
    if (!grade) train(training, name, web);
    const row = graded(training, name, web).map(percent).join("");
    const bytes = gzipSync(readFileSync(fileOf(name))).length;
    console.log(`${name.padEnd(15)}${row}${String(bytes).padStart(10)}`);
  }
}
