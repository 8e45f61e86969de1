import assert from "node:assert/strict";
import test from "node:test";
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
