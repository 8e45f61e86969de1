// A finding that answers a question is kept back until somebody asks for it.
// That nothing else tells it is looked at in first-sight.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useSite } from "./browser.js";

const site = useSite();

describe("a finding that is kept back", () => {
  const visible = (page, id) =>
    page
      .locator(`#${id} .finding`)
      .evaluate((it) => getComputedStyle(it).visibility === "visible");

  test("is shown to those who ask, and stays shown", async (t) => {
    const { page, problems } = await site.open(t, "en/sinusoids/", {
      eager: true,
      asNew: true,
    });
    assert.equal(await visible(page, "ladder"), false);
    await page
      .locator("#ladder")
      .getByRole("button", { name: "Show me" })
      .click();
    assert.equal(await visible(page, "ladder"), true);
    assert.equal(await page.locator("#ladder .ask").isVisible(), false);
    await page.reload();
    await page.locator("#ladder[told]").waitFor({ state: "attached" });
    assert.equal(await visible(page, "ladder"), true);
    assert.deepEqual(problems, []);
  });

  const pages = {
    "why-position": ["who"],
    sinusoids: ["ladder"],
    "learned-tables": ["really-trained", "adding", "norms"],
    "relative-positions": ["bucket-strip"],
    "long-context": ["slopes"],
    "other-designs": ["columns"],
    "in-practice": ["bytes"],
  };
  for (const [path, ids] of Object.entries(pages)) {
    test(`the marks that would tell wait as well: ${path}`, async (t) => {
      const { page, problems } = await site.open(t, `en/${path}/`, {
        eager: true,
        asNew: true,
      });
      const asking = await page.evaluate(() =>
        [...document.querySelectorAll('[asks]:not([asks=""])')].map(
          ({ id }) => id,
        ),
      );
      assert.deepEqual(asking, ids);
      for (const id of ids) {
        const answers = page.locator(`#${id} .answer`);
        await answers.first().waitFor({ state: "attached" });
        const seen = () =>
          answers.evaluateAll((all) =>
            all.map((it) => getComputedStyle(it).visibility),
          );
        assert.ok((await seen()).every((it) => it === "hidden"));
        const show = page.locator(`#${id}`).getByRole("button", {
          name: "Show me",
        });
        await show.click();
        assert.ok((await seen()).every((it) => it === "visible"));
      }
      assert.deepEqual(problems, []);
    });
  }

  test("is told to those who have guessed", async (t) => {
    const { page } = await site.open(t, "zh/learned-tables/", {
      eager: true,
      asNew: true,
    });
    assert.equal(await visible(page, "norms"), false);
    await page
      .locator("#norms")
      .getByRole("button", { name: "先猜一猜" })
      .click();
    const input = page.locator("#ratio-512 input");
    assert.ok(await input.evaluate((it) => it === document.activeElement));
    await input.fill("20");
    await input.press("Enter");
    await page.locator("#norms[told]").waitFor({ state: "attached" });
    assert.equal(await visible(page, "norms"), true);
  });

  test("is there without scripts, and on paper", async (t) => {
    const plain = await site.open(t, "en/sinusoids/", {
      javaScriptEnabled: false,
      asNew: true,
    });
    const finding = plain.page.locator("#ladder .finding");
    assert.equal(await finding.isVisible(), true);
    assert.equal(await plain.page.locator("#ladder .ask").isVisible(), false);
    const { page } = await site.open(t, "en/sinusoids/", {
      eager: true,
      asNew: true,
    });
    await page.emulateMedia({ media: "print" });
    assert.equal(await visible(page, "ladder"), true);
  });
});
