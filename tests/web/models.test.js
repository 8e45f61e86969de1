// The page for models: a configuration becomes what each layer does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { unzipSync } from "fflate";
import { THREADS } from "../asked.js";
import { header as ggufHeader } from "../gguf.js";
import { findings } from "./axe.js";
import { useSite } from "./browser.js";
import { importSource } from "./figure.js";

const site = useSite({ mount: "/some/sub/path/" });
const [
  { layersOf, ranges },
  { PRESETS, preset, publishedIn, sourceOf },
  words,
  pe,
] = await Promise.all([
  importSource("site/models/model-layers.ts"),
  importSource("site/models/known-models.ts"),
  importSource("site/models/layer-words.ts"),
  import("posenc"),
]);
await pe.init();

/** Keys of Llama 3.2 1B. */
const LLAMA = {
  "general.architecture": "llama",
  "llama.block_count": 16,
  "llama.context_length": 131072,
  "llama.embedding_length": 2048,
  "llama.attention.head_count": 32,
  "llama.attention.head_count_kv": 8,
  "llama.rope.freq_base": { f32: 500000 },
};

async function openModels(t, path = "en/models/", options = {}) {
  const { page, problems } = await site.open(t, path, options);
  const models = page.locator("pe-models");
  await models.locator(".rows tr").first().waitFor();
  const finding = () => models.locator(".finding").textContent();
  const row = (name) =>
    models.locator("tr", { hasText: name }).locator("td").textContent();
  return { page, problems, models, finding, row };
}

describe("layers", () => {
  test("are told for every preset in both languages", () => {
    assert.ok(PRESETS.length >= 60, String(PRESETS.length));
    for (const name of PRESETS) {
      const { plan } = pe.configFromHuggingFace(preset(name));
      assert.ok(plan, name);
      const { commit, date } = sourceOf(plan.modelType);
      const published = publishedIn(name) ?? `${commit} (${date})`;
      assert.match(published, /\(20\d\d-\d\d-\d\d\)|\b20(1|2)\d\b/, name);
      for (const { layer } of layersOf(plan).all) {
        for (const lang of ["en", "zh"]) {
          for (const text of words.layerRows(layer, lang).flat()) {
            assert.ok(
              text && !/undefined|NaN|\[object/.test(text),
              `${name}: ${text}`,
            );
          }
        }
      }
    }
  });

  test("that are alike make one kind, named by ranges", () => {
    const { plan } = pe.configFromHuggingFace(preset("gemma-3-4b"));
    const layers = layersOf(plan);
    assert.deepEqual(
      layers.kinds.map(({ members }) => ranges(layers, members)),
      ["0–4, 6–10, 12–16, 18–22, 24–28, 30–33", "5, 11, 17, 23, 29"],
    );
  });

  test("of a decoder have names of their own", () => {
    const { plan } = pe.configFromHuggingFace({
      model_type: "t5",
      d_model: 512,
      d_kv: 64,
      num_heads: 8,
      num_layers: 2,
      num_decoder_layers: 3,
    });
    const { all } = layersOf(plan);
    assert.deepEqual(
      all.map(({ name }) => name),
      ["0", "1", "d0", "d1", "d2"],
    );
  });
});

describe("the page for models", () => {
  test("shows the layers, one after the other, by keyboard and by finger", async (t) => {
    const { page, problems, models, finding, row } = await openModels(t);
    assert.equal(
      await finding(),
      "gemma3_text: 34 layers do 2 different things with positions.",
    );
    assert.match(await row("a query sees"), /^the 1024 positions/);
    const slider = models.locator(".strip");
    await slider.focus();
    for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
    assert.match(await row("a query sees"), /^all positions/);
    assert.equal(await row("context extension"), "linear, factor 8");
    assert.match(page.url(), /#gemma-3-4b\/5$/);
    const { x, y, width } = await slider.boundingBox();
    await page.mouse.click(x + width - 3, y + 30);
    assert.equal(await slider.getAttribute("aria-valuenow"), "33");
    assert.match(
      await models.locator(".command").textContent(),
      /config config\.json --layer 33\n/,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(await findings(page), []);
  });

  test("opens at the model and layer of its address, also in Chinese on a phone", async (t) => {
    const { page, models, row } = await openModels(
      t,
      "zh/models/#deepseek-v4/2",
      { viewport: { width: 390, height: 844 } },
    );
    assert.equal(await models.locator(".which").textContent(), "第 2 层");
    assert.match(await row("压缩的键"), /每 4 个词元/);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth,
    );
    assert.equal(width, 390);
  });

  test("takes no harm from an address or a config that is made to hurt", async (t) => {
    for (const hash of [
      "#%",
      "#constructor/0",
      "#__proto__",
      "#gemma-3-4b/1e9",
    ]) {
      const { page, problems, finding } = await openModels(
        t,
        `en/models/${hash}`,
      );
      assert.match(await finding(), /^gemma3_text: 34 layers/, hash);
      assert.deepEqual(problems, [], hash);
      await page.evaluate(() => {
        location.hash = "#%E0%A4%A/x";
      });
      await page.evaluate(() => {
        location.hash = "#gpt-oss-20b/-7";
      });
      await page
        .locator("pe-models .finding", { hasText: "gpt_oss" })
        .waitFor();
      assert.deepEqual(problems, [], hash);
    }
    const { models, row } = await openModels(t);
    await models.locator("summary").click();
    const deep = { ...preset("mistral-7b-0.1"), num_hidden_layers: 65_536 };
    await models.locator("textarea").fill(JSON.stringify(deep));
    await models.locator(".finding", { hasText: "65536" }).waitFor();
    assert.ok((await models.locator(".strip rect").count()) < 10);
    assert.match(await row("a query sees"), /4096/);
    const odd = { ...deep, num_hidden_layers: 2, model_type: "<img src=x>" };
    await models.locator("textarea").fill(JSON.stringify(odd));
    await models.locator(".findings", { hasText: "<img src=x>" }).waitFor();
    assert.equal(await models.locator("img").count(), 0);
  });

  test("reads a file, typed text, and says what it cannot read", async (t) => {
    const { page, problems, models, finding } = await openModels(t);
    const file = models.locator("[type=file]");
    const give = (name, text) =>
      file.setInputFiles({
        name,
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    const told = (wanted) =>
      models.locator(".finding", { hasText: wanted }).waitFor();
    await give("config.json", `\ufeff${JSON.stringify(preset("gpt-oss-20b"))}`);
    await told(/^gpt_oss: 24 layers do 2/);
    assert.equal(new URL(page.url()).hash, "");
    await give("model.safetensors", "\u0008\0\0\0\0\0\0\0{}");
    await told(
      /^model\.safetensors is a safetensors file; give the config\.json/,
    );
    assert.equal(await models.locator(".plan").isVisible(), false);
    await models.locator("summary").click();
    await models.locator("textarea").fill('{ "model_type": "tomorrow" }');
    await told(/^There is no plan/);
    assert.match(await models.locator(".findings").textContent(), /tomorrow/);
    await models.locator("textarea").fill("<b>no</b>");
    await told(/no JSON/);
    await models.locator(".preset").selectOption("mistral-7b-0.1");
    await told(/^mistral: 32 layers, all alike/);
    assert.match(await finding(), /32/);
    assert.deepEqual(problems, []);
  });

  test("reads the header of a GGUF file, chosen or dropped, and nothing behind it", async (t) => {
    const { page, problems, models, row } = await openModels(t);
    const told = (wanted) =>
      models.locator(".finding", { hasText: wanted }).waitFor();
    const bytes = ggufHeader(LLAMA);
    const give = (name, buffer) =>
      models
        .locator("[type=file]")
        .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await give("llama.gguf", bytes);
    await told(/^gguf_llama: 16 layers, all alike/);
    assert.match(await row("pairs"), /interleaved/);
    assert.match(
      await models.locator(".command").textContent(),
      /^npx posenc config model\.gguf\nnpx posenc config model\.gguf --layer 0\n/,
    );
    await give("cut.gguf", bytes.subarray(0, 99));
    await told(/^cut\.gguf ends within its header: /);
    assert.equal(await models.locator(".plan").isVisible(), false);
    await give("old.gguf", Buffer.from("GGUF\u0001\0\0\0"));
    await told(/^old\.gguf must be GGUF of version 2 or 3, got 1/);
    await give("other.gguf", ggufHeader({ "general.architecture": "mamba" }));
    await told(/^other\.gguf is of the architecture "mamba"/);
    // Of a file of 4 GB, the page may ask for a few megabytes.
    const size = await page.evaluate(
      (list) => {
        const rest = new Blob([new Uint8Array(2 ** 20)]);
        const parts = [Uint8Array.from(list), ...Array(4096).fill(rest)];
        const file = new File(parts, "big.gguf");
        const { slice } = Blob.prototype;
        globalThis.asked = 0;
        Blob.prototype.slice = function (start, end) {
          globalThis.asked += end - start;
          return slice.call(this, start, end);
        };
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        document
          .querySelector("pe-models")
          .dispatchEvent(new DragEvent("drop", { dataTransfer }));
        return file.size;
      },
      [...bytes],
    );
    assert.ok(size > 2 ** 32, String(size));
    await told(/^gguf_llama: 16 layers/);
    const asked = await page.evaluate("asked");
    assert.ok(asked > 0 && asked < 2 ** 22, String(asked));
    await models.locator("summary").click();
    await models.locator("textarea").fill('{ "model_type": "tomorrow" }');
    await told(/^There is no plan/);
    assert.match(
      await models.locator(".command").textContent(),
      /^npx posenc config config\.json/,
    );
    assert.deepEqual(problems, []);
  });

  test("answers what people asked in public, as the files of it are dropped", async (t) => {
    const { page, problems, models } = await openModels(t);
    /** @param {object} config */
    const drop = (config) =>
      page.evaluate((text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "config.json"));
        document
          .querySelector("pe-models")
          .dispatchEvent(new DragEvent("drop", { dataTransfer }));
      }, JSON.stringify(config));
    const slider = models.locator(".strip");
    for (const [threads, config, , , { finding, rows = {} }] of THREADS) {
      await drop(config);
      await models.locator(".finding", { hasText: finding }).waitFor();
      for (const [layer, wanted] of Object.entries(rows)) {
        await slider.focus();
        await page.keyboard.press("Home");
        for (let k = 0; k < Number(layer); k++)
          await page.keyboard.press("ArrowRight");
        const told = Object.fromEntries(
          await models.locator(".rows tr").evaluateAll((all) =>
            all.map(({ children: [name, value] }) => [
              name?.textContent,
              // Thousands stand apart by a narrow space.
              value?.textContent?.replaceAll("\u202f", " "),
            ]),
          ),
        );
        for (const [name, value] of Object.entries(wanted))
          assert.equal(told[name], value, `${threads[0]}, ${layer}: ${name}`);
      }
    }
    // Engines differ on a few of them: where, is told beside the findings.
    await drop(preset("internlm2"));
    const told = models.locator(".engines");
    await told.waitFor();
    assert.match(
      await told.textContent(),
      /base at 65536 positions, 3050000 in the plan: 1000000 in vLLM, llama\.cpp/,
    );
    assert.match(
      await models.locator(".command").textContent(),
      /\nnpx posenc config config\.json --engines\n/,
    );
    assert.deepEqual(problems, []);
  });

  test("compares two models and gives golden vectors", async (t) => {
    const { page, models } = await openModels(t, "en/models/#gemma-2-9b/1");
    await models.locator(".other").selectOption("gemma-2-27b");
    const said = await models.locator(".differences").textContent();
    assert.match(said, /Layers 42 → 46/);
    assert.match(said, /Layers 0–41 head width: 256 → 128/);
    await models.locator(".other").selectOption("gemma-2-9b");
    assert.match(
      await models.locator(".differences").textContent(),
      /^Both do the same/,
    );
    const download = async (format, name) => {
      await models.locator(".format").selectOption(format);
      const waiting = page.waitForEvent("download");
      await models.locator("[data-act=golden]").click();
      const download = await waiting;
      assert.equal(download.suggestedFilename(), name);
      return readFileSync(await download.path());
    };
    const name = "golden-gemma2-layer-1";
    const found = JSON.parse(String(await download("json", `${name}.json`)));
    const { plan } = pe.configFromHuggingFace(preset("gemma-2-9b"));
    const wanted = pe.golden({ plan, layer: 1 });
    const { data } = found.tensors.q_rotated;
    assert.equal(data.length, wanted.tensors.q_rotated.data.length);
    // Engines differ in the last bit of a sine.
    for (const [i, x] of wanted.tensors.q_rotated.data.entries()) {
      assert.ok(Math.abs(data[i] - x) < 1e-15, `${i}: ${data[i]}, ${x}`);
    }
    assert.equal(found.layer.softcap, 50);
    // Other files hold the same numbers.
    const bytes = Buffer.from(Float64Array.from(data).buffer);
    const archive = unzipSync(await download("npz", `${name}.npz`));
    assert.ok(Buffer.from(archive["q_rotated.npy"] ?? []).includes(bytes));
    const tensors = await download("safetensors", `${name}.safetensors`);
    assert.ok(tensors.includes(bytes));
    for (const [format, file] of [
      ["h", `${name}.h`],
      ["pytest", "test_golden_gemma2_layer_1.py"],
      ["gtest", `${name}_test.cc`],
    ]) {
      assert.ok((await download(format, file)).includes(String(data[0])));
    }
  });
});
