// Figures in the words of the page that they stand in, and in languages that they
// don't speak themselves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { leaveBrowser, settle, useBrowser } from "./browser.js";
import { openNotes } from "./notes.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await useBrowser();
});
after(leaveBrowser);

const open = (t, body, html) => openNotes(t, browser, body, html);
const CLOCK = '<pe-clock loading="eager"></pe-clock>';
const part = (page, selector) => page.locator(`pe-heatmap ${selector}`).first();
const textOf = (page, selector) => part(page, selector).textContent();

describe("own words", () => {
  test("a finding with live values, and a caption", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" seq-len="40" finding="Mira: {seq-len} filas, {1} quietas de {2}; {nothing}." caption="Pie &amp; pie"></pe-heatmap>`,
    );
    const finding = await textOf(page, ".finding");
    assert.match(
      finding,
      /^Mira: 40 filas, \d+ quietas de 512; \{nothing\}\.$/,
    );
    assert.equal(await textOf(page, ".caption"), "Pie & pie");
    // The values that a reader sets are said.
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").setState({ seqLen: 32 }),
    );
    await settle(page);
    assert.match(await textOf(page, ".finding"), /^Mira: 32 filas/);
    // Whoever can't see it hears the same.
    const label = await page
      .locator("pe-heatmap [role=status], pe-heatmap .said")
      .allTextContents();
    assert.ok(
      label.every((it) => !it.includes("never move")),
      `${label}`,
    );
  });

  test("attributes can change, and go", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" finding="One"></pe-heatmap>`,
    );
    assert.equal(await textOf(page, ".finding"), "One");
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").setAttribute("finding", "Two"),
    );
    await settle(page);
    assert.equal(await textOf(page, ".finding"), "Two");
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").removeAttribute("finding"),
    );
    await settle(page);
    assert.match(await textOf(page, ".finding"), /^From one position/);
  });

  test("an attribute that comes after the figure is one", async (t) => {
    const { page } = await open(t, `<pe-heatmap loading="eager"></pe-heatmap>`);
    assert.match(await textOf(page, ".finding"), /^From one position/);
    await page.evaluate(() =>
      document.querySelector("pe-heatmap").setAttribute("finding", "Late"),
    );
    await part(page, ".finding").getByText("Late").waitFor();
  });

  test("any text, by its name or by what it says", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager"><script type="application/json">{"seqLen": "Filas", "the vector of position {1}": "el vector de {1}", "Base": "Base θ", "png": "Guardar <png>"}</script></pe-heatmap>`,
    );
    const all = await page.evaluate(
      () => document.querySelector("pe-heatmap").shadowRoot.textContent,
    );
    for (const own of ["Filas", "el vector de", "Base\u00a0θ"]) {
      assert.ok(all.includes(own), own);
    }
    assert.ok(!all.includes("the vector of position"));
    const svg = await page.evaluate(() =>
      document.querySelector("pe-heatmap").exportSVG(),
    );
    assert.ok(svg.includes("el vector de"), "saved as on the page");
  });

  test("a property, later and before the figure is one", async (t) => {
    const { page, said } = await open(
      t,
      `<pe-heatmap loading="eager"></pe-heatmap>`,
    );
    const set = (texts) =>
      page.evaluate((it) => {
        document.querySelector("pe-heatmap").wording = it;
      }, texts);
    await set({ caption: "Own", seqLen: 7 });
    await page.waitForFunction(() =>
      document
        .querySelector("pe-heatmap")
        .shadowRoot.querySelector(".caption")
        .textContent.includes("Own"),
    );
    assert.ok(
      said.some((it) => /must be texts, and “seqLen” is none/.test(it)),
    );
    await set(undefined);
    await settle(page);
    assert.notEqual(await textOf(page, ".caption"), "Own");
  });

  test("words from right to left", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" finding="لا تتحرك {1} من {2}"></pe-heatmap>`,
      'lang="ar" dir="rtl"',
    );
    const direction = await part(page, ".finding").evaluate(
      (it) => getComputedStyle(it).direction,
    );
    assert.equal(direction, "rtl");
  });

  test("words that are no JSON are told to the author, and the figure lives", async (t) => {
    const { page, said } = await open(
      t,
      `<pe-heatmap loading="eager"><script type="application/json">{"caption": </script></pe-heatmap>`,
    );
    assert.ok(
      said.some((it) => /are no JSON/.test(it)),
      said.join(),
    );
    assert.match(await textOf(page, ".finding"), /^From one position/);
  });

  test("nothing in them is taken for HTML", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" finding="&lt;img src=x onerror=alert(1)> {1}" caption="&lt;b>x&lt;/b>"></pe-heatmap>`,
    );
    assert.match(
      await textOf(page, ".finding"),
      /^<img src=x onerror=alert\(1\)> \d/,
    );
    assert.equal(await page.locator("pe-heatmap .root img").count(), 0);
  });
});

describe("the playground", () => {
  test("takes all words that figures take, and a language's", async (t) => {
    const { page } = await open(
      t,
      `<pe-playground loading="eager" finding="Mira: {pos}, {2}"></pe-playground>
<pe-playground lang="xx" loading="eager"><script type="application/json">{"caption": "Pie", "heatTitle": "filas", "the hands at position {1}": "manecillas en {1}", "dim {1}: period {2}": "onda {1}"}</script></pe-playground>`,
    );
    const says = (k, selector, hasText) =>
      page
        .locator("pe-playground")
        .nth(k)
        .locator(selector)
        .filter({ hasText })
        .first()
        .waitFor();
    await says(0, ".finding", "Mira: 12, 6.28");
    await says(1, ".caption", "Pie");
    await says(1, ".heat .head", "filas");
    await says(1, ".dials .head", "manecillas en 12");
    await says(1, ".legend", "onda 6");
    await page.evaluate(() => {
      const [first, second] = document.querySelectorAll("pe-playground");
      first.removeAttribute("finding");
      /** @type {any} */ (second).wording = { caption: "Otro" };
    });
    await says(0, ".finding", "Left to right");
    await says(1, ".caption", "Otro");
  });
});

describe("a question of the page's own", () => {
  test("stands where the finding will be", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" question="¿Cuántas dimensiones se mueven?" finding="Solo {1}."></pe-heatmap>`,
    );
    assert.match(
      await textOf(page, ".ask"),
      /^¿Cuántas dimensiones se mueven\?/,
    );
    assert.equal(await part(page, ".finding").isVisible(), false);
    await part(page, "[data-show]").click();
    assert.match(await textOf(page, ".finding"), /^Solo \d+\.$/);
    assert.equal(await part(page, ".finding").isVisible(), true);
  });
});

describe("other languages", () => {
  test("one that nobody has added is said in the console", async (t) => {
    const { page, said } = await open(
      t,
      `<pe-heatmap loading="eager"></pe-heatmap>`,
      'lang="pt"',
    );
    await page.waitForFunction(() => true);
    assert.ok(
      said.some((it) => it.includes('no texts of <pe-heatmap> in lang="pt"')),
      said.join(),
    );
    assert.match(await textOf(page, ".finding"), /^From one position/);
  });

  test("added words are used, for one figure and for all", async (t) => {
    const { page, said } = await open(
      t,
      `<pe-heatmap loading="eager"></pe-heatmap><script>addEventListener("DOMContentLoaded", () => posencWidgets.addWords("pt", { "*": { "More": "Mais" }, "pe-heatmap": { "Positions": "Posições" } }))</script>`,
      'lang="pt-BR"',
    );
    const all = await page.evaluate(
      () => document.querySelector("pe-heatmap").shadowRoot.textContent,
    );
    assert.ok(all.includes("Posições") && all.includes("Mais"));
    const root = part(page, ".root");
    assert.equal(await root.getAttribute("lang"), "pt");
    assert.ok(!said.some((it) => it.includes("no texts of")), said.join());
  });

  test("what are no words is refused by name", async (t) => {
    const { page } = await open(t, CLOCK);
    const refusals = await page.evaluate(() => {
      const { addWords } = /** @type {any} */ (globalThis).posencWidgets;
      const refusal = (...given) => {
        try {
          return addWords(...given);
        } catch (error) {
          return /** @type {Error} */ (error).message;
        }
      };
      return [
        refusal("pt", null),
        refusal("pt", []),
        refusal("pt", { "pe-clock": { Pair: 3 } }),
        refusal(7, {}),
      ];
    });
    assert.deepEqual(refusals, [
      "addWords: byTag must be an object of words by tag, got null",
      "addWords: byTag must be an object of words by tag, got []",
      "addWords: the words of pe-clock must be texts, and “Pair” is none",
      'addWords: language must be a tag like "es" or "pt-BR", got 7',
    ]);
  });

  test("a figure that is moved listens to words that come later", async (t) => {
    const { page } = await open(
      t,
      '<pe-heatmap loading="eager"></pe-heatmap><main></main>',
      'lang="pt"',
    );
    await page.evaluate(() => {
      const main = document.querySelector("main");
      main.append(document.querySelector("pe-heatmap"));
    });
    await settle(page);
    await page.evaluate(() =>
      /** @type {any} */ (globalThis).posencWidgets.addWords("pt", {
        "pe-heatmap": { Positions: "Posições" },
      }),
    );
    await page
      .locator("pe-heatmap .root[lang=pt]", { hasText: "Posições" })
      .waitFor();
  });
});

/** The listings of the page on own words, in its order. */
function listings(lang) {
  const path = `web/site/tutorial/teach/own-words.${lang}.md`;
  const text = readFileSync(inRoot(path), "utf8");
  return [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, it]) =>
    it.trim(),
  );
}

/** Opens a figure in Spanish. */
async function openSpanish(t, body) {
  const words = readFileSync(
    inRoot("web/widgets/words/languages/es.json"),
    "utf8",
  );
  return open(
    t,
    `<script>addEventListener("DOMContentLoaded", () => posencWidgets.addWords("es", ${words.replaceAll("<", "\\u003c")}))</script>${body}`,
    'lang="es"',
  );
}

/** Types into a box and tells what is said below it. */
async function refuse(page, selector, text) {
  await page
    .locator(selector)
    .first()
    .evaluate((box, value) => {
      /** @type {any} */ (box).value = value;
      box.dispatchEvent(new Event("input"));
    }, text);
  const note = `.control:has(${selector.split(" ").at(-1)}) .note`;
  return page.locator(`${selector.split(" ")[0]} ${note}`).textContent();
}

describe("messages", () => {
  test("of values that are refused are in Spanish", async (t) => {
    const { page } = await openSpanish(
      t,
      `<pe-heatmap loading="eager" seq-len="-3" layout="x" hide="nada"></pe-heatmap><pe-lookup loading="eager"></pe-lookup>`,
    );
    await part(page, ".root[lang=es]").waitFor();
    const faults = await page.locator("pe-heatmap .faults p").allTextContents();
    assert.deepEqual(faults.slice(0, 2), [
      "seq-len debe ser un número entero de 2 a 1024, no «-3»; la figura sigue mostrando 51.",
      "layout debe ser interleaved o halves, no «x»; la figura sigue mostrando interleaved.",
    ]);
    assert.match(
      faults[2],
      /^hide: en esta figura no hay nada que se llame «nada», solo /,
    );
    assert.match(
      await refuse(page, "pe-heatmap #seqLen", "0"),
      /^Posiciones debe ser un número entero de 2 a 1024, no «0»; la figura sigue mostrando 51\.$/,
    );
  });

  test("of tools are in Spanish, and so is the dialog that embeds", async (t) => {
    const { page } = await openSpanish(
      t,
      `<pe-heatmap loading="eager"></pe-heatmap>`,
    );
    await part(page, ".root[lang=es]").waitFor();
    const use = async (tool) => {
      await part(page, "[data-menu]").click();
      await part(page, `[data-tool=${tool}]`).click();
    };
    const said = (text) => part(page, ".notice").getByText(text).waitFor();
    await use("svg");
    await said("Guardado: pe-heatmap.svg");
    await use("code");
    assert.equal(await textOf(page, "#own-code [data-copy]"), "Copiar");
    const program = part(page, "pe-code");
    await program.getByRole("button", { name: "Salida" }).click();
    await program.getByText(/^Imprime la celda elegida/).waitFor();
    assert.match(
      (await program.locator(".listing .scroll").getAttribute("aria-label")) ??
        "",
      /^Codificación sinusoidal: PyTorch, \d+ líneas; /,
    );
    await use("embed");
    const dialog = part(page, "dialog.embed");
    await dialog.getByText("Donde quieras la figura").waitFor();
    await dialog.getByRole("button", { name: "Cerrar" }).waitFor();
    assert.equal(
      await dialog.getAttribute("aria-label"),
      "Incluir esta figura en tus apuntes",
    );
  });

  test("a control is not named by what an axis of the same name says", async (t) => {
    const { page } = await openSpanish(
      t,
      `<pe-alibi loading="eager"></pe-alibi><pe-alibi loading="eager"><script type="application/json">{"head": "Nº"}</script></pe-alibi>`,
    );
    const label = (k) =>
      page.locator("pe-alibi").nth(k).locator("label[for=head]");
    await label(0).getByText("Cabeza", { exact: true }).waitFor();
    await label(1).getByText("Nº", { exact: true }).waitFor();
  });

  test("can be replaced by name and by text, with their places", async (t) => {
    const { page } = await open(
      t,
      `<pe-heatmap loading="eager" seq-len="-3"><script type="application/json">{
        "refusal": "{given}? {name}: {allowed}; {shown}",
        "a whole number from {min} to {max}": "{min}–{max}",
        "saved": "Ya está:"
      }</script></pe-heatmap>`,
    );
    await part(page, ".faults").getByText("-3? seq-len: 2–1024; 51").waitFor();
    assert.equal(
      await refuse(page, "pe-heatmap #seqLen", "9000"),
      "9000? Positions: 2–1024; 51",
    );
    await part(page, "[data-menu]").click();
    await part(page, "[data-tool=svg]").click();
    await part(page, ".notice").getByText("Ya está: pe-heatmap.svg").waitFor();
  });
});

describe("what the page on own words shows", () => {
  for (const lang of ["en", "zh"]) {
    test(`says so in ${lang}`, async (t) => {
      const [attributes, json, property] = listings(lang);
      const eager = (html) =>
        html.replace(/^<pe-heatmap/, '$& loading="eager"');
      const { page } = await open(t, eager(attributes), `lang="${lang}"`);
      await part(page, "[data-show]").click();
      const finding = await textOf(page, ".finding");
      assert.match(
        finding,
        lang === "en"
          ? /^Of 512 dimensions, \d+ hardly move in 40/
          : /^40 个位置之内，512 个维度中有 \d+ 个/,
      );
      const { page: other, said } = await open(
        t,
        eager(json),
        `lang="${lang}"`,
      );
      const words = Object.values(JSON.parse(/\{[\s\S]*\}/.exec(json)[0]));
      const all = await other.evaluate(
        () => document.querySelector("pe-heatmap").shadowRoot.textContent,
      );
      for (const word of words)
        assert.ok(all.includes(word.replace(/\{1\}.*$/, "")), word);
      assert.deepEqual(said, []);
      await other.evaluate(property);
      await settle(other);
      assert.match(
        await other.evaluate(
          () => document.querySelector("pe-heatmap").shadowRoot.textContent,
        ),
        /Rows/,
      );
    });
  }
});
