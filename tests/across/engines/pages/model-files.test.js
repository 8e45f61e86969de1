// From a model's configuration to numbers for a test, on the page models/.
import assert from "node:assert/strict";
import { header } from "../../../gguf.js";
import { useEngine } from "../engine.js";

const engine = useEngine();

const FINDING = "pe-models >> .finding";
const said = (page, wanted) =>
  page.until(
    (place, text) => seek(place)?.textContent.startsWith(text),
    ...[FINDING, wanted],
  );
const row = (page, name) =>
  page.call(
    (title) =>
      [...seek("pe-models").shadowRoot.querySelectorAll(".rows tr")].find(
        ({ cells }) => cells[0].textContent === title,
      )?.cells[1].textContent,
    name,
  );

async function open(t, path = "en/models/") {
  const page = await engine.visit(t, path, { mount: "/notes/" });
  await page.find("pe-models >> .rows tr");
  return page;
}

function choose(page, menu, value) {
  return page.call(
    (place, wanted) => {
      const select = seek(place);
      select.value = wanted;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    ...[`pe-models >> ${menu}`, value],
  );
}

/** Drops a file whose bytes are given. */
function drop(page, name, bytes) {
  return page.call(
    (title, list) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(list)], title));
      seek("pe-models").dispatchEvent(
        new DragEvent("drop", { dataTransfer, cancelable: true }),
      );
    },
    ...[name, [...bytes]],
  );
}

/** Keeps what is downloaded in the page. */
const keep = (page) =>
  page.call(() => {
    const { createObjectURL } = URL;
    let blob;
    URL.createObjectURL = (it) => {
      blob = it;
      return createObjectURL.call(URL, it);
    };
    HTMLAnchorElement.prototype.click = async function () {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      Object.assign(globalThis, { given: [this.download, [...bytes]] });
    };
  });

async function golden(page, format) {
  await page.call(() => Reflect.deleteProperty(globalThis, "given"));
  await choose(page, ".format", format);
  await page.click("pe-models >> [data-act=golden]");
  const [name, bytes] = await page.until(() =>
    Reflect.get(globalThis, "given"),
  );
  return { name, bytes: Buffer.from(bytes) };
}

engine.test(
  "a preset shows its layers and gives files of numbers",
  async (t) => {
    const page = await open(t);
    await choose(page, ".preset", "gpt-oss-20b");
    await said(page, "gpt_oss: 24 layers do 2 different things");
    await page.click("pe-models >> .strip", [0.99, 0.5]);
    await page.until(
      () => seek("pe-models >> .strip").getAttribute("aria-valuenow") === "23",
    );
    assert.match(await row(page, "a query sees"), /^all positions/);
    const drawn = await page.call(() => {
      const { width, height } = seek(
        "pe-models >> .strip rect",
      ).getBoundingClientRect();
      return width > 5 && height > 5;
    });
    assert.ok(drawn);
    await keep(page);
    const json = await golden(page, "json");
    assert.equal(json.name, "golden-gpt_oss-layer-23.json");
    const { data } = JSON.parse(String(json.bytes)).tensors.q_rotated;
    const numbers = Buffer.from(Float64Array.from(data).buffer);
    for (const format of ["npz", "safetensors"]) {
      const { name, bytes } = await golden(page, format);
      assert.equal(name, `golden-gpt_oss-layer-23.${format}`);
      assert.ok(bytes.includes(numbers), format);
    }
    await page.isClean();
  },
);

engine.test("files are dropped and text is pasted, here alone", async (t) => {
  const page = await open(t, "zh/models/");
  const llama = {
    ...{ "general.architecture": "llama", "llama.block_count": 16 },
    ...{ "llama.context_length": 131072, "llama.embedding_length": 2048 },
    ...{ "llama.attention.head_count": 32 },
  };
  await drop(page, "a.gguf", header(llama));
  await said(page, "gguf_llama：16 层");
  const config = {
    ...{ model_type: "llama", hidden_size: 512, num_attention_heads: 8 },
    num_hidden_layers: 3,
  };
  await drop(page, "config.json", Buffer.from(JSON.stringify(config)));
  await said(page, "llama：3 层");
  await page.click("pe-models >> summary");
  await page.call(
    (text) => {
      const area = seek("pe-models >> textarea");
      area.focus();
      area.select();
      document.execCommand("insertText", false, text);
    },
    JSON.stringify({ ...config, num_hidden_layers: 5 }),
  );
  await said(page, "llama：5 层");
  await page.isClean();
});

engine.test("a finger chooses the layer", async (t) => {
  const page = await open(t);
  if (!page.hasTouch) return t.skip("this engine's driver has no fingers");
  await page.tap("pe-models >> .strip", [0.99, 0.5]);
  await page.until(
    () => seek("pe-models >> .strip").getAttribute("aria-valuenow") === "33",
  );
  await page.tap("pe-models >> .kinds li:nth-child(2) button");
  await page.until(() => seek("pe-models >> .which").textContent === "Layer 5");
  await page.isClean();
});
