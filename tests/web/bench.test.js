import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";

const site = useSite({ mount: "/some/sub/path/" });
const ALL = ["attention", "bias", "rotary", "embedding", "long"];

/** The benchmark of an open page. */
class Bench {
  constructor(page) {
    this.page = page;
    this.element = page.locator("pe-bench");
    this.start = this.element.locator(".start");
    this.cancel = this.element.locator(".cancel");
    this.message = this.element.locator(".message");
    this.rows = this.element.locator("tbody tr");
  }

  async choose(...groups) {
    for (const group of ALL) {
      const box = this.element.locator(`[value=${group}]`);
      await box.setChecked(groups.includes(group));
    }
  }

  state() {
    return this.element.evaluate((it) => it.state);
  }

  /** Waits until the state satisfies a function of it. */
  async until(test) {
    for (const end = Date.now() + 90_000; ; ) {
      const state = await this.state();
      if (test(state)) return;
      assert.ok(Date.now() < end, JSON.stringify(state));
      await this.page.waitForTimeout(40);
    }
  }

  async run(...groups) {
    await this.choose(...groups);
    await this.start.click();
    await this.until((state) => state.phase === "done");
  }
}

async function openBench(t, lang = "en", options = {}) {
  const { page, problems } = await site.open(t, `${lang}/bench/`, options);
  const bench = new Bench(page);
  await bench.start.waitFor();
  return { page, problems, bench };
}

/** Answers the worker's script as `change` makes it. */
const withWorker = (page, change) =>
  page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = change(await response.text());
    await route.fulfill({ response, body });
  });

describe("the benchmark page", () => {
  const opened = site.share(
    "en/bench/",
    { permissions: ["clipboard-read", "clipboard-write"] },
    async (page) => {
      const bench = new Bench(page);
      await bench.start.waitFor();
      const message = await bench.message.textContent();
      assert.match(message, /Nothing is measured yet/);
      await bench.run("embedding");
    },
  );
  /** A page that has measured one kernel. */
  const measured = async () => {
    const { page, problems } = await opened();
    return { page, problems, bench: new Bench(page) };
  };

  test("measures in a worker under the strict policy and shows numbers that agree", async () => {
    const { bench, problems } = await measured();
    const { results, version, clockMs } = await bench.state();
    assert.deepEqual(
      results.map(({ id }) => id),
      ["sinusoidal"],
    );
    const [{ ms, min, max, work, peers, failures }] = results;
    assert.deepEqual(failures, {});
    assert.ok(min > 0 && min <= ms && ms <= max);
    assert.deepEqual(Object.keys(peers), ["plain JS", "memory limit"]);
    // Not a test of speed: the plain version takes twenty times as long.
    assert.ok(peers["plain JS"].ratio < 1);
    assert.ok(clockMs > 0);
    const cells = await bench.rows.first().locator("th, td").allTextContents();
    assert.equal(cells[0], "sinusoidal table");
    assert.ok(Math.abs(cells[1] / peers["plain JS"].ratio - 1) < 0.1);
    assert.ok(Math.abs(Number(cells[3]) / ms - 1) < 0.1);
    const rate = work.bytes / ms / 1e6;
    assert.ok(Math.abs(Number.parseFloat(cells[6]) - rate) < 0.1, cells[6]);
    assert.equal(cells[7], "4096 × 512");
    const finding = await bench.element.locator(".finding").textContent();
    assert.ok(finding.includes("(kernels: 1, "), finding);
    const facts = await bench.element.locator(".machine dd").allTextContents();
    assert.match(facts[0], /\d/);
    assert.ok(Number(facts[1]) >= 1);
    assert.equal(facts[3], version);
    assert.deepEqual(problems, []);
  });

  test("the page stays responsive while a call of half a second runs", async (t) => {
    const { page, bench } = await openBench(t);
    await bench.choose("attention");
    await bench.start.click();
    await bench.until((state) => state.current !== undefined);
    const longest = await page.evaluate(async () => {
      let last = await new Promise(requestAnimationFrame);
      let worst = 0;
      for (const end = last + 1500; last < end; ) {
        const now = await new Promise(requestAnimationFrame);
        worst = Math.max(worst, now - last);
        last = now;
      }
      return worst;
    });
    assert.ok(longest < 300, `${longest} ms without a frame`);
    const label = await bench.element.locator(".now").textContent();
    assert.match(label, /^Measuring attention, .* \(1 of 8\)$/);
    await bench.cancel.click();
  });

  test("cancel ends at once and keeps what was measured; again starts anew", async (t) => {
    const { bench, problems } = await openBench(t);
    await bench.choose("embedding", "rotary");
    await bench.start.click();
    await bench.until((state) => state.results.length >= 1);
    const progress = bench.element.locator("progress");
    assert.ok((await progress.evaluate((it) => it.value)) >= 1 / 5);
    await bench.cancel.click();
    const { phase, results } = await bench.state();
    assert.equal(phase, "cancelled");
    assert.equal(await bench.rows.count(), results.length);
    assert.equal(
      await bench.message.textContent(),
      `Cancelled. What was measured, ${results.length} of 5, stays below.`,
    );
    assert.equal(await progress.isVisible(), false);
    const focus = await bench.element.evaluate(
      (it) => it.shadowRoot.activeElement?.className,
    );
    assert.equal(focus, "start");
    await bench.choose("embedding");
    await bench.start.click();
    assert.deepEqual((await bench.state()).results, []);
    await bench.until((state) => state.phase === "done");
    assert.equal(await bench.rows.count(), 1);
    assert.deepEqual(problems, []);
  });

  test("nothing chosen is said, and nothing runs", async (t) => {
    const { bench } = await openBench(t, "zh");
    await bench.choose();
    await bench.start.click();
    assert.equal(await bench.message.textContent(), "请至少选择一组算子。");
    assert.equal((await bench.state()).phase, "idle");
  });

  test("a browser without SIMD is told so, and can try again", async (t) => {
    const { page, bench } = await openBench(t);
    await withWorker(page, (code) => `WebAssembly.validate=()=>false;${code}`);
    await bench.start.click();
    await bench.until((state) => state.phase === "failed");
    const text = await bench.message.textContent();
    assert.match(text, /cannot run WebAssembly SIMD/);
    assert.equal(await bench.start.textContent(), "Try again");
    await page.unrouteAll();
    await bench.run("embedding");
    assert.equal(await bench.rows.count(), 1);
  });

  test("a worker that does not load fails with a message", async (t) => {
    const { page, bench } = await openBench(t);
    await page.route(/\/worker-[^/]*\.js$/, (route) => route.abort());
    await bench.start.click();
    await bench.until((state) => state.phase === "failed");
    assert.match(await bench.message.textContent(), /did not start/);
    assert.equal(await bench.start.isVisible(), true);
  });

  test("a kernel that this device cannot run is named, the others are measured", async (t) => {
    const { page, bench } = await openBench(t);
    // As if there were no room for the matrices of the biases.
    const limit = `const fill=Float32Array.prototype.fill;Float32Array.prototype.fill=function(...x){if(this.length>=2**23)throw new RangeError("no room");return fill.apply(this,x)};`;
    await withWorker(page, (code) => limit + code);
    await bench.run("embedding", "bias");
    const { results, skipped } = await bench.state();
    assert.deepEqual(
      results.map(({ id }) => id),
      ["sinusoidal"],
    );
    assert.equal(Object.keys(skipped).length, 7);
    const troubles = bench.element.locator(".troubles li");
    assert.equal(await troubles.count(), 7);
    assert.match(
      await troubles.first().textContent(),
      /^ALiBi, 8 × 1024 × 1024: not measured: no room$/,
    );
  });

  test("JSON and CSV are copied, or shown where copying is forbidden", async () => {
    const { page, bench } = await measured();
    const { results } = await bench.state();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await bench.element.locator("[data-copy=json]").click();
    const notice = bench.element.locator(".notice");
    await page.waitForFunction(
      () =>
        document.querySelector("pe-bench").shadowRoot.querySelector(".notice")
          .textContent !== "",
    );
    assert.equal(await notice.textContent(), "Copied");
    const copied = JSON.parse(await clipboard());
    assert.equal(copied.results[0].kernel, "sinusoidal table");
    assert.equal(copied.results[0].ms, results[0].ms);
    assert.ok(copied.processors >= 1 && copied.browser && copied.posenc);

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await bench.element.locator("[data-copy=csv]").click();
    const area = bench.element.locator("textarea");
    await area.waitFor();
    const lines = (await area.inputValue()).trim().split("\n");
    assert.equal(lines.length, 4);
    assert.match(lines[1], /^sinusoidal table,4096 × 512,posenc,/);
  });

  test("a change of language in place keeps the run and its numbers", async (t) => {
    const { page, bench } = await openBench(t);
    await bench.choose("embedding", "rotary");
    await bench.start.click();
    await bench.until((state) => state.results.length >= 1);
    await page.locator("[data-language=zh]").click();
    await page.waitForURL(/\/zh\/bench\//);
    await bench.until((state) => state.phase === "done");
    assert.equal(await bench.rows.count(), 5);
    assert.match(await bench.message.textContent(), /^测量完成，共 5 项。/);
    const heads = await bench.rows.locator("th").allTextContents();
    assert.ok(heads.includes("旋转，两半，由表"), heads.join());
  });

  for (const lang of ["en", "zh"]) {
    test(`axe finds nothing in ${lang}, light and dark, before and after a run`, async (t) => {
      const viewport = { width: 360, height: 740 };
      const { page, bench } = await openBench(t, lang, { viewport });
      const lightThenDark = async () => {
        await page.emulateMedia({ colorScheme: "light" });
        await settle(page);
        assert.deepEqual(await findings(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await settle(page);
        assert.deepEqual(await findings(page), [], "dark");
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        assert.equal(wide, false);
      };
      await lightThenDark();
      await bench.run("embedding");
      await lightThenDark();
    });
  }

  test("without scripts the page says what it needs", async (t) => {
    const { page } = await site.open(t, "zh/bench/", {
      javaScriptEnabled: false,
    });
    assert.match(await page.locator("noscript").innerText(), /JavaScript/);
  });
});

describe("the parts of the page", () => {
  let run;
  let machine;
  let view;
  before(async () => {
    run = await importSource("site/bench/run.ts");
    machine = await importSource("site/bench/machine.ts");
    view = await importSource("site/bench/view.ts");
  });

  test("reports of the worker become states", () => {
    const { after, IDLE, finished } = run;
    const result = { id: "sinusoidal", peers: {} };
    let state = { ...IDLE, phase: "running", ids: ["sinusoidal", "x"] };
    for (const report of [
      { type: "started", version: "1", clockMs: 0.1 },
      { type: "case", id: "sinusoidal" },
      { type: "progress", share: 0.5 },
    ]) {
      state = after(state, report);
    }
    assert.equal(view.progressOf(state), 0.25);
    assert.equal(
      view.nowText(state, "zh"),
      "正在测量：正弦位置编码表，4096 × 512（第 1 项，共 2 项）",
    );
    state = after(state, { type: "result", result });
    state = after(state, { type: "skipped", id: "x", message: "no room" });
    assert.equal(finished(state), 2);
    assert.equal(view.progressOf(state), 1);
    assert.equal(after(state, { type: "done" }).phase, "done");
    const failed = after(state, { type: "failed", message: "why" });
    assert.deepEqual([failed.phase, failed.message], ["failed", "why"]);
    assert.deepEqual(failed.results, [result]);
    assert.equal(view.progressOf(IDLE), 0);
  });

  test("a run on a busy machine is called noisy", () => {
    const results = (...ratios) => ({
      results: ratios.map((ratio) => ({ ms: ratio, min: 1 })),
    });
    assert.equal(run.isNoisy(results()), false);
    assert.equal(run.isNoisy(results(1.1, 1.2, 1.4, 2)), false);
    assert.equal(run.isNoisy(results(1.1, 1.2, 2)), true);
  });

  test("what a browser tells: brands without the meaningless one, or its agent", () => {
    const userAgent = "Mozilla/5.0 (X11) Firefox/140.0";
    assert.deepEqual(machine.machineOf({ userAgent, hardwareConcurrency: 8 }), {
      browser: userAgent,
      processors: 8,
    });
    const brands = ["Chromium", "Not)A;Brand", "Google Chrome"].map(
      (brand) => ({ brand, version: "140" }),
    );
    assert.deepEqual(
      machine.machineOf({ userAgent, userAgentData: { brands } }),
      { browser: "Chromium 140, Google Chrome 140", processors: undefined },
    );
  });

  test("names of peers and kernels in the table are escaped text", () => {
    const failures = { "<b>": "<script>" };
    const timing = { ms: 1, min: 1, max: 1 };
    const result = {
      id: "<i>",
      kernel: "<i>",
      shape: "<u>",
      work: { flops: 1e6 },
      ...timing,
      failures,
      peers: { "plain JS": { ...timing, ratio: 2 } },
    };
    const html = view.resultsHtml({ ...run.IDLE, results: [result] }, "en");
    assert.doesNotMatch(html, /<(b|i|u|script)>/);
    assert.match(html, /&lt;b&gt; left out: &lt;script&gt;/);
  });
});
