// npm run experiments: trains the models and makes the results that the site
// ships. See --help.
import { availableParallelism } from "node:os";
import { buildPackage } from "./build-package.mjs";
import {
  makeDesigns,
  makeGrid,
  makeTexts,
  mergeGrid,
} from "./experiments/grid.mjs";
import { makeModels } from "./experiments/models.mjs";
import { makeReach } from "./experiments/reach.mjs";
import { showTimes } from "./experiments/times.mjs";
import { readCommand } from "./lib/command.mjs";
import { Failure, main } from "./lib/steps.mjs";

const HELP = `Usage: npm run experiments -- models | reach | grid | designs | texts | merge |
                              times
                              [options]

  models          trains the models of web/widgets/trained/models, grades them
    --grade       only grades those that are there
  reach           trains the three that the story compares, and tests each with
                  512 sentences at 40 lengths, for
                  web/widgets/trained/reach-results.json
    --seeds N     runs of each design (default 5)
  grid            makes the runs that build/experiments has not, a file each:
                  stop it when you like, it goes on from there
    --seeds N     seeds of each cell (default 5)
    --task A,B    only these tasks
    --scheme A,B  only these schemes
    --shard i/n   only the i-th of n parts; bring the files of all together
    --jobs N      threads (default: one for each processor)
  designs         the same for the formulas that the site offers, with seed 0
                  (--task, --shard, --jobs)
  texts           the same for the texts that the site offers, with seed 0
                  (--scheme, --shard, --jobs)
  merge           build/experiments -> web/widgets/trained/results.json,
                  design-results.json and text-results.json
  times           seconds of this processor until 99 % are right within the
                  trained length: token 3 back with RoPE, copy with RoPE and
                  with ALiBi

  --help          this text
`;

const OPTIONS = /** @type {const} */ ({
  grade: { type: "boolean" },
  seeds: { type: "string", default: "5" },
  task: { type: "string" },
  scheme: { type: "string" },
  shard: { type: "string", default: "1/1" },
  jobs: { type: "string", default: String(availableParallelism()) },
});
const HINT = { hint: "see npm run experiments -- --help" };

function readCount(name, text) {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Failure(`--${name} must be an integer from 1, got ${text}`, HINT);
}

/** @returns {[number, number]} */
function readShard(text) {
  const [, part, parts] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (Number(part) >= 1 && Number(part) <= Number(parts)) {
    return [Number(part), Number(parts)];
  }
  throw new Failure(`--shard must be i/n, 1 to n of n, got ${text}`, HINT);
}

main(async () => {
  const read = readCommand("npm run experiments --", HELP, {
    options: OPTIONS,
    allowPositionals: true,
  });
  if (!read) return;
  const { values, positionals } = read;
  const [what] = positionals;
  if (what === "merge") return mergeGrid();
  const make = {
    models: makeModels,
    reach: makeReach,
    grid: makeGrid,
    designs: makeDesigns,
    texts: makeTexts,
    times: showTimes,
  };
  if (!(what && Object.hasOwn(make, what))) {
    throw new Failure(
      `the first argument must be models, reach, grid, designs, texts, merge or times, got ${what}`,
      HINT,
    );
  }
  const chosen = {
    grade: values.grade,
    jobs: readCount("jobs", values.jobs),
    seeds: readCount("seeds", values.seeds),
    shard: readShard(values.shard),
    tasks: values.task?.split(","),
    schemes: values.scheme?.split(","),
  };
  await buildPackage();
  return make[what](chosen);
});
