import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";

const site = useSite();
/** Opens the page of programs and waits until its panel lives. */
async function openPrograms(t, path = "en/programs/", options = {}) {
  const { page, problems } = await site.open(t, path, options);
  await page.waitForFunction(() => customElements.get("pe-code"));
  const panel = page.locator("pe-code");
  const text = (selector) => panel.locator(selector).first().textContent();
  const tab = (name) => panel.getByRole("tab", { name, exact: true });
  return { page, problems, panel, text, tab };
}

describe("a code panel", () => {
  test("shows a program before any script runs, in print too", async (t) => {
    const { page } = await site.open(t, "zh/programs/", {
      javaScriptEnabled: false,
    });
    const listing = page.locator("pe-code .listing");
    assert.ok(await listing.isVisible());
    assert.match(await listing.textContent(), /torch\.sin\(angle\)/);
    assert.equal(await page.locator("pe-code .on-paper").isVisible(), true);
  });

  test("goes through its languages by arrow keys and remembers the choice", async (t) => {
    const { page, panel, tab, text, problems } = await openPrograms(t);
    await tab("PyTorch").focus();
    await page.keyboard.press("ArrowLeft");
    await settle(page);
    assert.equal(await tab("JavaScript").getAttribute("aria-selected"), "true");
    assert.match(await text(".listing code"), /from "posenc"/);
    // Two keys within one frame.
    await panel.evaluate(({ shadowRoot }) => {
      for (const key of ["Home", "ArrowRight"]) {
        const from = shadowRoot.querySelector("[role=tab]");
        from.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true }),
        );
      }
    });
    await settle(page);
    assert.match(await text(".listing code"), /import numpy/);
    assert.equal(await panel.getByRole("tab", { selected: true }).count(), 1);
    await page.reload();
    await panel.locator(".listing code", { hasText: "import numpy" }).waitFor();
    assert.deepEqual(problems, []);
  });

  test("runs the call in the page under the strict policy, and says so", async (t) => {
    const { panel, tab, text, problems } = await openPrograms(t);
    await tab("JavaScript").click();
    await panel.getByRole("button", { name: "Run" }).click();
    await panel.locator(".numbers:not(:empty)").waitFor();
    const pe = await load();
    const { data } = pe.embedding.sinusoidal({ seqLen: 50, dModel: 64 });
    const [cell, row] = (await text(".numbers")).split("\n");
    assert.ok(Math.abs(Number(cell) - data[12 * 64 + 6]) < 1e-7);
    assert.equal(row.split(" ").length, 64);
    assert.match(await text(".truth"), /was not executed/);
    assert.deepEqual(problems, []);
  });

  test("cuts an output that nobody would read to its end, and says so", async (t) => {
    const { page, panel, text } = await openPrograms(t);
    await panel.locator("[name=kind]").selectOption("similarity");
    await settle(page);
    await panel.locator("[name=seqLen]").fill("600");
    await panel.locator('[data-act="run"]').click();
    await panel.locator(".numbers", { hasText: "472 more lines" }).waitFor();
    const [first] = (await text(".numbers")).split("\n");
    assert.match(first, /… and 88 more$/);
  });

  test("says what the library refuses, in place of an output", async (t) => {
    const { page, panel } = await openPrograms(t);
    await panel.locator("[name=kind]").selectOption("lookup");
    await settle(page);
    await panel.locator("[name=overflow]").selectOption("error");
    await panel.locator('[data-act="run"]').click();
    await panel
      .locator(".numbers", { hasText: "positions[2] must be an integer" })
      .waitFor();
  });

  test("writes the values of its boxes into the program, and refuses bad ones", async (t) => {
    const { page, panel, text, problems } = await openPrograms(t);
    await panel.locator("[name=dModel]").fill("7");
    await settle(page);
    assert.match(await text(".listing code"), /d_model=7/);
    await panel.locator("[name=dModel]").fill("2.5");
    await settle(page);
    assert.match(await text(".faults"), /dModel must be an integer/);
    assert.match(await text(".listing code"), /d_model=7/);
    const box = panel.locator("[name=dModel]");
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    await box.fill("8");
    await settle(page);
    assert.equal(await text(".faults"), "");
    await panel.locator("[name=kind]").selectOption("alibi");
    await settle(page);
    assert.match(await text(".listing code"), /alibi_slopes\(8\)/);
    assert.equal(await panel.locator("[name=numHeads]").inputValue(), "8");
    assert.deepEqual(problems, []);
  });

  test("keeps to the last good program while a box is wrong, and what was typed", async (t) => {
    const { page, panel, tab, text } = await openPrograms(t);
    await panel.locator("[name=dModel]").fill("8");
    await panel.locator("[name=base]").fill("none");
    await settle(page);
    await tab("NumPy").click();
    await settle(page);
    assert.match(await text(".listing code"), /d_model=8/);
    await panel.locator("[data-act=run]").click();
    await panel.locator(".numbers:not(:empty)").waitFor();
    const [, row] = (await text(".numbers")).split("\n");
    assert.equal(row.split(" ").length, 8);
    assert.equal(await panel.evaluate((it) => it.state.dModel), 8);
    await page.locator('[data-language="zh"]').click();
    await page.waitForFunction(() => document.documentElement.lang !== "en");
    await settle(page);
    assert.equal(await panel.locator("[name=base]").inputValue(), "none");
    assert.equal(await panel.locator("[name=dModel]").inputValue(), "8");
  });

  test("its list of programs is walked through by arrow keys", async (t) => {
    const { page, panel } = await openPrograms(t);
    const list = panel.locator("[name=kind]");
    await list.focus();
    const kind = () => panel.evaluate((it) => it.kind);
    const first = await kind();
    await page.keyboard.press("ArrowDown");
    await settle(page);
    const second = await kind();
    await page.keyboard.press("ArrowDown");
    await settle(page);
    assert.equal(new Set([first, second, await kind()]).size, 3);
  });

  test("has boxes only for values that stand in the program", async (t) => {
    const { page, panel } = await openPrograms(t);
    await panel.locator("[name=kind]").selectOption("rotary");
    await settle(page);
    const betaFast = panel.locator("[name=betaFast]");
    assert.equal(await betaFast.isVisible(), false);
    await panel.locator("[name=scaling]").selectOption("yarn");
    await settle(page);
    assert.equal(await betaFast.isVisible(), true);
    assert.equal(await betaFast.inputValue(), "32");
  });

  test("lights what computes a quantity, by pointer, by keys and from outside", async (t) => {
    const { page, panel } = await openPrograms(t);
    const lit = () => panel.locator(".line[data-linked]").allTextContents();
    await panel.evaluate((it) => {
      globalThis.heard = [];
      it.addEventListener("pe-link", ({ detail }) =>
        globalThis.heard.push(detail),
      );
    });
    await panel.locator(".line", { hasText: "omega = " }).hover();
    assert.deepEqual(await page.evaluate(() => globalThis.heard), ["omega"]);
    assert.equal((await lit()).length, 1);
    await page.mouse.move(5, 5);
    assert.deepEqual(await lit(), []);
    await panel.evaluate((it) => {
      it.link = "pos";
    });
    assert.ok(
      (await lit()).some((line) => line.includes("positions[:, None]")),
    );
    await panel.evaluate((it) => {
      it.link = null;
    });
    await panel.locator(".listing .scroll").focus();
    for (let k = 0; k < 8; k += 1) await page.keyboard.press("ArrowDown");
    assert.match(await panel.locator(".sr").textContent(), /^Line 8, pair: /);
    assert.ok((await lit()).length >= 1);
    await page.keyboard.press("Escape");
    assert.deepEqual(await lit(), []);
  });

  test("follows a figure: its state, and what is pointed at, both ways", async (t) => {
    const { page, panel, text } = await openPrograms(t);
    await page.evaluate(() => {
      /** @type {any} */
      const figure = document.createElement("div");
      figure.id = "figure";
      figure.state = { pos: 3, dim: 1, dModel: 16, colour: "red" };
      figure.link = null;
      document.body.append(figure);
    });
    await panel.evaluate((it) => it.setAttribute("for", "figure"));
    await settle(page);
    assert.match(await text(".listing code"), /table\[3, 1\]/);
    await page.evaluate(() => {
      const figure = document.getElementById("figure");
      figure.state = { pos: 5, dim: 1 };
      figure.dispatchEvent(new CustomEvent("pe-change"));
      figure.dispatchEvent(new CustomEvent("pe-link", { detail: "base" }));
    });
    await settle(page);
    assert.match(await text(".listing code"), /table\[5, 1\]/);
    assert.equal(await panel.evaluate((it) => it.link), "base");
    await panel.evaluate((it) => {
      it.link = "dim";
    });
    const link = await page.evaluate(
      () => document.getElementById("figure").link,
    );
    assert.equal(link, "dim");
  });

  test("copies the whole program, or selects it where copying is forbidden", async (t) => {
    const { page, panel, text } = await openPrograms(t);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: {
          async writeText(it) {
            globalThis.copied = it;
          },
        },
        configurable: true,
      });
    });
    await panel.getByRole("button", { name: "Copy" }).click();
    assert.equal(await text(".notice"), "Copied");
    assert.equal(
      await page.evaluate(() => globalThis.copied),
      await text(".listing code"),
    );
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await panel.getByRole("button", { name: "Copy" }).click();
    await settle(page);
    assert.match(await text(".notice"), /does not allow copying/);
  });

  test("fits a phone: the program scrolls in its box, the page does not", async (t) => {
    const { page } = await openPrograms(t, "en/programs/", {
      viewport: { width: 360, height: 800 },
    });
    await settle(page);
    const [page_, box] = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      const scroll = document
        .querySelector("pe-code")
        .shadowRoot.querySelector(".listing .scroll");
      return [scrollWidth, scroll.scrollWidth - scroll.clientWidth];
    });
    assert.ok(page_ <= 360, `${page_}`);
    assert.ok(box > 0);
  });

  test("changes its language in place", async (t) => {
    const { page, panel, text } = await openPrograms(t);
    await panel.evaluate((it) => it.setAttribute("lang", "zh"));
    await settle(page);
    assert.equal(await text('[data-act="copy"]'), "复制");
    assert.match(await text(".chooser"), /^程序/);
  });

  for (const lang of ["en", "zh"]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`gives axe nothing to find, ${colorScheme}, in ${lang}`, async (t) => {
        const { page, panel } = await openPrograms(t, `${lang}/programs/`, {
          colorScheme,
        });
        await panel.locator('[data-act="run"]').click();
        await panel.locator(".numbers:not(:empty)").waitFor();
        assert.deepEqual(await findings(page), []);
      });
    }
  }
});
