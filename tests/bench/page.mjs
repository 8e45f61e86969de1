// What each page with figures costs to load, in headless Chromium on the built
// site, served from this machine:
//
//   node tests/bench/page.mjs [--lang=zh] [--runs=5] [--slow=4] [--json]
//
// Bytes are gzipped sizes of all answers before the first figure is live, as a
// host that compresses sends them. Times are medians over the runs; --slow 4
// makes the processor four times slower, as a phone's. "bareTaskMs" is the longest
// task of the same page in the same run without its scripts: its first layout.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { launch, serveSite, slowDown } from "../../tools/browser/site.mjs";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";

const LIMITS = { shift: 0.01, longestTaskMs: 200 };
const COMPRESSED = /\.(png|webp|woff2)$/;

const { values: options } = parseArgs({
  options: {
    lang: { type: "string", default: "en" },
    runs: { type: "string", default: "5" },
    slow: { type: "string", default: "1" },
    json: { type: "boolean" },
  },
});

/** Paths of the pages that have figures. */
function pagesWithFigures(lang) {
  const folder = inRoot("web", "dist", lang);
  return namesBelow(folder)
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith("index.html"))
    .filter((name) =>
      readFileSync(`${folder}/${name}`, "utf8").includes(" url-state"),
    )
    .map((name) => name.replace(/index\.html$/, ""))
    .sort();
}

/** Runs in the page, before anything of its own. */
function watch() {
  const measured = { shift: 0, longest: 0, live: undefined };
  Object.assign(globalThis, { measured });
  const each = (type, act) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({
      type,
      buffered: true,
    });
  each("layout-shift", ({ value }) => {
    measured.shift += value;
  });
  each("longtask", ({ duration }) => {
    measured.longest = Math.max(measured.longest, duration);
  });
  addEventListener("pe-ready", () => {
    measured.live ??= performance.now();
  });
}

const sizes = new Map();
function gzipped(url, body) {
  if (!sizes.has(url)) {
    sizes.set(url, COMPRESSED.test(url) ? body.length : gzipSync(body).length);
  }
  return sizes.get(url);
}

async function loadBare(browser, url) {
  const page = await browser.newPage({
    viewport: { width: 1360, height: 900 },
  });
  await page.addInitScript(watch);
  await slowDown(page, Number(options.slow));
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(url);
  await page.waitForTimeout(500);
  const { longest } = await page.evaluate(() => globalThis.measured);
  await page.close();
  return longest;
}

async function load(browser, url) {
  const context = await browser.newContext({
    serviceWorkers: "block",
    viewport: { width: 1360, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await slowDown(page, Number(options.slow));
  const answers = [];
  page.on("response", (response) => {
    answers.push({ response, at: performance.now() });
  });
  await page.goto(url, { waitUntil: "commit" });
  // A figure further down starts when the reader comes near.
  const live = page.waitForFunction(() => globalThis.measured?.live, null, {
    polling: "raf",
    timeout: 20_000,
  });
  const far = setTimeout(() => {
    page
      .locator("[url-state]")
      .first()
      .scrollIntoViewIfNeeded()
      .catch(() => {});
  }, 3000);
  await live;
  clearTimeout(far);
  const end = performance.now();
  await page.waitForTimeout(1000);
  let bytes = 0;
  for (const { response, at } of answers) {
    if (at > end) continue;
    bytes += gzipped(response.url(), await response.body().catch(() => ""));
  }
  const measured = await page.evaluate(() => globalThis.measured);
  await context.close();
  return { bytes, ...measured };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const server = await serveSite();
const browser = await launch();
const rows = [];
try {
  for (const path of pagesWithFigures(options.lang)) {
    const runs = [];
    for (let k = 0; k < Number(options.runs); k += 1) {
      const url = `${server.url}${options.lang}/${path}`;
      runs.push({
        ...(await load(browser, url)),
        bare: await loadBare(browser, url),
      });
    }
    const of = (name) => median(runs.map((run) => run[name]));
    rows.push({
      page: `${options.lang}/${path}`,
      kilobytes: Number((of("bytes") / 1024).toFixed(1)),
      liveMs: Math.round(of("live")),
      shift: Number(of("shift").toFixed(4)),
      longestTaskMs: Math.round(of("longest")),
      bareTaskMs: Math.round(of("bare")),
    });
  }
} finally {
  await browser.close();
  await server.close();
}
if (options.json) {
  console.log(JSON.stringify({ limits: LIMITS, rows }, null, 2));
} else {
  console.table(rows);
  for (const row of rows) {
    for (const [name, limit] of Object.entries(LIMITS)) {
      if (row[name] > limit) {
        console.log(
          `${row.page}: ${name} ${row[name]}, wanted at most ${limit}`,
        );
      }
    }
  }
}
