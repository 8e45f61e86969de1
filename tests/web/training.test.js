// "Train it yourself": runs that a reader makes in the page, in threads.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const { quantity } = await importSource("widgets/words/text.ts");
const { optionsOf, TASKS, TOKENS } = await importSource(
  "widgets/trained/runs.ts",
);
const { load } = await import("posenc-training");
const { runs } = JSON.parse(
  readFileSync(inRoot("web/widgets/trained/results.json"), "utf8"),
);

const site = useSite();
const CHAPTER = "en/long-context/";
const CHOOSING = "en/choosing/";

/**
 * Runs in the page: keeps every text of the line, since some stand there for less
 * time than a loaded machine takes to look again.
 */
function listen(at) {
  const told = at.shadowRoot.querySelector(".told");
  const texts = [];
  /** The first text that has not been asked about. */
  let from = 0;
  const take = () => texts.push(told.textContent.replace(/\s+/g, " "));
  take();
  const heard = new EventTarget();
  new MutationObserver(() => {
    take();
    heard.dispatchEvent(new Event("text"));
  }).observe(told, { childList: true, characterData: true, subtree: true });
  at.told = {
    texts,
    /** From now on, only what is there now and what comes counts. */
    skip: () => {
      from = texts.length - 1;
    },
    /** Waits for a text from there on; the next may be this one. */
    wait: (pattern, ms) =>
      new Promise((done, fail) => {
        const look = () => {
          const index = texts.findIndex(
            (it, n) => n >= from && pattern.test(it),
          );
          if (index < 0) return;
          from = index;
          clearTimeout(timer);
          heard.removeEventListener("text", look);
          done(texts[index]);
        };
        const timer = setTimeout(() => {
          heard.removeEventListener("text", look);
          fail(new Error(`not said: ${pattern}; last: ${texts.at(-1)}`));
        }, ms);
        heard.addEventListener("text", look);
        look();
      }),
  };
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Opens the chapter at a figure, in a state. */
async function open(t, id, query, path = CHAPTER) {
  const { page, problems } = await site.open(t, `${path}#${id}?${query}`);
  const figure = page.locator(`#${id}`);
  await figure.evaluate(listen);
  let most = 0;
  page.on("worker", () => {
    most = Math.max(most, page.workers().length);
  });
  await figure.scrollIntoViewIfNeeded();
  await page.locator(`#${id}[data-live]`).waitFor();
  const told = figure.locator(".told");
  return {
    page,
    problems,
    figure,
    told,
    press: async (name) => {
      await figure.evaluate((at) => at.told.skip());
      await figure.locator(".work button", { hasText: name }).click();
    },
    says: (text) =>
      figure.evaluate(
        (at, pattern) => at.told.wait(pattern, 60_000),
        text instanceof RegExp ? text : new RegExp(escaped(text)),
      ),
    /** All that it has said so far. */
    said: () => figure.evaluate((at) => at.told.texts),
    threads: () => page.workers().length,
    /** The most there were at once. */
    mostThreads: () => Math.max(most, page.workers().length),
    noThreads: async () => {
      for (let n = 0; n < 100 && page.workers().length > 0; n += 1) {
        await page.waitForTimeout(50);
      }
      assert.equal(page.workers().length, 0);
    },
  };
}

/** Scores of the reader's runs, as the figure hands them out. */
const ownRows = (it) =>
  it.figure.evaluate((at) =>
    at
      .exportCSV()
      .split("\n")
      .filter((line) => line.includes("(yours)"))
      .join("\n"),
  );

/** Scores of a run of 60 steps, seed 5, that nothing has stopped. */
let rowsOfWhole;

/** Makes that run, where no test has made it before. */
async function trainWhole(t) {
  const it = await open(t, "train-short", "train-steps=60&seed=5&run=one");
  await it.says("none is shipped with these settings");
  assert.deepEqual(it.problems, []);
  return ownRows(it);
}

describe("training in the page", () => {
  test("a pressed button trains, tests and says that no such run is shipped", async (t) => {
    const it = await open(t, "train-short", "train-steps=60&seed=5");
    assert.equal(it.threads(), 0);
    const dots = () =>
      it.figure.locator('.pane-lengths path[fill="var(--_paper)"]').count();
    assert.equal(await dots(), 0);
    await it.press("Train it yourself");
    await it.says(/step \d+ of 60/);
    assert.equal(it.threads(), 1);
    await it.says("none is shipped with these settings");
    assert.equal(await dots(), 8, "a ring for each length");
    await it.noThreads();
    const { run } = await it.figure.evaluate((at) => at.state);
    assert.equal(run, "one");
    const rows = await it.figure.evaluate((at) => at.exportCSV());
    assert.match(rows, /^rope \(yours\),320,/m);
    rowsOfWhole = await ownRows(it);
    await it.page.waitForURL(/train-short\?.*run=one/);
    assert.deepEqual(it.problems, []);
  });

  test("what is pressed before the figure's code is there is done then", async (t) => {
    for (const [path, id, script] of [
      [CHAPTER, "train-short", "train"],
      [CHOOSING, "design-one", "design"],
    ]) {
      const { page, problems } = await site.open(t, "en/glossary/");
      /** @type {(value?: unknown) => void} */
      let arrive = () => {};
      const arrived = new Promise((resolve) => {
        arrive = resolve;
      });
      await page.route(
        new RegExp(`assets/${script}-[^/]*\\.js`),
        async (route) => {
          await arrived;
          await route.continue();
        },
      );
      const { origin } = new URL(page.url());
      await page.goto(`${origin}/${path}#${id}?train-steps=60`);
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('.work [data-work="0"]').click();
      const told = figure.locator(".told");
      assert.equal(await told.textContent(), "Loading …");
      assert.equal(await figure.getAttribute("data-live"), null);
      arrive();
      await told.filter({ hasText: /step \d+ of 60/ }).waitFor();
      await figure.locator(".work button", { hasText: "Stop" }).click();
      assert.deepEqual(problems, []);
    }
  });

  test("a link begins the run that is shipped, with its very numbers", async (t) => {
    const [shipped] = runs.filter(
      ({ task, scheme, seed }) =>
        task === "back" && scheme === "alibi" && seed === 0,
    );
    const it = await open(t, "train-short", "run=one&scheme=alibi");
    const point = /step (\d+) of 800, loss ([\d.]+)/;
    const [, first] = point.exec(await it.says(point)) ?? [];
    await it.says(new RegExp(`step (?!${first} )\\d+ of 800, loss`));
    await it.press("Stop");
    await it.says("stopped at step");
    // Steps that end within one frame show only the last of them.
    const points = (await it.said()).flatMap((text) => {
      const [, step, loss] = point.exec(text) ?? [];
      return step ? [[Number(step), loss]] : [];
    });
    assert.ok(new Set(points.map(([step]) => step)).size >= 2);
    assert.deepEqual(
      points,
      points.map(([step]) => [step, quantity(shipped.loss[step / 20 - 1])]),
    );
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("it pauses, goes on, and ends when the figure leaves the page", async (t) => {
    const it = await open(t, "train-short", "run=one");
    await it.says("step 20");
    await it.press("Pause");
    const { page, told } = it;
    // The steps at hand are still made, in a second or in three; no more come.
    let paused = await told.textContent();
    let changes = 0;
    for (let calm = 0; calm < 8; calm += 1) {
      await page.waitForTimeout(500);
      const now = await told.textContent();
      if (now === paused) continue;
      [paused, calm] = [now, -1];
      changes += 1;
      assert.ok(changes <= 2, now);
    }
    await it.press("Go on");
    await page.waitForFunction(
      ([text]) =>
        document
          .querySelector("#train-short")
          ?.shadowRoot?.querySelector(".told")?.textContent !== text,
      [paused],
    );
    assert.equal(it.threads(), 1);
    await it.figure.evaluate((at) => at.remove());
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("all schemes are trained in as many threads as there are cores", async (t) => {
    const it = await open(t, "train-short", "run=all&train-steps=60");
    await it.says("0 of 6 done");
    const cores = await it.page.evaluate(() => navigator.hardwareConcurrency);
    await it.says(/step \d+ of 60/);
    await it.says(/[1-5] of 6 done/);
    assert.equal(it.mostThreads(), Math.min(6, cores));
    // Others take the place of those that have ended, while there are any.
    const wanted = async () => {
      const [, done] = /(\d) of 6 done/.exec(await it.told.textContent()) ?? [];
      return Math.min(6 - Number(done), cores);
    };
    // Both numbers change: they are compared at one time, not asked for again.
    let now = [it.threads(), await wanted()];
    for (let n = 0; n < 200 && now[0] !== now[1]; n += 1) {
      await it.page.waitForTimeout(50);
      now = [it.threads(), await wanted()];
    }
    assert.equal(now[0], now[1]);
    // A usual press waits for calm frames, and the runs may end before those come.
    await it.figure
      .locator(".work button", { hasText: "Stop" })
      .dispatchEvent("click");
    await it.noThreads();
  });

  test("what it says can be said in other words, part by part", async (t) => {
    const it = await open(t, "train-short", "train-steps=60");
    await it.figure.evaluate((at) => {
      /** @type {any} */ (at).wording = {
        "Train it yourself": "Entrénalo tú",
        Stop: "Detener",
        ", seed {1}:": ", semilla {1}:",
        "step {1} of {2}, loss {3}, {4} tokens/s, {5} s left":
          "paso {1} de {2}",
        "stopped at step {1}": "detenido en el paso {1}",
      };
    });
    await it.press("Entrénalo tú");
    await it.says(/^RoPE, semilla 0: paso \d+ de 60$/);
    await it.press("Detener");
    await it.says(/^RoPE, semilla 0: detenido en el paso \d+$/);
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("a thread that is blocked is told plainly, and can be tried again", async (t) => {
    const it = await open(t, "train-short", "train-steps=60");
    const lines = await it.figure.locator(".pane-lengths path").count();
    await it.page.route(/\/thread-[\w-]+\.js/, (route) => route.abort());
    await it.press("Train it yourself");
    await it.says("training does not work here");
    await it.says("The shipped results stay.");
    assert.equal(await it.figure.locator(".pane-lengths path").count(), lines);
    assert.equal(await it.figure.locator(".faults").textContent(), "");
    await it.page.unroute(/\/thread-[\w-]+\.js/);
    await it.press("Try again");
    await it.says(/step \d+ of 60/);
    await it.press("Stop");
    await it.noThreads();
  });
});

/** Chooses a file where the figure asks for one. */
async function choose(it, bytes, name = "run.posenc") {
  const asked = it.page.waitForEvent("filechooser");
  await it.press("Open a saved run");
  const chooser = await asked;
  const mimeType = "application/octet-stream";
  await chooser.setFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

/** Drops files on the figure. */
const drop = (it, ...files) =>
  it.figure.locator(".pane-lengths").evaluate(
    (at, all) => {
      const dataTransfer = new DataTransfer();
      for (const bytes of all) {
        const data = Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0));
        dataTransfer.items.add(new File([data], "run.posenc"));
      }
      const init = { dataTransfer, bubbles: true, cancelable: true };
      const marked = () => at.closest(".hands-on").classList.contains("over");
      const seen = [];
      for (const type of ["dragover", "drop"]) {
        at.dispatchEvent(new DragEvent(type, { ...init, composed: true }));
        seen.push(marked());
      }
      return seen;
    },
    // As numbers a run takes seconds to arrive.
    files.map((bytes) => Buffer.from(bytes).toString("base64")),
  );

/** A run of the chapter's models, saved by the library itself. */
async function savedRun(steps, more = {}) {
  const trainer = (await load()).trainer({
    ...optionsOf("back", "alibi", 5, 60),
    ...more,
  });
  if (steps > 0) trainer.step(steps);
  const bytes = trainer.save();
  trainer.dispose();
  return bytes;
}

describe("a saved run", () => {
  test("goes on in another page to the very numbers of one that was not stopped", async (t) => {
    rowsOfWhole ??= await trainWhole(t);
    const rows = rowsOfWhole;
    assert.match(rows, /^rope \(yours\),20,/);

    const first = await open(t, "train-short", "train-steps=60&seed=5&run=one");
    await first.says(/step (20|40) of 60/);
    await first.press("Pause");
    const coming = first.page.waitForEvent("download");
    await first.press("Save the run");
    const download = await coming;
    assert.match(
      download.suggestedFilename(),
      /^train-seed-5-step-(20|40)\.posenc$/,
    );
    const bytes = readFileSync(await download.path());
    const again = (await load()).restore(new Uint8Array(bytes));
    assert.equal(
      download.suggestedFilename(),
      `train-seed-5-step-${again.steps}.posenc`,
    );
    assert.deepEqual(again.options, optionsOf("back", "rope", 5, 60));
    again.dispose();

    const second = await open(t, "train-short", "task=copy&scheme=t5");
    await choose(second, bytes);
    await second.says("none is shipped with these settings");
    assert.equal(await ownRows(second), rows);
    const { task, scheme, seed, trainSteps, run } =
      await second.figure.evaluate((at) => at.state);
    assert.deepEqual(
      { task, scheme, seed, trainSteps, run },
      { task: "back", scheme: "rope", seed: 5, trainSteps: 60, run: "one" },
    );
    await second.noThreads();
    for (const it of [first, second]) assert.deepEqual(it.problems, []);
  });

  test("that was dropped draws only what it has learned here, and its last state can be saved", async (t) => {
    const it = await open(t, "train-short", "");
    assert.deepEqual(await drop(it, await savedRun(37)), [true, false]);
    await it.says("none is shipped with these settings");
    const dots = it.figure.locator('.pane-losses path[fill="var(--_paper)"]');
    assert.equal(await dots.count(), 1, "the mean of steps 41 to 60 alone");
    const coming = it.page.waitForEvent("download");
    await it.press("Save the run");
    const bytes = readFileSync(await (await coming).path());
    assert.deepEqual(new Uint8Array(bytes), await savedRun(60));
    assert.deepEqual(it.problems, []);
  });

  test("that cannot be opened says why, and what is going on goes on", async (t) => {
    // Before a thread of the page trains beside it.
    const good = await savedRun(1);
    const otherBatch = await savedRun(1, { batch: 8 });
    const otherSeed = await savedRun(1, { seed: 123456 });
    const it = await open(
      t,
      "train-short",
      "run=one&scheme=none&train-steps=4000",
    );
    await it.says(/step \d+ of 4000/);
    const [, before] = /step (\d+)/.exec(await it.told.textContent()) ?? [];
    const changed = (at) => good.map((byte, n) => (n === at ? byte ^ 8 : byte));
    for (const [given, reason] of [
      [
        good.subarray(0, -5),
        "training.restore: bytes must be whole: it is cut",
      ],
      [changed(8), "of this version of the library, which reads 1, got 9"],
      [changed(good.length - 9), "a byte of it has changed"],
      [
        new TextEncoder().encode("Dear all,"),
        "must be a run that save() wrote",
      ],
      [otherBatch, "settings that the figure does not make"],
      [otherSeed, "settings that the figure does not"],
    ]) {
      await drop(it, given);
      await it.says(reason);
    }
    await drop(it, good, good);
    await it.says("One file at a time");
    await it.figure.locator(".spoken", { hasText: "One file" }).waitFor();
    await it.press("Pause");
    await it.says(/step \d+ of 4000/);
    const [, now] = /step (\d+)/.exec(await it.told.textContent()) ?? [];
    assert.ok(Number(now) > Number(before), `${before}, then ${now}`);
    await it.press("Stop");
    await it.noThreads();
    // What is no file is left to the page.
    const prevented = await it.figure.locator(".work").evaluate((at) => {
      const event = new DragEvent("dragover", {
        dataTransfer: new DataTransfer(),
        bubbles: true,
        cancelable: true,
      });
      at.dispatchEvent(event);
      return event.defaultPrevented;
    });
    assert.equal(prevented, false);
    assert.deepEqual(it.problems, []);
  });

  test("that is damaged leaves nothing behind where nothing was going on", async (t) => {
    const it = await open(t, "train-short", "", "zh/long-context/");
    await drop(it, (await savedRun(1)).subarray(0, 40));
    await it.says("无法打开这个文件。training.restore: bytes must be whole");
    await it.noThreads();
    await it.press("亲自训练一次");
    await it.says(/第 \d+ \/ 800 步/);
    await it.press("停止");
    assert.deepEqual(it.problems, []);
  });

  test("of a formula brings the formula along", async (t) => {
    const it = await open(t, "design-one", "", CHOOSING);
    const frequencies = "50^(-2*i/d)";
    const position = { type: "custom", frequencies };
    await choose(it, await savedRun(40, { position }));
    await it.says("none is shipped with these settings");
    const { formula, kind } = await it.figure.evaluate((at) => at.state);
    assert.deepEqual([formula, kind], [frequencies, "frequencies"]);
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });
});

describe("a formula of one's own", () => {
  test("is read as it is typed, and a mistake is pointed at", async (t) => {
    const it = await open(t, "design-one", "", CHOOSING);
    const box = it.figure.locator("#formula");
    await box.fill("-(i - j) * foo");
    const mark = it.figure.locator(".said mark");
    await mark.waitFor();
    assert.equal(await mark.textContent(), "f");
    assert.match(
      await it.figure.locator(".said .bad").textContent(),
      /Column 12: expected one of i, j, h/,
    );
    assert.equal(await it.figure.locator('.work [data-work="0"]').count(), 0);
    await box.fill("log(i - j)");
    await it.figure
      .locator(".said .bad", { hasText: "no usable number" })
      .waitFor();
    await it.figure.locator("button", { hasText: "window" }).click();
    await it.figure.locator(".said code", { hasText: "-10 * max" }).waitFor();
    assert.equal(await box.inputValue(), "-10 * max(0, (i - j) - 4)");
    assert.equal(await mark.count(), 0);
    assert.deepEqual(it.problems, []);
  });

  test("of a link that cannot be read is not offered for training", async (t) => {
    const it = await open(t, "design-one", "formula=i%20%3B%20j", CHOOSING);
    await it.figure.locator(".said mark", { hasText: ";" }).waitFor();
    await it.figure
      .locator('.work [data-work="0"]')
      .waitFor({ state: "detached" });
    assert.deepEqual(it.problems, []);
  });

  test("is trained against its rivals", async (t) => {
    const formula = encodeURIComponent("-(i - j)^2 / (h * T)");
    const it = await open(
      t,
      "design-one",
      `formula=${formula}&train-steps=60&run=all`,
      "zh/choosing/",
    );
    await it.says("已完成 3 / 3");
    await it.noThreads();
    assert.deepEqual(it.problems, []);
  });

  test("knows as many tokens of a text as the trainer", async () => {
    const training = await load();
    for (const [name, length] of Object.entries(TOKENS)) {
      const { task, trainLen } = TASKS[name];
      const trainer = training.trainer({
        task,
        trainLen,
        position: "none",
        layers: 1,
        dModel: 16,
        numHeads: 2,
      });
      const { tokens } = trainer.example(0, trainLen);
      trainer.dispose();
      assert.equal(tokens.length, length, name);
    }
  });
});
