// Figures that show a table of the page that they stand in.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { leaveBrowser, settle, useBrowser } from "./browser.js";
import { NOTES, openNotes } from "./notes.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

/** Bytes of a `.npy` file of float32 numbers, or with another header. */
function npy(numbers, shape, descr = "<f4") {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${tuple}), }`;
  const header = Buffer.from(`${text.padEnd(117)}\n`);
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, 118, 0]);
  return Buffer.concat([
    start,
    header,
    Buffer.from(Float32Array.from(numbers).buffer),
  ]);
}

const FILES = {
  "table.csv": "a,b,c\n0.1,0.2,0.3\n-0.5,0.4,9\n1,2,3\n",
  "other.csv": "1;2\n3;4\n",
  "table.json": "[[1,2],[3,4],[5,6]]",
  "table.npy": npy([1, 2, 3, 4, 5, 6], [3, 2]),
  "words.npy": npy([1, 2], [1, 2], "<U4"),
  "short.npy": npy([1, 2, 3], [3, 2]),
  "ragged.csv": "1,2\n3,4\n5\n",
  "nan.csv": "1,2\n3,NaN\n",
  "html.csv": "1,2\n3,<img src=x onerror=alert(1)>\n",
  "cube.json": "[[[1,2],[3,4]],[[1,2],[3,4]]]",
};

/** Opens notes whose server has these files, with a figure that is live. */
async function open(t, body, html) {
  const opened = await openNotes(t, browser, "<pe-alibi></pe-alibi>", html);
  const { page } = opened;
  const waiting = [];
  await page.route(`${NOTES}files/**`, async (route) => {
    const name = route.request().url().split("/").at(-1) ?? "";
    if (name.startsWith("slow-")) {
      await new Promise((go) => waiting.push(go));
    }
    const file = FILES[name.replace("slow-", "")];
    await route
      .fulfill(file === undefined ? { status: 404 } : { body: file })
      .catch(() => {});
  });
  await page.route("http://elsewhere.example/**", (route) =>
    route.fulfill({
      body: FILES["table.csv"],
      headers: { "Access-Control-Allow-Origin": "http://another.example" },
    }),
  );
  await page.evaluate((/** @type {any} */ it) => {
    const main = document.createElement("main");
    main.innerHTML = it;
    document.body.prepend(main);
  }, body);
  await page.locator("main [data-live]").first().waitFor();
  await settle(page);
  return { ...opened, answer: () => waiting.splice(0).map((go) => go()) };
}

const HEATMAP = "pe-heatmap";
const figure = (attributes, inside = "") =>
  `<pe-heatmap loading="eager" ${attributes}>${inside}</pe-heatmap>`;
const finding = (page, tag = HEATMAP) =>
  page.locator(`main ${tag} .finding`).first().textContent();
const fault = (page, tag = HEATMAP) =>
  page.locator(`main ${tag} .faults.data`).first().textContent();
const saysOf = async (page, text, tag = HEATMAP) =>
  page.locator(`main ${tag} .finding`).getByText(text).first().waitFor();
const COMPUTED = /^From one position/;

/** Gives a figure data of the page's own that it must refuse, and say so. */
async function isRefused(page, tag, data, message) {
  const figure = page.locator(`main ${tag}`).first();
  await figure.evaluate((/** @type {any} */ it, value) => {
    it.data = value;
  }, data);
  await figure.locator(".faults.data").getByText(message).waitFor();
}

describe("a table of the page's own", () => {
  test("a file of CSV: what is said, drawn and saved is of its numbers", async (t) => {
    const { page } = await open(
      t,
      figure('data="files/table.csv" pos="1" dim="2"'),
    );
    const said = await finding(page);
    assert.match(said, /own table has 3 rows and 3 columns/);
    assert.match(said, /from −0\.500 to 9\b/);
    assert.match(said, /column 2 moves most, by up to 8\.70/);
    const all = await page
      .locator("main pe-heatmap")
      .evaluate((/** @type {any} */ it) => {
        const shadow = it.shadowRoot;
        shadow.querySelector(".more").open = true;
        const shown = [...shadow.querySelectorAll("[data-control]")]
          .filter((at) => at.checkVisibility())
          .map((at) => at.dataset.control);
        return {
          csv: it.exportCSV(),
          svg: it.exportSVG(),
          shown,
          text: shadow.querySelector(".root").textContent,
          said: [...shadow.querySelectorAll("[aria-label]")].map((at) =>
            at.getAttribute("aria-label"),
          ),
          state: it.state,
        };
      });
    assert.equal(
      all.csv,
      "0.10000000149011612,0.20000000298023224,0.30000001192092896\n-0.5,0.4000000059604645,9\n1,2,3\n",
    );
    assert.deepEqual(all.shown, ["pos", "dim"]);
    assert.ok(all.svg.includes("Row 1, column 2: 9"), all.svg.slice(0, 300));
    for (const text of [all.svg, all.said.join(), all.text]) {
      assert.doesNotMatch(text, /never move by|of pair \d|the vector of/);
    }
    assert.deepEqual(
      [all.state.seqLen, all.state.dModel, all.state.pos],
      [3, 3, 1],
    );
  });

  test("JSON and .npy, and text inside the element", async (t) => {
    const { page } = await open(
      t,
      figure('data="files/table.json"') +
        figure('data="files/table.npy"') +
        figure("", '<script type="text/csv">1,2\n3,4\n5,6\n</script>') +
        figure(
          "",
          '<script type="application/json">[[1,2],[3,4],[5,6]]</script><script type="application/json">{"caption": "Mine"}</script>',
        ),
    );
    for (let k = 0; k < 4; k += 1) {
      const at = page.locator("main pe-heatmap").nth(k).locator(".finding");
      await at.getByText("3 rows and 2 columns").waitFor();
    }
    const caption = page.locator("main pe-heatmap").nth(3).locator(".caption");
    assert.equal(await caption.textContent(), "Mine");
  });

  test("a property: rows, Float32Array with its shape, an address; null for none", async (t) => {
    const { page } = await open(t, figure(""));
    assert.match(await finding(page), COMPUTED);
    const set = (make) =>
      page.evaluate((/** @type {any} */ it) => {
        // biome-ignore lint/security/noGlobalEval: made in this test
        document.querySelector("main pe-heatmap").data = eval(it);
      }, make);
    await set("[[1, 2], [3, 4], [5, 7]]");
    await saysOf(page, "3 rows and 2 columns");
    await set("({ data: new Float32Array(20), shape: [4, 5] })");
    await saysOf(page, "4 rows and 5 columns");
    await set("'files/other.csv'");
    await saysOf(page, "2 rows and 2 columns");
    await set("null");
    await saysOf(page, "From one position");
    const shown = page.locator('main pe-heatmap [data-control="base"]');
    assert.ok(await shown.isVisible());
  });

  test("in Chinese", async (t) => {
    const { page } = await open(
      t,
      figure('data="files/table.csv"') + figure('data="files/ragged.csv"'),
      'lang="zh-CN"',
    );
    assert.match(await finding(page), /这是本页自备的表：3 行 × 3 列/);
    const at = page.locator("main pe-heatmap").nth(1).locator(".faults.data");
    assert.match(await at.textContent(), /第 3 行有 1 个数，第一行有 2 个/);
  });

  test("keys and hands stay within it", async (t) => {
    const { page } = await open(t, figure('data="files/table.csv" pos="9"'));
    const state = () =>
      page
        .locator("main pe-heatmap")
        .evaluate((/** @type {any} */ it) => it.state);
    assert.equal((await state()).pos, 2);
    await page.locator("main pe-heatmap .plot[tabindex]").first().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("PageUp");
    await settle(page);
    assert.deepEqual([(await state()).dim, (await state()).pos], [2, 1]);
  });
});

describe("other figures of a table", () => {
  const NINE = JSON.stringify(
    Array.from({ length: 9 }, (_, k) => [k, 2 * k, -k, 0.5, 1]),
  );
  const inline = (tag) =>
    `<${tag} loading="eager" pos="3"><script type="application/json">${NINE}</script></${tag}>`;

  test("waves: columns as curves", async (t) => {
    const { page } = await open(t, inline("pe-waves"));
    assert.match(
      await finding(page, "pe-waves"),
      /9 rows and 5 columns.*from −8 to 16; the curves are columns 0, 1, 2, 3\./,
    );
    const [svg, csv] = await page
      .locator("main pe-waves")
      .evaluate((/** @type {any} */ it) => [it.exportSVG(), it.exportCSV()]);
    assert.ok(
      svg.includes("Row 3: column 0 3.0000, column 1 6.0000"),
      svg.slice(0, 400),
    );
    assert.doesNotMatch(svg, /period|dimension \d|NaN/);
    assert.equal(csv.split("\n")[3], "3,6,-3,0.5,1");
    await page.evaluate(() =>
      document.querySelector("main pe-waves").setState({ dims: "spread" }),
    );
    await saysOf(page, "columns 0, 1, 3, 4", "pe-waves");
  });

  test("similarity: products of all pairs of its rows", async (t) => {
    const { page } = await open(t, inline("pe-similarity"));
    assert.match(await finding(page, "pe-similarity"), /9 rows and 5 columns/);
    const csv = await page
      .locator("main pe-similarity")
      .evaluate((/** @type {any} */ it) => it.exportCSV());
    // 3·4·(1 + 4 + 1) + 0.25 + 1
    assert.equal(csv.split("\n")[3].split(",")[4], "73.25");
  });

  test("a figure that shows none says so", async (t) => {
    const { page } = await open(
      t,
      '<pe-clock loading="eager" data="files/table.csv"></pe-clock>',
    );
    assert.match(
      await fault(page, "pe-clock"),
      /this figure shows no data of a page’s own/,
    );
  });
});

describe("data that cannot be shown", () => {
  const bad = {
    "ragged.csv": /row 3 has 1 numbers and the first row 2/,
    "nan.csv": /row 2, column 2 holds "?NaN/,
    "html.csv": /row 2, column 2 holds .<img src=x onerror/,
    "words.npy": /must hold float16, float32, float64, int32 or int64.*<U4/,
    "short.npy": /must have 24 bytes of numbers/,
    "cube.json": /it is 2 × 2.* this figure shows 2–1024 rows × 2–512 columns/,
    "none.csv": /the server answers 404/,
  };
  for (const [name, message] of Object.entries(bad)) {
    test(`${name} is refused by name, and the figure lives`, async (t) => {
      const { page } = await open(t, figure(`data="files/${name}"`));
      const text = await fault(page);
      assert.match(text, message);
      assert.ok(text.includes(`data="files/${name}"`), text);
      assert.match(await finding(page), COMPUTED);
      assert.equal(
        await page.locator("main pe-heatmap .faults img").count(),
        0,
      );
    });
  }

  test("of another site that does not allow it", async (t) => {
    const { page } = await open(
      t,
      figure('data="http://elsewhere.example/table.csv"'),
    );
    assert.match(
      await fault(page),
      /can’t be fetched.*connect-src 'self'.*CORS/,
    );
  });

  test("the last good one stays, and the message goes with the next", async (t) => {
    const { page } = await open(t, figure('data="files/table.csv"'));
    const set = (value) =>
      page.evaluate((/** @type {any} */ it) => {
        document.querySelector("main pe-heatmap").setAttribute("data", it);
      }, value);
    await set("files/ragged.csv");
    await page.locator("main pe-heatmap .faults.data p").waitFor();
    assert.match(await finding(page), /3 rows and 3 columns/);
    await set("files/other.csv");
    await saysOf(page, "2 rows and 2 columns");
    assert.equal(await fault(page), "");
  });

  test("objects of all kinds", async (t) => {
    const { page } = await open(t, figure(""));
    const refusals = await page.evaluate(async () => {
      const round = [];
      round.push(round);
      const figure = document.querySelector("main pe-heatmap");
      const given = [
        7,
        {},
        [],
        [1, 2],
        [[1, 2], 3],
        [
          [1, 2],
          [3, "4"],
        ],
        [
          [1, 2],
          [3, null],
        ],
        [
          [1, 2],
          [3, Infinity],
        ],
        [
          [1, 2],
          [3, 1e300],
        ],
        { data: new Float32Array(5), shape: [2, 3] },
        { data: new Float32Array(4), shape: [-2, -2] },
        { data: [], shape: [1e9, 1e9] },
        Array.from({ length: 1025 }, () => [1, 2]),
        new Array(1e8),
        round,
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("no");
            },
          },
        ),
      ];
      const told = [];
      for (const it of given) {
        const error = new Promise((go) =>
          figure.addEventListener("pe-error", (e) => go(e.detail), {
            once: true,
          }),
        );
        figure.data = it;
        told.push(await error);
      }
      return told;
    });
    assert.deepEqual(
      refusals.filter((it) => !/^data: /.test(it)),
      [],
    );
    const expected = [
      /it is 7; rows/,
      /it is \{\}; rows/,
      /it is 0; this figure shows/,
      /it is 2; this figure shows/,
      /row 2 is no list/,
      /row 2, column 2 holds "4"/,
      /row 2, column 2 holds null/,
      /row 2, column 2 holds Infinity/,
      /row 2, column 2 holds 1e\+300/,
      /5 numbers, and shape 2 × 3 means 6/,
      /it is/,
      /it is .* × .*; this figure shows/,
      /it is 1025 × 2; this figure shows 2–1024 rows/,
      /it is/,
      /it is/,
      /no/,
    ];
    for (const [k, pattern] of expected.entries()) {
      assert.match(refusals[k], pattern);
    }
    assert.match(await finding(page), COMPUTED);
  });
});

describe("models of the page's own", () => {
  const lengths = (inside, html = "") =>
    `<pe-model-lengths loading="eager" ${html}>${inside}</pe-model-lengths>`;
  const csv = (text) => `<script type="text/csv">${text}</script>`;
  const LENGTHS = "pe-model-lengths";

  test("rows of CSV: what is said, shown and saved is of them", async (t) => {
    const { page } = await open(
      t,
      lengths(
        csv(
          'name,date,length,method,source\n"Ours, <b>new</b>",2025-03,65536,rope,https://a.example/?a=1&b=2\nFirst,2019-11,700\n\nThird,2023-01,4096,our own',
        ),
        'model="2"',
      ),
    );
    await saysOf(page, "own list has 3 models", LENGTHS);
    const said = await finding(page, LENGTHS);
    assert.match(
      said,
      /Ours, <b>new<\/b>, Mar.2025, takes .* 65.536 positions/,
    );
    const all = await page
      .locator(`main ${LENGTHS}`)
      .evaluate((/** @type {any} */ it) => ({
        csv: it.exportCSV(),
        bold: it.shadowRoot.querySelectorAll("caption b").length,
        href:
          it.shadowRoot.querySelector("td, a[href]") &&
          it.shadowRoot.querySelector(".html a, a[href^='https://a']")?.href,
        state: it.state.model,
      }));
    assert.equal(all.bold, 0);
    assert.equal(all.href, "https://a.example/?a=1&b=2");
    assert.equal(all.state, 2);
    const rows = all.csv.trim().split("\n");
    assert.equal(rows.length, 4);
    assert.match(rows[1], /^First,/);
    assert.match(rows[2], /our own/);
  });

  test("a property takes objects, and a row that can't be is named", async (t) => {
    const { page } = await open(t, lengths(""));
    const give = (data) =>
      page
        .locator(`main ${LENGTHS}`)
        .evaluate((/** @type {any} */ it, value) => {
          it.data = value;
        }, data);
    await give([
      { name: "A", date: "2024-01", length: 8 },
      { name: "B", date: "2024-01", length: 1_000_000 },
    ]);
    await saysOf(page, "own list has 2 models", LENGTHS);
    const good = ["A", "2024-01", 8];
    for (const [rows, message] of /** @type {const} */ ([
      [[good], /it has 1 models; this figure shows 2–\d+/],
      [[good, ["B", "2024", 8]], /row 2, column 2 \(date\) holds "2024"/],
      [[good, ["B", "2024-13", 8]], /row 2, column 2 \(date\)/],
      [[good, ["B", "2024-01", 0.5]], /row 2, column 3 \(length\) holds 0.5/],
      [[good, ["", "2024-01", 8]], /row 2, column 1 \(name\)/],
      [
        [good, ["B", "2024-01", 8, "", "javascript:alert(1)"]],
        /row 2, column 5 \(source\)/,
      ],
      [[good, ["B", "2024-01"]], /row 2 has 2 cells/],
      [[good, 7], /row 2 holds 7/],
    ])) {
      await give(rows);
      await page
        .locator(`main ${LENGTHS} .faults.data`)
        .getByText(message)
        .waitFor();
      assert.match(await finding(page, LENGTHS), /own list has 2 models/);
    }
  });
});

describe("events of the page's own", () => {
  const TAG = "pe-timeline";
  const timeline = (inside, html = "") =>
    `<${TAG} loading="eager" ${html}>${inside}</${TAG}>`;
  const csv = (text) => `<script type="text/csv">${text}</script>`;
  const ROWS =
    "name,date,kind,method,source\nOurs,2020-05,rotary,,https://a.example/ours\nTiny,2024,model,Ours\nOther,2025-01,model,ALiBi\nNobody,2023-01,model\n";

  test("rows of CSV: what is said, drawn and saved is of them", async (t) => {
    const { page } = await open(t, timeline(csv(ROWS), 'event="0"'));
    await saysOf(page, "from 2020 to 2025", TAG);
    assert.match(
      await finding(page, TAG),
      /own timeline, .*: 1 encoding, 3 models/,
    );
    const all = await page
      .locator(`main ${TAG}`)
      .evaluate((/** @type {any} */ it) => ({
        card: it.shadowRoot.querySelector(".pane-card").textContent,
        csv: it.exportCSV(),
        svg: it.exportSVG(),
        href: it.shadowRoot.querySelector(".pane-card a").href,
      }));
    assert.match(all.card, /^Ours.*May.2020.*35 months after/);
    assert.equal(all.href, "https://a.example/ours");
    assert.doesNotMatch(all.svg, /RoPE|BERT|NaN/);
    const lines = all.csv.trim().split("\n");
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(",")[0]),
      ["Ours", "Nobody", "Tiny", "Other"],
    );
    assert.match(lines[4], /ALiBi/);
    // A model without a method or a source is shown all the same.
    await page.locator(`main ${TAG} .pane-lanes .plot`).focus();
    await page.keyboard.press("ArrowRight");
    const card = page.locator(`main ${TAG} .pane-card`);
    await card.getByText("Nobody").first().waitFor();
    assert.equal(await card.locator("a").count(), 0);
    await page.keyboard.press("End");
    await card.getByText("Other").first().waitFor();
  });

  test("what is no event is refused with its place", async (t) => {
    const { page } = await open(
      t,
      timeline(csv(ROWS)) +
        timeline(
          csv("名称,日期,类别\n甲,2020,随便\n乙,2021,model"),
          'lang="zh"',
        ),
    );
    await saysOf(page, "from 2020 to 2025", TAG);
    await page
      .locator(`main ${TAG}`)
      .nth(1)
      .locator(".faults.data")
      .getByText('第 2 行第 3 列（kind）是 "随便"；类别须为')
      .waitFor();
    const good = ["A", "2020", "rotary"];
    for (const [rows, message] of /** @type {const} */ ([
      [[good], /it has 1 events/],
      [[good, ["B", "2020-13", "bias"]], /row 2, column 2 \(date\)/],
      [[good, ["B", "2020", "new"]], /row 2, column 3 \(kind\) holds "new"/],
      [[good, ["B", "2020", "bias", "A"]], /column 4 \(method\).*only a model/],
      [[good, ["B", "2020"]], /row 2 has 2 cells; .* 3 to 5: name, date, kind/],
    ])) {
      await isRefused(page, TAG, rows, message);
      assert.match(await finding(page, TAG), /from 2020 to 2025/);
    }
  });
});

describe("shapes of the page's own models", () => {
  const TAG = "pe-context-cost";
  const csv =
    '<script type="text/csv">name,layers,heads,kv-heads,head-dim\nSmall,2,4,4,16\n"Wide, grouped",2,4,1,16\n</script>';

  test("buttons, numbers and the saved table are of them", async (t) => {
    const { page } = await open(
      t,
      `<${TAG} loading="eager" seq-len="1000" kv-heads="1">${csv}</${TAG}>`,
    );
    await saysOf(page, "Small: At 1", TAG);
    // 2 × 2 layers × 4 heads × 16 × 1000 tokens × 2 bytes
    assert.match(await finding(page, TAG), /512.kB/);
    const at = page.locator(`main ${TAG}`);
    await at.getByRole("button", { name: "Wide, grouped" }).click();
    await saysOf(page, "Wide, grouped: At 1", TAG);
    assert.match(await finding(page, TAG), /128.kB/);
    const all = await at.evaluate((/** @type {any} */ it) => ({
      csv: it.exportCSV(),
      controls: [...it.shadowRoot.querySelectorAll("[data-control]")]
        .filter((control) => control.checkVisibility())
        .map((control) => control.dataset.control),
      buttons: it.shadowRoot.querySelectorAll(".presets button").length,
    }));
    assert.deepEqual(all.controls, ["seqLen"]);
    assert.equal(all.buttons, 2);
    const lines = all.csv.trim().split("\n");
    assert.match(lines[1], /^Small,.*512.kB$/);
    assert.match(lines[2], /^"Wide, grouped",.*128.kB$/);
  });

  test("a shape that can't be is refused with its place", async (t) => {
    const { page } = await open(
      t,
      `<${TAG} loading="eager" seq-len="1000">${csv}</${TAG}>`,
    );
    await saysOf(page, "Small: At 1", TAG);
    const good = ["A", 2, 4, 4, 16];
    for (const [row, message] of /** @type {const} */ ([
      [["B", 0, 4, 4, 16], /row 2, column 2 \(layers\) holds 0; .* 1 to 200/],
      [["B", 2, 4, 8, 16], /column 4 \(kv-heads\) holds 8; .* 1 to 4\./],
      [["B", 2, 4, 4, "wide"], /column 5 \(head-dim\) holds "wide"/],
      [["B", 2, 4, 4], /row 2 has 4 cells; every row must have 5: name/],
    ])) {
      await page.locator(`main ${TAG}`).evaluate(
        (/** @type {any} */ it, value) => {
          it.data = value;
        },
        [good, row],
      );
      await page
        .locator(`main ${TAG} .faults.data`)
        .getByText(message)
        .waitFor();
      assert.match(await finding(page, TAG), /^Small: /);
    }
  });
});

describe("attention weights of the page's own", () => {
  const TAG = "pe-trained-attention";
  const weights = (inside, html = "") =>
    `<${TAG} loading="eager" ${html}>${inside}</${TAG}>`;
  const csv = (text) => `<script type="text/csv">${text}</script>`;
  const facts = (page) =>
    page.locator(`main ${TAG}`).evaluate((/** @type {any} */ it) => {
      const all = [...it.shadowRoot.querySelectorAll("[data-pane]")];
      return {
        panes: all
          .filter((at) => at.checkVisibility())
          .map((at) => at.dataset.pane),
        controls: [...it.shadowRoot.querySelectorAll("[data-control]")]
          .filter((at) => at.checkVisibility())
          .map((at) => at.dataset.control),
        text: all
          .filter((at) => at.checkVisibility())
          .map((at) => at.textContent)
          .join(" "),
        svg: it.exportSVG(),
        csv: it.exportCSV(),
        state: it.state,
        described: it.shadowRoot.querySelector("table")?.textContent,
      };
    });

  test("a matrix as a data frame writes it: its words, its weights and no more", async (t) => {
    const { page } = await open(
      t,
      weights(
        csv(",the,cat,sat\nthe,1,0,0\ncat,0.25,0.75,0\nsat,0.125,0.625,0.25\n"),
        'pick="2"',
      ),
    );
    await saysOf(page, "own weights: 3 words", TAG);
    assert.match(
      await finding(page, TAG),
      /“sat” looks most at “cat”, with weight 0\.625\./,
    );
    const { panes, controls, text, svg, csv: saved } = await facts(page);
    assert.deepEqual(panes, ["text", "head0"]);
    assert.deepEqual(controls, []);
    assert.match(text, /where the chosen word looks \(given by this page\)/);
    assert.doesNotMatch(svg + text, /NaN|undefined|trained|seed|who did it|␣/);
    assert.ok(svg.includes("63%"), svg.slice(0, 600));
    assert.equal(saved, "1,0,0\n0.25,0.75,0\n0.125,0.625,0.25\n");
    // The word under a hand and beside the arrows.
    const [first] = await page
      .locator(`main ${TAG} .pane-head0 .plot`)
      .evaluateAll((plots) => plots.map((it) => it.getBoundingClientRect()));
    await page.mouse.click(first.x + first.width / 2, first.y + 30);
    await saysOf(page, "“the” looks most at “the”", TAG);
    await page.locator(`main ${TAG} .pane-text .plot`).focus();
    await page.keyboard.press("ArrowRight");
    await saysOf(page, "“cat” looks most at “cat”", TAG);
    await page.keyboard.press("Shift+ArrowRight");
    assert.match(await finding(page, TAG), /3 words/);
  });

  test("heads, words of JSON, and the way back to the trained models", async (t) => {
    const { page } = await open(t, weights(""));
    const give = (data) =>
      page.locator(`main ${TAG}`).evaluate((/** @type {any} */ it, value) => {
        it.data = value;
      }, data);
    const head = [
      [0.5, 0.5],
      [0.25, 0.75],
    ];
    await give({ data: [head, head.toReversed()], words: ["[CLS]", "a|b"] });
    await saysOf(page, "2 words in 2 heads", TAG);
    let seen = await facts(page);
    assert.deepEqual(seen.panes, ["text", "head0", "head1"]);
    assert.ok(seen.text.includes("a¦b"), seen.text);
    await page
      .locator(`main ${TAG}`)
      .evaluate((/** @type {any} */ it) => it.setState({ head: 2, pick: 0 }));
    await saysOf(page, "“[CLS]” looks most at “a¦b”", TAG);
    assert.match(await finding(page, TAG), /0\.75.* in head 2/);
    await page
      .locator(`main ${TAG}`)
      .evaluate((/** @type {any} */ it) => it.setState({ head: 4 }));
    seen = await facts(page);
    assert.equal(seen.state.head, 2);
    assert.equal(seen.csv.trim().split("\n").length, 4);
    // A batch of one is how models give them; without words they are numbered.
    await give({ data: new Array(9).fill(1 / 3), shape: [1, 1, 3, 3] });
    await saysOf(page, "3 words", TAG);
    await give(null);
    await saysOf(page, "who did it", TAG);
    seen = await facts(page);
    assert.ok(seen.panes.includes("answer"), seen.panes.join());
    assert.ok(seen.controls.includes("position"), seen.controls.join());
  });

  test("what are no weights is refused with its place", async (t) => {
    const { page } = await open(
      t,
      weights(csv("a,b\n0.5,0.5\n0.25,0.75\n")) +
        weights(csv("甲,乙\n0.5,0.5\n2,0.75\n"), 'lang="zh-CN"'),
    );
    await saysOf(page, "own weights: 2 words", TAG);
    const second = page.locator(`main ${TAG}`).nth(1).locator(".faults.data");
    await second.getByText("第 2 行的和是 2.75").waitFor();
    const row = [0.5, 0.5];
    for (const [given, message] of /** @type {const} */ ([
      [[row, [-0.5, 0.5]], /row 2, column 1 holds -0\.5; weights/],
      [[row, [1, 0.5]], /row 2 sums to 1\.50?; /],
      [
        [
          [row, row],
          [row, [1, 1]],
        ],
        /table 2, row 2 sums to 2; /,
      ],
      [[row, row, row], /it has 3 rows and 2 columns/],
      [
        [
          [1, 0, 0],
          [1, 0, 0],
        ],
        /it has 2 rows and 3 columns/,
      ],
      [[[1]], /it is 1 × 1; this figure shows 2–12 rows × 2–12 columns/],
      [{ data: [row, row], words: ["a"] }, /1 words and 2 rows/],
      [{ data: [row, row], words: "ab" }, /“words” is "ab"; a list/],
      [
        [
          ["a", "b"],
          ["0.5", "x"],
          ["1", "0"],
        ],
        /column 2 holds "x"/,
      ],
      [7, /it is 7; rows of numbers/],
      [Array(5).fill([row, row]), /1–4 tables/],
    ])) {
      await isRefused(page, TAG, given, message);
      assert.match(await finding(page, TAG), /own weights: 2 words/);
    }
  });
});

describe("data on its way", () => {
  test("the last of two that were given quickly wins", async (t) => {
    const { page, answer } = await open(t, figure(""));
    await page.evaluate(() => {
      const figure = document.querySelector("main pe-heatmap");
      figure.setAttribute("data", "files/slow-table.csv");
      setTimeout(() => figure.setAttribute("data", "files/other.csv"), 100);
    });
    await saysOf(page, "2 rows and 2 columns");
    answer();
    await settle(page);
    assert.match(await finding(page), /2 rows and 2 columns/);
  });

  test("a figure that is moved gets it, one that is removed says nothing", async (t) => {
    const { page, answer, said } = await open(t, figure("") + figure(""));
    await page.evaluate(async () => {
      const [moved, gone] = document.querySelectorAll("main pe-heatmap");
      for (const it of [moved, gone]) {
        it.setAttribute("data", "files/slow-table.csv");
      }
      await new Promise((go) => setTimeout(go, 200));
      document.querySelector("main").append(moved);
      gone.remove();
    });
    await page.waitForTimeout(300);
    answer();
    await page.waitForTimeout(300);
    answer();
    await saysOf(page, "3 rows and 3 columns");
    assert.deepEqual(
      said.filter((it) => !/Failed to load resource/.test(it)),
      [],
    );
  });
});
