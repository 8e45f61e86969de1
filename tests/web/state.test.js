import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { load } from "../../src/posenc/dist/index.js";
import { useSite } from "./browser.js";
import { openTriptych, shareTriptych, TRIPTYCH, Triptych } from "./figure.js";

const site = useSite();
const shared = shareTriptych(site);
const sharedZh = shareTriptych(site, `zh/${TRIPTYCH}`);
const first = {
  seqLen: 50,
  dModel: 64,
  base: 10000,
  layout: "interleaved",
  pos: 12,
  dim: 6,
};

/** Sets the hash, and resolves when the page has been told, which is later. */
const follow = (page, hash) =>
  page.evaluate(
    (to) =>
      new Promise((done) => {
        // Nobody is told of the one that is there.
        if (location.hash === to) return done(undefined);
        addEventListener("hashchange", () => done(undefined), { once: true });
        location.hash = to;
      }),
    hash,
  );

describe("number boxes", () => {
  test("what is not allowed keeps the figure and says what is", async () => {
    const { figure, problems } = await shared();
    const pixel = await figure.pixel(12, 6);
    for (const [name, label, allowed, bads] of [
      [
        "seqLen",
        "length",
        "a whole number from 1 to 1024",
        ["0", "-1", "1025", "1e12", "NaN", "", "abc", "2.5"],
      ],
      ["dModel", "width d", "a whole number from 2 to 512", ["1", "513", "x"]],
      [
        "base",
        "base",
        "a number from 2 to 1\u202f000\u202f000\u202f000",
        ["1", "1e10", "-5", "ten"],
      ],
      ["pos", "position", "a whole number from 0 to 49", ["50", "-1"]],
      ["dim", "dimension", "a whole number from 0 to 63", ["64", "1.5"]],
    ]) {
      for (const bad of bads) {
        await figure.box(name).fill(bad);
        assert.equal(
          await figure.box(name).getAttribute("aria-invalid"),
          "true",
        );
        assert.ok(
          (await figure.note(name)).startsWith(
            `${label} must be ${allowed}, not “${bad}”; the figure still shows `,
          ),
          await figure.note(name),
        );
        assert.deepEqual(await figure.state(), first);
        assert.equal(await figure.pixel(12, 6), pixel);
      }
      await figure.box(name).press("Escape");
      assert.equal(
        await figure.box(name).getAttribute("aria-invalid"),
        "false",
      );
      assert.equal(await figure.note(name), "");
    }
    assert.deepEqual(problems, []);
  });

  test("a good number takes effect while it is typed, in many notations", async () => {
    const { figure } = await shared();
    for (const [typed, value] of [
      ["1e4", 10000],
      ["500", 500],
      ["1,000,000", 1e6],
      ["２５６", 256],
      ["2.5", 2.5],
    ]) {
      await figure.box("base").fill(typed);
      assert.equal((await figure.state()).base, value);
    }
    await figure.box("base").blur();
    assert.equal(await figure.box("base").inputValue(), "2.5");
  });

  test("a shorter table takes position and dimension along", async () => {
    const { figure } = await shared();
    await figure.set({ pos: 49, dim: 63 });
    await figure.box("seqLen").fill("10");
    await figure.box("dModel").fill("4");
    const { pos, dim } = await figure.state();
    assert.deepEqual([pos, dim], [9, 3]);
    assert.match(await figure.formula(), /^P\(9,3\)=cos/);
  });

  test("a length typed digit by digit leaves the position where it was", async () => {
    const { page, figure } = await shared();
    await figure.box("seqLen").fill("");
    await figure.box("seqLen").pressSequentially("100");
    assert.deepEqual(await figure.state(), { ...first, seqLen: 100 });
    // So does an element whose attributes come one after the other.
    await figure.element.evaluate((it) => {
      it.setAttribute("pos", "150");
      it.setAttribute("seq-len", "200");
    });
    assert.equal((await figure.state()).pos, 150);
    // Digits are deleted from a number that is shown with its thousands apart.
    await figure.box("base").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    assert.equal((await figure.state()).base, 1000);
    await page.keyboard.press("Backspace");
    assert.equal((await figure.state()).base, 100);
  });

  test("what was refused goes when the number is set elsewhere, or reset", async () => {
    const { figure } = await shared();
    const refuse = async () => {
      await figure.box("seqLen").fill("5000");
      assert.match(await figure.note("seqLen"), /5000/);
    };
    const shows = async (text) => {
      await figure.settle();
      assert.equal(await figure.box("seqLen").inputValue(), text);
      assert.equal(await figure.note("seqLen"), "");
    };
    await refuse();
    await figure.set({ seqLen: 60 });
    await shows("60");
    await figure.use("reset");
    await refuse();
    await figure.use("reset");
    await shows("50");
  });

  test("arrow keys step, and a slider repairs a bad box", async () => {
    const { page, figure } = await shared();
    await figure.box("seqLen").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal((await figure.state()).seqLen, 51);
    assert.equal(await figure.box("seqLen").inputValue(), "51");
    await figure.box("seqLen").fill("oops");
    await figure.element.locator('[data-control="seqLen"] .slider').focus();
    await page.keyboard.press("ArrowRight");
    assert.equal((await figure.state()).seqLen, 52);
    assert.equal(await figure.box("seqLen").inputValue(), "52");
    assert.equal(await figure.note("seqLen"), "");
  });

  test("the message speaks the reader's language", async () => {
    const { figure } = await sharedZh();
    await figure.box("seqLen").fill("0");
    assert.equal(
      await figure.note("seqLen"),
      "序列长度须为 1 到 1024 的整数，不能是“0”；图中仍为 50。",
    );
  });
});

describe("the state in the address", () => {
  const elsewhere = site.share(
    `en/${TRIPTYCH}#triptych?pos=3`,
    {},
    async (page) => {
      const figure = new Triptych(page);
      await figure.ready();
      await figure.more();
    },
  );
  /** A page with position 3 in its address. */
  const atThree = async () => {
    const { page } = await elsewhere();
    const figure = new Triptych(page);
    await follow(page, "#triptych?pos=3");
    assert.deepEqual(await figure.state(), { ...first, pos: 3 });
    return { page, figure };
  };

  test("goes out after a change and comes back on loading", async (t) => {
    const { page, figure } = await openTriptych(site, t);
    assert.equal(new URL(page.url()).hash, "");
    const state = {
      ...first,
      seqLen: 100,
      base: 500,
      layout: "halves",
      dim: 40,
    };
    await figure.set(state);
    await page.waitForURL(/#triptych/);
    const { hash } = new URL(page.url());
    assert.equal(hash, "#triptych?seq-len=100&base=500&layout=halves&dim=40");
    const again = await openTriptych(site, t, `zh/${TRIPTYCH}${hash}`);
    assert.deepEqual(await again.figure.state(), state);
    const radio = again.figure.element.locator("[value=halves]");
    assert.ok(await radio.isChecked());
  });

  test("a state equal to the page's own leaves no hash", async () => {
    const { page, figure } = await atThree();
    await figure.set({ pos: 12 });
    await page.waitForFunction(() => location.hash === "");
  });

  test("a new hash in the same tab is followed", async () => {
    const { page, figure } = await atThree();
    await follow(page, "#triptych?dim=9");
    assert.deepEqual(await figure.state(), { ...first, dim: 9 });
  });

  test("a hash that leads to a place of the page leaves the figure alone", async () => {
    const { page, figure } = await atThree();
    await follow(page, "#products");
    assert.match(page.url(), /#products$/);
    assert.deepEqual(await figure.state(), { ...first, pos: 3 });
  });

  test("garbage does no harm: what is wrong is named, the rest holds", async (t) => {
    const hash =
      "#triptych?seq-len=abc&d-model=1e99&base=&layout=%00&pos=-3&dim=7&zzz=1&__proto__=2";
    const { figure, problems } = await openTriptych(
      site,
      t,
      `en/${TRIPTYCH}${hash}`,
    );
    assert.deepEqual(await figure.state(), { ...first, dim: 7 });
    const faults = await figure.element.locator(".faults").textContent();
    assert.match(
      faults,
      /seq-len must be a whole number from 1 to 1024, not “abc”; the figure still shows 50\./,
    );
    assert.match(faults, /layout must be interleaved or halves/);
    assert.deepEqual(problems, []);
    for (const hash of [
      "#%",
      "#?",
      "#triptych?%E0%A4%A",
      "#triptych?a.b.c=1",
    ]) {
      const { figure, problems } = await openTriptych(
        site,
        t,
        `en/${TRIPTYCH}${hash}`,
      );
      assert.deepEqual(await figure.state(), first);
      assert.deepEqual(problems, []);
    }
  });

  test("reset goes back to the page's own state and clears messages", async (t) => {
    const hash = "#triptych?seq-len=abc&dim=7";
    const { figure } = await openTriptych(site, t, `en/${TRIPTYCH}${hash}`);
    await figure.use("reset");
    assert.deepEqual(await figure.state(), first);
    assert.equal(await figure.element.locator(".faults").textContent(), "");
  });
});

describe("the language switch", () => {
  test("changes every text in place and keeps the state", async (t) => {
    const { page, figure, problems } = await openTriptych(site, t);
    await figure.set({ seqLen: 80, pos: 33 });
    await page.waitForURL(/#triptych/);
    await page.evaluate(() => {
      document.querySelector("pe-playground").mark = "the same element";
    });
    await page.locator('[data-language="zh"]').click();
    await page.waitForURL(/\/zh\/[\w-]+\/#triptych\?seq-len=80&pos=33$/);
    await figure.settle();
    assert.equal(
      await page.evaluate(() => document.documentElement.lang),
      "zh-CN",
    );
    assert.equal(await page.locator("h1").textContent(), "再谈正弦波");
    assert.match(
      await figure.element.locator(".finding").textContent(),
      /^从左到右转速递减/,
    );
    assert.match((await figure.spoken())[2], /^位置 33 处的指针/);
    assert.equal((await figure.state()).pos, 33);
    assert.equal(
      await figure.element.evaluate((it) => it.mark),
      "the same element",
    );
    await page.goBack();
    await page.waitForFunction(() => document.documentElement.lang === "en");
    await figure.settle();
    assert.match(
      await figure.element.locator(".finding").textContent(),
      /^Left to right/,
    );
    assert.deepEqual(problems, []);
  });

  test("shows what was asked for last, and takes the state along", async (t) => {
    const { page, figure } = await openTriptych(site, t);
    /** @type {(value?: unknown) => void} */
    let release;
    const released = new Promise((done) => {
      release = done;
    });
    await page.route(/\/zh\/[\w-]+\/$/, async (route) => {
      await released;
      await route.continue();
    });
    const lang = () => page.evaluate(() => document.documentElement.lang);
    const zh = page.locator('[data-language="zh"]');
    const before = await page.evaluate(() => history.length);
    await zh.click();
    await page.locator('[data-language="en"]').click();
    release();
    await page.waitForLoadState("networkidle");
    assert.equal(await lang(), "en");
    await zh.dblclick();
    // Written into the address while the other page is on its way.
    await figure.set({ pos: 33 });
    await page.waitForURL(/\/zh\/[\w-]+\/#triptych\?pos=33$/);
    assert.equal(await lang(), "zh-CN");
    assert.equal(await page.evaluate(() => history.length), before + 1);
  });

  test("leaves the same document as loading the other page", async (t) => {
    const outline = (page) =>
      page.evaluate(() => {
        const copy = /** @type {HTMLElement} */ (document.body.cloneNode(true));
        // The stage measures its words anew when it moves, and is said a while
        // after it has come to rest.
        for (const it of copy.querySelectorAll(".board, .said")) {
          it.remove();
        }
        return copy.innerHTML.replace(/\s+data-linked=""/g, "");
      });
    // The home page, whose stage and cards are a script's too.
    const switched = await site.open(t, "en/");
    await switched.page.waitForSelector(".story[data-step]");
    await switched.page.locator('[data-language="zh"]').click();
    await switched.page.waitForURL(/\/zh\//);
    const loaded = await site.open(t, "zh/");
    await loaded.page.waitForSelector(".story[data-step]");
    assert.equal(await outline(switched.page), await outline(loaded.page));
    assert.equal(await switched.page.title(), await loaded.page.title());
  });
});

describe("attributes and properties", () => {
  test("mirror each other; a bad attribute is named inside the figure", async () => {
    const { page, figure } = await shared();
    const result = await figure.element.evaluate((it) => {
      const errors = [];
      it.addEventListener("pe-error", ({ detail }) => errors.push(detail));
      it.setAttribute("seq-len", "30");
      const mirrored = it.seqLen;
      it.setAttribute("d-model", "many");
      it.base = 77;
      return { mirrored, errors, dModel: it.dModel, base: it.base };
    });
    assert.equal(result.mirrored, 30);
    assert.equal(result.dModel, 64);
    assert.equal(result.base, 77);
    const message =
      "d-model must be a whole number from 2 to 512, not “many”; the figure still shows 64.";
    assert.deepEqual(result.errors, [message]);
    const faults = figure.element.locator(".faults");
    assert.equal(await faults.textContent(), message);
    await figure.element.evaluate((it) => it.removeAttribute("d-model"));
    assert.equal(await faults.textContent(), "");
    await page.waitForTimeout(0);
  });

  test("attributes count in any order", async () => {
    const { page } = await shared();
    const states = await page.evaluate(() => {
      const words = ['pos="100"', 'dim="90"', 'seq-len="200"', 'd-model="128"'];
      const made = document.createElement("div");
      made.innerHTML = [words, [...words].reverse()]
        .map((all) => `<pe-playground ${all.join(" ")}></pe-playground>`)
        .join("");
      document.querySelector("main").append(made);
      const all = [.../** @type {any} */ (made.children)];
      const found = all.map(({ state }) => state);
      made.remove();
      return found;
    });
    assert.deepEqual(states[0], states[1]);
    const { seqLen, dModel, pos, dim } = states[0];
    assert.deepEqual(
      { seqLen, dModel, pos, dim },
      {
        seqLen: 200,
        dModel: 128,
        pos: 100,
        dim: 90,
      },
    );
  });

  test("a file is of the state that was set just before", async () => {
    const { figure } = await shared();
    const { csv, svg } = await figure.element.evaluate((it) => {
      it.setState({ seqLen: 3, dModel: 32, pos: 2, dim: 4 });
      return { csv: it.exportCSV(), svg: it.exportSVG() };
    });
    const rows = csv.trim().split("\n");
    assert.equal(rows.length, 3);
    assert.equal(rows[2].split(",").length, 32);
    assert.match(svg, /P\(2, 4\) = /);
  });

  test("a figure far away says what is wrong with it when it comes near", async () => {
    const { page, problems } = await shared();
    const errors = await page.evaluateHandle(() => {
      const found = [];
      document.addEventListener("pe-error", ({ detail }) => found.push(detail));
      const far = document.createElement("div");
      far.style.paddingTop = "9000px";
      far.innerHTML =
        '<pe-playground d-model="many" base="-1"></pe-playground>';
      document.querySelector("main").append(far);
      return found;
    });
    await page.waitForTimeout(300);
    assert.deepEqual(await errors.jsonValue(), []);
    const figure = page.locator("pe-playground").last();
    await figure.scrollIntoViewIfNeeded();
    await figure.and(page.locator("[data-live]")).waitFor();
    const told = await errors.jsonValue();
    assert.equal(told.length, 2);
    assert.match(told[0], /^d-model must be .* not “many”/);
    assert.match(told[1], /^base must be .* not “-1”/);
    const shown = await figure.locator(".faults p").allTextContents();
    assert.deepEqual(shown, told);
    await figure.evaluate((it) => it.parentElement?.remove());
    assert.deepEqual(problems, []);
  });

  test("an element made by script, moved and removed, draws and frees", async () => {
    const { page, problems } = await shared();
    const ready = await page.evaluate(async () => {
      /** @type {any} */
      const it = document.createElement("pe-playground");
      it.setAttribute("seq-len", "8");
      it.dModel = 4;
      let count = 0;
      it.addEventListener("pe-ready", () => {
        count += 1;
      });
      const seen = new Promise((done) =>
        it.addEventListener("pe-ready", done, { once: true }),
      );
      document.querySelector("main").prepend(it);
      // The page stands elsewhere.
      it.scrollIntoView({ behavior: "instant" });
      await seen;
      const cells = it.shadowRoot.querySelector(".cells");
      const size = [cells.width, cells.height];
      document.querySelector("main").append(it);
      const value = it.shadowRoot.querySelector("[data-v=value]");
      const end = performance.now() + 10_000;
      do await new Promise((done) => setTimeout(done, 200));
      while (value.textContent === "…" && performance.now() < end);
      const again = value.textContent;
      it.remove();
      return { size, again, count };
    });
    assert.deepEqual(ready.size, [4, 8]);
    assert.notEqual(ready.again, "…");
    assert.equal(ready.count, 1);
    assert.deepEqual(problems, []);
  });

  test("the theme attribute outranks the page", async () => {
    const { page, figure } = await shared();
    await page.emulateMedia({ colorScheme: "light" });
    const theme = () =>
      figure.element.evaluate(
        (it) => it.shadowRoot.querySelector(".root").dataset.theme,
      );
    assert.equal(await theme(), "light");
    await figure.element.evaluate((it) => it.setAttribute("theme", "dark"));
    assert.equal(await theme(), "dark");
  });
});

describe("the tools", () => {
  test("CSV holds the table to the last bit of float32", async () => {
    const { page, figure } = await shared();
    await figure.set({ seqLen: 5, dModel: 6 });
    const saving = page.waitForEvent("download");
    await figure.use("csv");
    const file = await saving;
    assert.equal(file.suggestedFilename(), "pe-playground.csv");
    const rows = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\n");
    const pe = await load();
    const { data } = pe.embedding.sinusoidal({ seqLen: 5, dModel: 6 });
    const values = rows.flatMap((row) => row.split(",").map(Number));
    assert.deepEqual(values.map(Math.fround), [...data]);
  });

  test("PNG and SVG hold the figure", async () => {
    const { page, figure } = await sharedZh();
    let saving = page.waitForEvent("download");
    await figure.use("png");
    const png = readFileSync(await (await saving).path());
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.deepEqual(
      [png.readUInt32BE(16), png.readUInt32BE(20)],
      [1920, 1268],
    );
    saving = page.waitForEvent("download");
    await figure.use("svg");
    const svg = readFileSync(await (await saving).path(), "utf8");
    assert.match(svg, /^<svg xmlns=/);
    assert.match(svg, /<image [^>]*href="data:image\/png/);
    assert.match(svg, /从左到右转速递减/);
    assert.doesNotMatch(svg, /var\(--|NaN|undefined/);
  });

  test("the table shows the numbers around the cell, the code the state", async () => {
    const { figure } = await shared();
    await figure.use("table");
    const table = figure.element.locator("#table-panel table");
    const marked = table.locator('[aria-current="true"]');
    assert.equal(await marked.textContent(), "\u22120.9401");
    assert.equal(
      await figure.tool("table").getAttribute("aria-expanded"),
      "true",
    );
    await figure.use("code");
    await figure.set({ seqLen: 20, layout: "halves" });
    const code = await figure.element.locator("#code-panel code").textContent();
    assert.match(
      code,
      /seqLen: 20,\n {2}dModel: 64,\n {2}base: 10000,\n {2}layout: "halves"/,
    );
    const body = code
      .replace(/import .*\n/, "")
      .replaceAll("console.log", "print");
    const printed = [];
    const AsyncFunction = /** @type {any} */ ((async () => {}).constructor);
    await new AsyncFunction("load", "print", body)(load, (x) =>
      printed.push(x),
    );
    assert.deepEqual(printed[0], [20, 64]);
    assert.ok(code.includes(`// ${printed[1]}`));
    for (const name of ["table", "code"]) await figure.use(name);
  });

  test("a link is copied, or shown where copying is forbidden", async (t) => {
    const { page, figure } = await openTriptych(
      site,
      t,
      `en/${TRIPTYCH}#triptych?pos=3`,
      {
        permissions: ["clipboard-read", "clipboard-write"],
      },
    );
    await figure.use("copyLink");
    const notice = figure.element.locator(".notice");
    await notice.filter({ hasText: "Link copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `${site.url}en/${TRIPTYCH}#triptych?pos=3`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await figure.use("copyLink");
    const field = figure.element.locator("input.link");
    assert.equal(await field.inputValue(), copied);
  });
});

describe("a start that fails", () => {
  test("says why and what to do, and can be tried again", async (t) => {
    const { page } = await site.open(t, "about.txt");
    let broken = true;
    await page.route("**/*.wasm", (route) =>
      broken ? route.abort() : route.continue(),
    );
    await page.goto(`${site.url}en/${TRIPTYCH}`);
    await page.locator("pe-playground").scrollIntoViewIfNeeded();
    const faults = page.locator("pe-playground .faults");
    await faults.filter({ hasText: "The figure cannot start." }).waitFor();
    assert.match(
      await faults.textContent(),
      /posenc: the WebAssembly module does not start/,
    );
    broken = false;
    await faults.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(
      () =>
        document
          .querySelector("pe-playground")
          .shadowRoot.querySelector(".cells").width === 64,
    );
    assert.equal(await faults.textContent(), "");
  });

  test("shows nothing where no cell is painted: an opaque canvas is black", async (t) => {
    const { page } = await site.open(t, "about.txt");
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${site.url}en/sinusoids/#heatmap`);
    const figure = page.locator("pe-heatmap").first();
    await figure
      .locator(".faults", { hasText: "The figure cannot start." })
      .waitFor();
    const sizes = await figure
      .locator("canvas")
      .evaluateAll((all) => all.map((it) => it.clientWidth * it.width));
    assert.ok(sizes.length > 0);
    assert.deepEqual(new Set(sizes), new Set([0]));
  });
});
