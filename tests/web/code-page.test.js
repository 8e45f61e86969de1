import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { runPython } from "../code/run.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";

let mistakes;
before(async () => {
  ({ mistakes } = await importSource("widgets/code/mistakes.ts"));
});

describe("the frequencies by logarithms", () => {
  test("are less exact than by powers in float32, as NumPy finds too", async () => {
    const { spec } = await importSource("widgets/figures/05-code/log-space.ts");
    const state = { format: "float32", dModel: 512, base: 10000, pos: 5000 };
    const { power, log, divisor } = spec.compute(state, {});
    const [{ output }] = await runPython([
      `import numpy as np
f, i = np.float32, np.arange(256)
true = 10000.0 ** (-2 * i / 512)
step = f(-np.log(10000.0) / 512)
log = np.exp((f(2) * i.astype(f) * step).astype(np.float64)).astype(f)
power = (10000.0 ** f(-2 * i / 512).astype(np.float64)).astype(f)
print(abs(log / true - 1).max(), abs(power / true - 1).max(), 1 / true[-1])
`,
    ]);
    const [a, b, c] = output.trim().split(" ").map(Number);
    assert.ok(Math.abs(log.worst / a - 1) < 0.01, `${log.worst} ${a}`);
    assert.ok(Math.abs(power.worst / b - 1) < 0.01, `${power.worst} ${b}`);
    assert.ok(Math.abs(divisor / c - 1) < 1e-12);
    assert.ok(log.worst > 5 * power.worst);
  });
});

describe("the chapter on code", () => {
  const site = useSite();

  test("has each of the mistakes once, its answers among the choices", () => {
    for (const lang of ["en", "zh"]) {
      const file = `../../web/dist/${lang}/code/index.html`;
      const html = readFileSync(new URL(file, import.meta.url), "utf8");
      for (const { id } of mistakes) {
        assert.equal(html.split(`id="mistake-${id}"`).length, 2, id);
        assert.equal(html.split(`id="predict-${id}"`).length, 2, id);
      }
    }
  });

  test("answers keys, presses and choices in its figures", async (t) => {
    const { page, problems } = await site.open(t, "en/code/", { eager: true });
    const ready = (id) =>
      page.waitForFunction((name) => {
        const at = document.getElementById(name);
        at.scrollIntoView();
        return at.state && at.shadowRoot.querySelector(".finding b");
      }, id);
    const finding = async (id) => {
      await settle(page);
      return page.locator(`#${id} .finding`).textContent();
    };
    const set = (id, values) =>
      page
        .locator(`#${id}`)
        .evaluate((figure, state) => figure.setState(state), values);
    await ready("holders");
    await set("holders", { holder: "detached", steps: 100 });
    assert.match(await finding("holders"), /changes in 0 of 384/);

    assert.deepEqual(problems, []);
  });

  test("lets program and picture follow each other", async (t) => {
    const { page } = await site.open(t, "en/code/", { eager: true });
    await page.waitForFunction(() => {
      document.getElementById("program").scrollIntoView();
      const panel = document.getElementById("program");
      return panel.state && document.getElementById("cells").state;
    });
    await page.evaluate(() =>
      document.getElementById("formula").setState({ dModel: 32, pos: 7 }),
    );
    await page.waitForFunction(() => {
      const text = document
        .getElementById("program")
        .shadowRoot.querySelector("pre").textContent;
      return text.includes("d_model=32") && text.includes("table[7, ");
    });
  });
});
