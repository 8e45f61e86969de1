// That the page answers while all claims are computed: measured by the clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useSite } from "./browser.js";
import { openLedger } from "./ledger-page.js";

const site = useSite();

test("computes all verdicts beside the page, which stays free", async (t) => {
  const { page, problems, status, finished } = await openLedger(site, t);
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.long.push(duration);
    }).observe({ type: "longtask" });
  });
  const from = performance.now();
  await page.click('[data-act="run"]');
  await finished();
  const took = performance.now() - from;
  assert.match(await status(), /^108 claims .* every verdict is as stated\.$/);
  await page.waitForFunction(
    () => document.querySelectorAll("[data-checked=true]").length === 108,
  );
  const long = await page.evaluate(() => globalThis.long);
  t.diagnostic(`tasks over 50 ms: ${long.join(", ") || "none"}`);
  // On the page itself, the checks would be one long task after another.
  const busy = long.reduce((sum, ms) => sum + ms, 0);
  assert.ok(busy < took / 2, `busy for ${busy} of ${took} ms`);
  assert.deepEqual(problems, []);
});
