// The grid of runs -> build/experiments/, a file each, so that a grid goes on
// where it was stopped and several machines can share one; merged ->
// web/trained/results.json.
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
const RESULTS = inRoot("web/trained/results.json");

const nameOf = ({ task, scheme, seed }) => `${task}-${scheme}-${seed}`;
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
export async function makeGrid({ jobs, shard: [part, parts], ...chosen }) {
  const cells = cellsOf(await importSource("trained/runs.ts"), chosen)
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

/** All runs that there are, as the site reads them. */
export function mergeGrid() {
  const runs = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8")));
  const versions = [...new Set(runs.map(({ posenc }) => posenc))];
  const results = runs.map(({ posenc: _, ...run }) => run);
  writeFileSync(RESULTS, formatted({ posenc: versions, runs: results }));
  console.log(`${results.length} runs in web/trained/results.json`);
}
