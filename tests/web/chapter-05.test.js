import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { runPython } from "../code/run.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";

let rules;
let mistakes;
before(async () => {
  rules = await importSource("widgets/figures/05-code/broadcast-rules.ts");
  ({ mistakes } = await importSource("widgets/code/mistakes.ts"));
});

/** States of the shape tracer: all layouts, and lengths that collide. */
function* states() {
  const sizes = [
    { batch: 3, seqLen: 5, dModel: 8, maxLen: 16 },
    { batch: 2, seqLen: 7, dModel: 5, maxLen: 9 },
    { batch: 2, seqLen: 6, dModel: 8, maxLen: 4 },
    { batch: 6, seqLen: 2, dModel: 4, maxLen: 5 },
    { batch: 1, seqLen: 3, dModel: 4, maxLen: 1 },
    { batch: 4, seqLen: 1, dModel: 2, maxLen: 3 },
  ];
  for (const size of sizes) {
    for (const order of ["batch-first", "time-first"]) {
      for (const table of ["batch-first", "time-first", "flat"]) {
        for (const column of [true, false]) {
          yield { ...size, order, table, column };
        }
      }
    }
  }
}

/** The figure's own lines as a program that prints the shape of each. */
function program(given) {
  const { dModel, maxLen } = given;
  const [a, b, c] = rules.tokens(given);
  const lines = rules.trace(given).map(({ code }) => {
    const target = code.split(" = ")[0];
    return `${code}\nprint(list(${target}.shape))`;
  });
  return `import torch
base, d_model, max_len = 10000.0, ${dModel}, ${maxLen}
x = torch.zeros(${a}, ${b}, ${c})
${lines.join("\n")}
print(y.flatten().tolist())
`;
}

describe("the shape tracer", () => {
  test("says of every line what PyTorch says", async () => {
    const all = [...states()];
    const results = await runPython(all.map(program));
    let failures = 0;
    let silent = 0;
    all.forEach((given, k) => {
      const name = JSON.stringify(given);
      const { output, error } = results[k];
      const printed = output.trim().split("\n").filter(Boolean);
      const traced = rules.trace(given);
      const shapes = traced.filter(({ outcome }) => "shape" in outcome);
      shapes.forEach(({ outcome }, line) => {
        assert.equal(printed[line], `[${outcome.shape.join(", ")}]`, name);
      });
      const fault = traced.find(({ outcome }) => "error" in outcome);
      assert.equal(error?.last, fault?.outcome.error, name);
      const rows = rules.received(given);
      assert.equal(rows === undefined, fault !== undefined, name);
      if (!rows) {
        failures += 1;
        return;
      }
      const y = JSON.parse(printed.at(-1));
      const { batch, seqLen, dModel, order, column, maxLen } = given;
      rows.forEach((row, at) => {
        const [b, t] = [Math.floor(at / seqLen), at % seqLen];
        const from = (order === "batch-first" ? at : t * batch + b) * dModel;
        // Without the column all rows are one; its first number is sin 0.
        const wanted = column || maxLen === 1 ? Math.sin(row) : 0;
        assert.ok(Math.abs(y[from] - wanted) < 1e-6, `${name}: ${b}, ${t}`);
        if (column && row !== t) silent += 1;
      });
    });
    assert.ok(failures > 10 && silent > 10, `${failures}, ${silent}`);
  });

  test("broadcasts any two shapes as NumPy does", async () => {
    const shapes = [[], [1], [3], [4, 1], [3, 4], [2, 1, 4], [2, 3, 1], [5]];
    const pairs = shapes.flatMap((a) => shapes.map((b) => [a, b]));
    const [{ output }] = await runPython([
      `import numpy as np
for a, b in ${JSON.stringify(pairs)}:
    try:
        print(list(np.broadcast_shapes(tuple(a), tuple(b))))
    except ValueError:
        print("no")
`,
    ]);
    const said = output.trim().split("\n");
    pairs.forEach(([a, b], k) => {
      const result = rules.broadcast(a, b);
      const own = result.shape ? `[${result.shape.join(", ")}]` : "no";
      assert.equal(own, said[k], JSON.stringify([a, b]));
    });
  });
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
    const stateOf = (id) =>
      page.evaluate((name) => document.getElementById(name).state, id);

    await ready("broadcast");
    assert.match(await finding("broadcast"), /76 of 80 tokens/);
    const cells = page.locator("#broadcast [role=application]");
    await cells.focus();
    const { pos } = await stateOf("broadcast");
    await page.keyboard.press("ArrowRight");
    assert.equal((await stateOf("broadcast")).pos, pos + 1);
    await set("broadcast", { dModel: 511 });
    assert.match(await finding("broadcast"), /expanded size .*\(255\)/);

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
