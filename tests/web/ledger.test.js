import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";
import { openLedger } from "./ledger-page.js";

/** Threads end within a few seconds. */
async function noThreads(page) {
  for (let n = 0; n < 100 && page.workers().length > 0; n += 1) {
    await page.waitForTimeout(50);
  }
  assert.equal(page.workers().length, 0);
}

describe("the ledger on its page", () => {
  const site = useSite();

  const open = (t, ...given) => openLedger(site, t, ...given);

  test("is read without scripts: every claim unfolds, with numbers", async (t) => {
    const { page, shown } = await open(t, "zh/questions/", {
      javaScriptEnabled: false,
    });
    assert.equal(await shown(), 151);
    assert.equal(await page.locator(".ledger-tools").isVisible(), false);
    const row = page.locator('[data-id="003-05"]');
    await row.locator("summary").first().click();
    assert.match(await row.locator(".result").innerText(), /9646\.616/);
  });

  test("unfolds the claim that an address names", async (t) => {
    const { page, problems } = await open(t, "en/questions/#claim-002-24");
    const row = page.locator('.claim-row[data-id="002-24"]');
    await row.locator(".correct").waitFor({ state: "visible" });
    const { y } = await row.boundingBox();
    assert.ok(y >= 0 && y < 300, `it stands at ${y}`);
    assert.equal(await page.locator(".claim-row[open]").count(), 1);
    assert.deepEqual(problems, []);
  });

  test("filters by document, verdict, kind and words, and counts", async (t) => {
    const { page, shown } = await open(t);
    await page.selectOption("[name=document]", "2");
    assert.equal(await shown(), 27);
    const button = page.locator('button[data-verdict="false"]');
    const count = Number(await button.locator(".count").textContent());
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await shown(), count);
    assert.ok(
      await page
        .locator(".claim-row:visible")
        .evaluateAll((all) =>
          all.every((row) => row.dataset.verdict === "false"),
        ),
    );
    await page.selectOption("[name=kind]", "numeric");
    await page.fill("[name=q]", "0.5918 0.9399");
    await page.waitForFunction(
      () => document.querySelector(".shown").textContent === "1 of 151 claims",
    );
    assert.equal(await shown(), 1);
    assert.equal(await page.locator(".claim-group:visible").count(), 1);
  });

  test("keeps its filters in the address and finds them there", async (t) => {
    const { page, shown } = await open(t);
    await page.selectOption("[name=kind]", "history");
    await page.click('button[data-verdict="misleading"]');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, "#claims?verdict=misleading&kind=history");
    const before = await shown();
    const again = await open(t, `zh/questions/${hash}`);
    assert.equal(await again.shown(), before);
    assert.equal(await again.page.inputValue("[name=kind]"), "history");
    const wrong = await open(t, "en/questions/#claims?verdict=maybe&kind=1");
    assert.equal(await wrong.shown(), 151);
  });

  test("what was typed counts for a button pressed at once", async (t) => {
    const { page, status, finished } = await open(t);
    await page.evaluate(() => {
      const words = document.querySelector("pe-ledger [name=q]");
      words.value = "0.5918 0.9399";
      words.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector('[data-act="run"]').click();
    });
    await finished();
    assert.match(await status(), /^1 claim computed .* as stated\.$/);
    assert.equal(
      await page.evaluate(() => location.hash),
      "#claims?q=0.5918%200.9399",
    );
  });

  test("computes all verdicts in a thread of its own", async (t) => {
    const { page, problems, status, finished } = await open(t);
    const thread = page.waitForEvent("worker");
    await page.click('[data-act="run"]');
    await thread;
    await finished();
    assert.match(
      await status(),
      /^108 claims .* every verdict is as stated\.$/,
    );
    assert.equal(await page.locator("[data-checked=true]").count(), 108);
    assert.deepEqual(problems, []);
  });

  test("says so when nothing fits, and shows all again", async (t) => {
    const { page, shown } = await open(t, "en/questions/#claims?q=zzzz");
    assert.equal(await shown(), 0);
    const run = page.locator('[data-act="run"]');
    assert.equal(await run.isDisabled(), true);
    await page.locator(".none button").click();
    assert.equal(await shown(), 151);
    assert.equal(await page.evaluate(() => location.hash), "");
  });

  test("trains models for a claim, and decides it by them", async (t) => {
    const { page, problems } = await open(t, "en/questions/#claim-001-27");
    const row = page.locator('.claim-row[data-id="001-27"]');
    const button = row.locator("[data-train]");
    const told = row.locator(".train-told");
    const result = row.locator(".result");
    assert.equal(await button.textContent(), "Train it now");
    assert.match(await result.innerText(), /5 seeds a task/);
    const loaded = [];
    page.on("request", (request) => loaded.push(request.url()));
    await button.click();
    await row.locator(".train-note", { hasText: /[1-9]\d*%/ }).waitFor();
    assert.ok(loaded.some((url) => /train-strip/.test(url)));
    assert.equal(await button.textContent(), "Stop");
    await told.filter({ hasText: /^Trained in/ }).waitFor({ timeout: 120_000 });
    assert.match(
      await told.textContent(),
      /^Trained in [\d.]+ s\. The verdict is the one stated\.$/,
    );
    const text = await result.innerText();
    assert.match(text, /you have just trained with RoPE, 160 steps each/);
    // The symbol 3 places back stays, sorting falls.
    assert.match(text, /3 places back 100 → 99\.7, sort 84\.\d → 4\d\.\d/);
    assert.match(text, /nine tenths are left in 1 of 2 tasks/);
    await noThreads(page);
    assert.deepEqual(problems, []);
  });

  test("stops training when told, and says in Chinese that it did", async (t) => {
    const { page, problems } = await open(t, "zh/questions/#claim-004-12");
    const row = page.locator('.claim-row[data-id="004-12"]');
    const before = await row.locator(".result").innerText();
    await row.locator("[data-train]").click();
    await row.locator(".train-note", { hasText: /[1-9]\d*%/ }).waitFor();
    await row.locator("[data-train]").click();
    await row.locator(".train-told", { hasText: /^已停止。$/ }).waitFor();
    assert.equal(await row.locator("[data-train]").textContent(), "现在就训练");
    assert.equal(await row.locator(".result").innerText(), before);
    await noThreads(page);
    assert.equal(await row.locator(".result").innerText(), before);
    assert.deepEqual(problems, []);
  });

  test("computes only what is shown, and stops when told", async (t) => {
    const { page, status, finished } = await open(t);
    await page.selectOption("[name=document]", "4");
    const run = page.locator('[data-act="run"]');
    assert.match(await run.textContent(), /^Check \d+ claims$/);
    await run.click();
    await finished();
    assert.match(await status(), /^19 claims/);
    await page.selectOption("[name=document]", "");
    await run.click();
    await page.waitForFunction(() =>
      /checked/.test(document.querySelector(".run-count").textContent),
    );
    assert.equal(await run.textContent(), "Stop");
    await run.click();
    await finished();
    assert.match(await status(), /^Stopped after \d+ of 108\.$/);
  });

  test("computes one claim on demand and says how long it took", async (t) => {
    const { page, computed } = await open(t, "en/questions/#claim-000-14");
    const row = page.locator('.claim-row[data-id="000-14"]');
    assert.match(await row.locator(".when").textContent(), /page was made/);
    await row.locator("[data-check]").click();
    await computed("000-14");
    assert.match(await row.locator(".when").textContent(), /in your browser/);
    assert.match(await row.locator(".numbers").innerText(), /1\.433/);
  });

  test("tells when a verdict cannot be computed", async (t) => {
    const { page, status } = await open(t);
    await page.route(/\.wasm$/, (route) => route.abort());
    await page.click('[data-act="run"]');
    await page.waitForFunction(() =>
      /could not run/.test(document.querySelector(".run-status").textContent),
    );
    assert.match(await status(), /^The check could not run: ./);
    const run = page.locator('[data-act="run"]');
    assert.equal(await run.textContent(), "Check 108 claims");
  });

  test("keeps filters, results and open claims when the language changes", async (t) => {
    const { page, computed, shown, problems } = await open(t);
    await page.selectOption("[name=document]", "3");
    await page.click('button[data-verdict="false"]');
    const before = await shown();
    const row = page.locator('.claim-row[data-id="003-05"]');
    await row.locator("summary").first().click();
    await row.locator("[data-check]").click();
    await computed("003-05");
    await page.click('a[data-language="zh"]');
    await page.waitForFunction(() =>
      /中|浏览器/.test(
        document.querySelector('[data-id="003-05"] .when').textContent,
      ),
    );
    assert.match(await row.locator(".when").textContent(), /在你的浏览器中/);
    assert.equal(await shown(), before);
    assert.equal(await row.evaluate((at) => at.open), true);
    assert.equal(await page.inputValue("[name=document]"), "3");
    const pressed = page.locator('button[aria-pressed="true"]');
    assert.equal(await pressed.getAttribute("data-verdict"), "false");
    assert.match(
      await page.locator(".shown").textContent(),
      /^显示 \d+ 条，共 \d+ 条论断$/,
    );
    assert.deepEqual(problems, []);
  });

  test("is walked through with arrow keys", async (t) => {
    const { page } = await open(t, "en/questions/#claims?document=1");
    const at = () =>
      page.evaluate(() => document.activeElement.parentElement.dataset.id);
    await page.locator('[data-id="001-02"] > summary').focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(), "001-03");
    await page.keyboard.press("End");
    assert.equal(await at(), "001-38");
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(), "001-38");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    assert.equal(await at(), "001-01");
    await page.keyboard.press("Enter");
    assert.ok(
      await page.evaluate(() =>
        document.activeElement.parentElement.hasAttribute("open"),
      ),
    );
  });

  test("unfolds on paper and folds again", async (t) => {
    const { page } = await open(t, "en/questions/#claims?document=4");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await page.locator(".claim-row[open]").count(), 20);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator(".claim-row[open]").count(), 0);
  });

  test("fits a phone of 360 px in both languages", async (t) => {
    for (const lang of ["en", "zh"]) {
      const { page } = await open(t, `${lang}/questions/`, {
        viewport: { width: 360, height: 740 },
      });
      await page.click('[data-act="unfold"]');
      const width = () => document.documentElement.scrollWidth;
      assert.equal(await page.evaluate(width), 360, lang);
    }
  });

  test("leaves axe nothing to find, unfolded and computed", async (t) => {
    for (const lang of ["en", "zh"]) {
      const address = `${lang}/questions/#claims?document=1`;
      const { page, finished } = await open(t, address, {
        colorScheme: "light",
      });
      await page.click('[data-act="unfold"]');
      await page.click('[data-act="run"]');
      await finished();
      assert.deepEqual(await findings(page, "main"), [], `${lang} light`);
      await page.emulateMedia({ colorScheme: "dark" });
      await settle(page);
      assert.deepEqual(await findings(page, "main"), [], `${lang} dark`);
      await page.close();
    }
  });
});
