// What notebooks and MyST do with posenc-widgets/anywidget and with HTML in a cell. Their
// model is as Jupyter's: every widget has a layout of its own, traits have types.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ONE_FILE } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { TAGS } from "../../web/every-widget.js";
import {
  notes,
  open,
  openLab,
  page,
  proveAlive,
  publish,
  recipe,
  stepsOf,
} from "./notes.js";

const lab = openLab();

/**
 * Runs in the page: a model as hosts make it, and the widget it describes.
 * Without a kernel, as MyST has it, two of its methods throw.
 */
async function host(/** @type {any[]} */ [url, values, kernel]) {
  const unlessKernel = (name) => {
    if (!kernel) throw new Error(`no kernel to ${name} with`);
  };
  // As hosts do it: from a blob, where nothing stands beside the module.
  const text = await (await fetch(url)).text();
  const blob = new Blob([text], { type: "text/javascript" });
  const { default: widget } = await import(URL.createObjectURL(blob));
  const listeners = new Map();
  const model = {
    values: { layout: { get: () => null }, ...values },
    saved: 0,
    get: (name) => model.values[name],
    set(name, value) {
      model.values[name] = value;
      for (const act of listeners.get(`change:${name}`) ?? []) act();
    },
    save_changes() {
      unlessKernel("save_changes");
      model.saved += 1;
    },
    on(event, act) {
      listeners.set(event, [...(listeners.get(event) ?? []), act]);
    },
    off(event, act) {
      unlessKernel("off");
      const left = (listeners.get(event) ?? []).filter((it) => it !== act);
      listeners.set(event, left);
    },
  };
  const el = document.querySelector("#cell");
  const end = await widget.render({ model, el });
  Object.assign(globalThis, { model, listeners, end });
}

/** A page whose cell shows the widget of these traits. */
async function cell(t, values, kernel = true) {
  const { heatmap } = recipe("myst", lab);
  const [, address, body] = /\{anywidget\} (\S+)\n([\s\S]*)\n```/.exec(
    heatmap[0],
  );
  notes("anywidget", { "index.html": page("", '<div id="cell"></div>') });
  const { tab, problems } = await open(t, lab, `${lab.url}anywidget/`);
  await publish(tab, lab);
  await tab.evaluate(host, [address, values ?? JSON.parse(body), kernel]);
  /** @type {any} */
  const figure = tab.locator("#cell > *");
  await figure.locator(".finding b").first().waitFor();
  await tab.waitForFunction(() => globalThis.model.values.state !== undefined);
  const state = () => figure.evaluate((it) => it.state);
  return { tab, figure, state, problems };
}

describe("posenc-widgets/anywidget", () => {
  test("the model sets the figure, the figure the model", async (t) => {
    const { tab, figure, state, problems } = await cell(t);
    assert.equal((await state()).dModel, 32);
    assert.equal(
      await tab.evaluate(() => globalThis.model.values.state["d-model"]),
      32,
    );
    await figure.evaluate((it) => it.setState({ pos: 5 }));
    await tab.waitForFunction(() => globalThis.model.values.state.pos === 5);
    assert.ok(await tab.evaluate(() => globalThis.model.saved > 0));
    await tab.evaluate(() => globalThis.end());
    assert.equal(await figure.count(), 0);
    const left = await tab.evaluate(
      () => [...globalThis.listeners.values()].flat().length,
    );
    assert.equal(left, 0);
    assert.deepEqual(problems, []);
  });

  test("traits of Python: underscores, types of their own, taken names", async (t) => {
    const { tab, figure, state, problems } = await cell(t, {
      widget: "pe-heatmap",
      seq_len: "24",
      d_model: 32,
      layout_: "halves",
      lang: "en",
    });
    const { seqLen, dModel, layout } = await state();
    assert.deepEqual([seqLen, dModel, layout], [24, 32, "halves"]);
    assert.equal(await figure.locator(".faults").textContent(), "");
    await tab.evaluate(() => globalThis.model.set("d_model", 16));
    assert.equal((await state()).dModel, 16);
    // What the reader changes is in the traits, with the types they had.
    await figure.evaluate((it) =>
      it.setState({ seqLen: 40, dModel: 64, layout: "interleaved" }),
    );
    await tab.waitForFunction(() => globalThis.model.values.d_model === 64);
    assert.deepEqual(
      await tab.evaluate(() => [
        globalThis.model.values.seq_len,
        globalThis.model.values.layout_,
      ]),
      ["40", "interleaved"],
    );
    assert.equal(
      await tab.evaluate(() => "pos" in globalThis.model.values),
      false,
    );
    // To a value that the figure once had, too.
    await tab.evaluate(() => globalThis.model.set("seq_len", "24"));
    assert.equal((await state()).seqLen, 24);
    await figure.evaluate((it) => it.reset());
    await tab.waitForFunction(
      () => globalThis.model.values.layout_ === "halves",
    );
    assert.equal(await tab.evaluate(() => globalThis.model.values.d_model), 32);
    assert.deepEqual(problems, []);
  });

  test("a host without a kernel, whose model cannot save", async (t) => {
    const { tab, figure, state, problems } = await cell(t, undefined, false);
    await figure.evaluate((it) => it.setState({ pos: 5 }));
    await tab.waitForFunction(() => globalThis.model.values.state.pos === 5);
    await tab.evaluate(() => globalThis.model.set("d-model", "16"));
    assert.equal((await state()).dModel, 16);
    await tab.evaluate(() => globalThis.end());
    assert.equal(await figure.count(), 0);
    assert.deepEqual(problems, []);
  });

  test("a trait that is not allowed is named in the figure", async (t) => {
    const { tab, figure, state, problems } = await cell(t);
    await tab.evaluate(() => globalThis.model.set("seq-len", "-3"));
    const fault = await figure.locator(".faults").textContent();
    assert.match(fault, /seq-len must be .* not “-3”/);
    assert.equal((await state()).seqLen, 24);
    await tab.evaluate(() => globalThis.model.set("seq-len", "12"));
    assert.equal((await state()).seqLen, 12);
    assert.equal(await figure.locator(".faults").textContent(), "");
    assert.deepEqual(problems, []);
  });
});

// What ipywidgets.DOMWidget has, besides names that begin with an underscore.
const OF_JUPYTER =
  "add_class add_traits blur close comm focus get_state get_view_spec has_trait hold_sync keys layout log model_id notify_change observe on_msg open remove_class send send_state set_state set_trait tabbable tooltip trait_names trait_values traits unobserve widgets";

const CHECK = `
import ast, json, sys
cells = json.load(open(sys.argv[1]))
taken = set(sys.argv[2].split())
for code in cells:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assert node.id not in taken, code
print(len(cells), "cells")
`;

describe("posenc-widgets/anywidget without a network", () => {
  test("behind the file with all figures, as the page for teachers has it", async (t) => {
    notes("anywidget", { "index.html": page("", '<div id="cell"></div>') });
    const { tab, problems } = await open(t, lab, `${lab.url}anywidget/`);
    const text = [ONE_FILE, join(lab.place, "dist/anywidget.js")]
      .map((file) => readFileSync(file, "utf8"))
      .join("");
    await tab.route("**/together.js", (route) =>
      route.fulfill({ body: text, contentType: "text/javascript" }),
    );
    const asked = [];
    /** @type {any} */
    const figure = tab.locator("#cell > pe-waves");
    tab.on("request", (request) => asked.push(request.url()));
    const values = { widget: "waves", "d-model": "32" };
    await tab.evaluate(host, [`${lab.url}together.js`, values, true]);
    await figure.locator(".finding b").first().waitFor();
    assert.equal(await figure.evaluate((it) => it.state.dModel), 32);
    const own = asked.filter((url) => !/^blob:|together\.js$/.test(url));
    assert.deepEqual(own, []);
    assert.deepEqual(problems, []);
  });
});

describe("cells", () => {
  test("every widget's cell is Python and takes no name of Jupyter's", async () => {
    const file = join(lab.place, "dist/custom-elements.json");
    const { modules } = JSON.parse(readFileSync(file, "utf8"));
    // Figures; questions are no cells.
    const [{ declarations }] = modules;
    const cells = declarations.map(({ tagName, attributes }) => {
      const all = attributes.map(({ name }) => [name, "1"]);
      return stepsOf("jupyter", lab, tagName, Object.fromEntries(all))[0];
    });
    assert.equal(cells.length, TAGS.length);
    const folder = notes("cells", { "cells.json": JSON.stringify(cells) });
    const args = ["-c", CHECK, join(folder, "cells.json"), OF_JUPYTER];
    const { stdout } = await run("python3", args);
    assert.equal(stdout.trim(), `${cells.length} cells`);
  });

  test("HTML shown by a cell, without installing anything", async (t) => {
    const { heatmap, waves } = recipe("jupyter", lab);
    const inner = (code) => /HTML\('''([\s\S]*)'''\)/.exec(code)[1];
    notes("jupyter", { "index.html": page("", "") });
    const { tab, problems } = await open(t, lab, `${lab.url}jupyter/`);
    // Notebooks run the scripts of an output one by one after inserting it.
    await tab.evaluate(
      (cells) => {
        for (const html of cells) {
          const cell = document.createElement("div");
          const range = document.createRange();
          cell.append(range.createContextualFragment(html));
          document.body.append(cell);
        }
      },
      [inner(heatmap[1]), inner(waves[1])],
    );
    await proveAlive(tab);
    assert.deepEqual(problems, []);
  });
});
