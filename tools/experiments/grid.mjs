// The grid of runs -> build/experiments/, a file each, so that a grid goes on
// where it was stopped and several machines can share one; merged ->
// web/widgets/trained/results.json.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { Worker } from "node:worker_threads";
import { version } from "../lib/package-json.mjs";
import { inRoot } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";
import { formatted } from "./written.mjs";

const FOLDER = inRoot("build/experiments");
const RESULTS = "web/widgets/trained/results.json";
/** Names of files of runs by a formula, and their results. */
const DESIGNED = "design-";
const DESIGN_RESULTS = "web/widgets/trained/design-results.json";
/** The same of runs that learn a text. */
const LEARNED = "text-";
const TEXT_RESULTS = "web/widgets/trained/text-results.json";

const nameOf = ({ task, scheme, design, text, seed }) =>
  text !== undefined
    ? `${LEARNED}${text}-${scheme}-${seed}`
    : design === undefined
      ? `${task}-${scheme}-${seed}`
      : `${DESIGNED}${task}-${design}-${seed}`;
const fileOf = (cell) => `${FOLDER}/${nameOf(cell)}.json`;

/**
 * All runs, those of seed 0 first: a grid that is stopped has something of
 * everything.
 *
 * @param {any} runs
 * @param {{ seeds: number, tasks?: string[] | undefined, schemes?: string[] | undefined }} chosen
 */
function cellsOf({ TASKS, SCHEMES }, { seeds, tasks, schemes }) {
  const cells = [];
  for (let seed = 0; seed < seeds; seed += 1) {
    for (const task of tasks ?? Object.keys(TASKS)) {
      for (const scheme of schemes ?? Object.keys(SCHEMES)) {
        cells.push({ task, scheme, seed });
      }
    }
  }
  return cells;
}

/** A run of each design in each task that is shown, with seed 0. */
function designsOf({ DESIGNS }, { TASK_NAMES }, tasks) {
  return (tasks ?? TASK_NAMES).flatMap((task) =>
    Object.keys(DESIGNS).map((design) => ({ task, design, seed: 0 })),
  );
}

function keep(result) {
  const file = fileOf(result);
  // Never half a file, should it be stopped.
  writeFileSync(`${file}.part`, JSON.stringify({ posenc: version, ...result }));
  renameSync(`${file}.part`, file);
}

/** One thread, until no cell is left. */
function work(cells, told) {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url));
  return new Promise((done, fail) => {
    const next = () => {
      const cell = cells.shift();
      if (cell) return worker.postMessage(cell);
      worker.terminate();
      return done(undefined);
    };
    worker.on("error", fail);
    worker.on("message", ({ result, seconds }) => {
      keep(result);
      told(result, seconds);
      next();
    });
    next();
  });
}

/**
 * Makes the runs of the grid that are not there.
 *
 * @param {{ jobs: number, shard: [number, number], seeds: number, tasks?: string[], schemes?: string[] }} options
 */
export async function makeGrid({ jobs, shard, ...chosen }) {
  const cells = cellsOf(await importSource("widgets/trained/runs.ts"), chosen);
  await makeMissing(cells, jobs, shard);
}

/**
 * The same of the runs by a formula.
 *
 * @param {{ jobs: number, shard: [number, number], tasks?: string[] }} options
 */
export async function makeDesigns({ jobs, shard, tasks }) {
  const cells = designsOf(
    await importSource("widgets/trained/by-formula.ts"),
    await importSource("widgets/trained/run-results.ts"),
    tasks,
  );
  await makeMissing(cells, jobs, shard);
}

/**
 * The same of the runs that learn a text, with seed 0.
 *
 * @param {{ jobs: number, shard: [number, number], schemes?: string[] }} options
 */
export async function makeTexts({ jobs, shard, schemes }) {
  const { EXAMPLE_NAMES } = await importSource(
    "widgets/trained/example-texts.ts",
  );
  const { SCHEMES } = await importSource("widgets/trained/runs.ts");
  const cells = EXAMPLE_NAMES.flatMap((text) =>
    (schemes ?? Object.keys(SCHEMES)).map((scheme) => ({
      text,
      scheme,
      seed: 0,
    })),
  );
  await makeMissing(cells, jobs, shard);
}

async function makeMissing(every, jobs, [part, parts]) {
  const cells = every
    .filter((_, n) => n % parts === part - 1)
    .filter((cell) => !existsSync(fileOf(cell)));
  mkdirSync(FOLDER, { recursive: true });
  const all = cells.length;
  let made = 0;
  const told = (result, seconds) => {
    made += 1;
    const shares = result.accuracy.map((share) => share.toFixed(2)).join(" ");
    console.log(
      `${made}/${all} ${nameOf(result).padEnd(24)} ${seconds.toFixed(0)} s  ${shares}`,
    );
  };
  const threads = Math.min(jobs, all);
  await Promise.all(Array.from({ length: threads }, () => work(cells, told)));
}

/** Writes the runs of some files as the site reads them. */
function merge(names, target) {
  const runs = names
    .sort()
    .map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8")));
  const versions = [...new Set(runs.map(({ posenc }) => posenc))];
  const results = runs.map(({ posenc: _, ...run }) => run);
  writeFileSync(inRoot(target), formatted({ posenc: versions, runs: results }));
  console.log(`${results.length} runs in ${target}`);
}

/** All runs that there are; where none of a kind is, its results stay. */
export function mergeGrid() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  const kinds = { [DESIGNED]: DESIGN_RESULTS, [LEARNED]: TEXT_RESULTS };
  const kindOf = (name) =>
    Object.keys(kinds).find((kind) => name.startsWith(kind)) ?? "";
  for (const [kind, target] of Object.entries({ "": RESULTS, ...kinds })) {
    const own = names.filter((name) => kindOf(name) === kind);
    if (own.length > 0) merge(own, target);
  }
}
