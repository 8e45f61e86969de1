// The longest task of the main thread in every figure of the built site when one of
// its attributes, or all of them, jump to an end of their range:
//
//   node tests/bench/tasks.mjs [--figure circle,decay] [--runs 3] [--limit 50] [--json]
//
// Times are from the browser's own trace: the processor's time of a task beside the
// time that passed, which on a busy machine tells of others. Of several runs, each
// in a page of its own, the quietest one of a task counts.
import { parseArgs } from "node:util";
import { launch, serveSite } from "../../tools/browser/site.mjs";
import { importSource } from "../../tools/lib/web-source.mjs";
import { traced } from "./trace.mjs";

const { values } = parseArgs({
  options: {
    figure: { type: "string" },
    runs: { type: "string", default: "1" },
    limit: { type: "string", default: "50" },
    json: { type: "boolean", default: false },
  },
});
const LIMIT = Number(values.limit);
/** Tasks, and the marks between them. */
const CATEGORIES = {
  includedCategories: ["toplevel", "blink.user_timing"],
  excludedCategories: ["*"],
};
/** More than what a drawing and what follows it after a pause take. */
const REST_MS = 400;

const camel = (name) =>
  name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

/** What to try: each end of each attribute, and all of them together. */
function jumps(attributes) {
  const ends = attributes.map(({ name, type, allowed }) => {
    const words = type.match(/(?<=")[^"]+(?=")/g)?.filter((x) => x !== " | ");
    if (words) return [camel(name), words];
    const plain = allowed.en.replaceAll("−", "-").replaceAll(/[,\u202f]/g, "");
    const range = /from (\S+) to (\S+)$/.exec(plain);
    if (type !== "number" || range === null) return [camel(name), []];
    return [camel(name), [Number(range[1]), Number(range[2])]];
  });
  const numbers = ends.filter(([, [low]]) => typeof low === "number");
  const all = (which) =>
    Object.fromEntries(numbers.map(([key, it]) => [key, it[which]]));
  return [
    ...ends.flatMap(([key, it]) => it.map((value) => ({ [key]: value }))),
    all(0),
    all(1),
  ];
}

/** Runs in the page: one jump after the other, each marked in the trace. */
async function jumpAll([states, rest]) {
  const figure = document.querySelector("[data-live]");
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (const [k, state] of states.entries()) {
    figure.reset();
    await wait(rest);
    performance.mark(`jump ${k}`);
    figure.setState(state);
    await wait(rest);
    performance.mark(`back ${k}`);
  }
}

/** The longest task after each jump: [ms of the processor, ms that passed]. */
function longest(events, count) {
  const marks = events
    .filter(({ name }) => /^(jump|back) \d+$/.test(name))
    .sort((a, b) => a.ts - b.ts);
  const thread = marks[0];
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === "X" &&
      pid === thread.pid &&
      tid === thread.tid &&
      /RunTask|ThreadControllerImpl/.test(name),
  );
  const found = Array.from({ length: count }, () => [0, 0]);
  for (const { ts, dur, tdur = 0 } of tasks) {
    // A task that ends after a mark belongs to it: the mark is set in a task.
    const mark = marks.findLast((it) => it.ts <= ts + dur);
    const [, kind, k] = /^(jump|back) (\d+)$/.exec(mark?.name ?? "") ?? [];
    if (kind !== "jump") continue;
    const [cpu, wall] = found[k];
    if (tdur / 1000 > cpu) found[k] = [tdur / 1000, dur / 1000];
    else if (tdur === 0 && dur / 1000 > wall) found[k] = [0, dur / 1000];
  }
  return found;
}

const { describe } = await importSource("widgets/package/describe.ts");
const wanted = values.figure?.split(",").map((name) => `pe-${name}`);
const server = await serveSite();
const browser = await launch();
const rows = [];
try {
  for (const { tag, attributes } of await describe()) {
    if (wanted ? !wanted.includes(tag) : false) continue;
    const states = jumps(attributes);
    const best = states.map(() => [Infinity, Infinity]);
    let isThere = true;
    for (let run = 0; run < Number(values.runs) && isThere; run += 1) {
      const page = await browser.newPage({
        viewport: { width: 1280, height: 900 },
      });
      const answer = await page.goto(`${server.url}embed/${tag.slice(3)}.html`);
      isThere = answer?.status() === 200;
      if (isThere) {
        await page.waitForSelector("[data-live]", { state: "attached" });
        await page.waitForTimeout(1500);
        const act = () => page.evaluate(jumpAll, [states, REST_MS]);
        longest(await traced(page, CATEGORIES, act), states.length).forEach(
          (it, k) => {
            if (it[0] < best[k][0]) best[k] = it;
          },
        );
      }
      await page.close();
    }
    if (!isThere) continue;
    const worst = best.reduce((a, b) => (b[0] > a[0] ? b : a));
    const state = states[best.indexOf(worst)];
    const [cpu, wall] = worst.map((ms) => Number(ms.toFixed(1)));
    rows.push({ figure: tag, cpu, wall, state });
    if (values.json) continue;
    const slow = cpu > LIMIT ? "  slow" : "";
    console.log(
      `${tag.padEnd(22)} processor ${cpu.toFixed(1).padStart(6)}  passed ${wall.toFixed(1).padStart(6)} ms${slow}  ${JSON.stringify(state)}`,
    );
  }
} finally {
  await browser.close();
  await server.close();
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
