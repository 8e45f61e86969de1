import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { PACKAGES } from "../../tools/lib/packages.mjs";
import { inDist, inRoot } from "../../tools/lib/paths.mjs";
import { useSite } from "./browser.js";

const site = useSite({ mount: "/a/sub-path/" });

test("the API reference works under the site's policy, search included", async (t) => {
  const { page, problems } = await site.open(
    t,
    "api/interfaces/posenc.Embedding.html",
  );
  await page.getByRole("heading", { name: "sinusoidal" }).first().waitFor();
  await page
    .locator(".tsd-navigation a", { hasText: "Analysis" })
    .first()
    .waitFor();
  await page.locator("#tsd-search-trigger").click();
  await page.locator("#tsd-search-input").fill("shiftMatrix");
  await page.locator("#tsd-search-results li").first().waitFor();
  assert.deepEqual(problems, []);
});

test("the API reference has every module of the packages, and every figure", () => {
  const api = (name) => inRoot("web", "dist", "api", name);
  const elsewhere = new Set([
    // One page for all of them says so, and what they declare is other people's.
    ...["pe-*", "jsx", "vue", "preact", "solid", "svelte"].map(
      (it) => `posenc-widgets/${it}`,
    ),
  ]);
  const isOurs = (name) =>
    /\.(json|wasm)$|\/(internal|calls|wasm-inline)(\/|$)/.test(name);
  const wanted = [...PACKAGES.values()]
    .flatMap(({ name, exports }) =>
      Object.keys(exports).map((entry) => name + entry.slice(1)),
    )
    .filter((name) => !elsewhere.has(name) && !isOurs(name))
    .map((name) => `${name.replaceAll("/", "_")}.html`);
  const modules = readdirSync(api("modules"));
  assert.deepEqual(modules.sort(), wanted.sort());
  const { modules: described } = JSON.parse(
    readFileSync(inDist("widgets", "custom-elements.json"), "utf8"),
  );
  const pages = new Set(readdirSync(api("classes")));
  for (const { name } of described[0].declarations) {
    assert.ok(pages.has(`posenc-widgets.${name}.html`), name);
  }
});
