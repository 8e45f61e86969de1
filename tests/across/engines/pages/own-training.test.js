// "Train it yourself" wherever the figure stands: in the site, in a frame of
// somebody's page, and in a page that loads it by script.
import assert from "node:assert/strict";
import { name, useEngine } from "../engine.js";
import { hostPage } from "../host-page.js";

const engine = useEngine();

const isDone = (tag) =>
  /none is shipped with these settings/.test(
    seek(`${tag} >> .told`)?.textContent ?? "",
  );
const cannot = (tag) =>
  /does not work here: [^.]+.*[^.]\. The shipped results stay\.$/.test(
    seek(`${tag} >> .told`)?.textContent ?? "",
  );

/** A page with the figure in a frame. */
const framed = (t, page, attributes) =>
  hostPage(
    t,
    `<iframe src="${page.url}embed/train.html?run=one&amp;train-steps=60&amp;lang=en" title="x" width="700" height="900"${attributes}></iframe>`,
    { frames: new URL(page.url).origin },
  );

engine.test("a run is made in the site", async (t) => {
  const page = await engine.visit(
    t,
    "en/long-context/#train-short?train-steps=60",
  );
  await page.box("pe-train");
  await page.until((tag) => seek(`${tag}[data-live]`) !== null, "pe-train");
  // By keyboard: figures above that are drawn meanwhile move the button.
  await page.call(() => seek('pe-train >> .work [data-work="0"]').focus());
  await page.press("Enter");
  await page.until(isDone, "pe-train");
  await page.isClean();
});

engine.test("a run is made in a frame", async (t) => {
  const page = await engine.visit(t, "en/contents/");
  await page.goto(await framed(t, page, ""));
  await page.untilIn("iframe", isDone, "pe-train");
});

engine.test("a frame without an origin says why it cannot", async (t) => {
  // As in embeds.test.js.
  if (name === "webkit") {
    return t.skip("WebKitGTK loads nothing in a frame without an origin");
  }
  const page = await engine.visit(t, "en/contents/");
  await page.goto(await framed(t, page, ' sandbox="allow-scripts"'));
  await page.untilIn("iframe", cannot, "pe-train");
});

for (const { workers, what, outcome } of [
  {
    workers: "blob:",
    what: "makes a run where workers of blobs are allowed",
    outcome: isDone,
  },
  {
    workers: "'none'",
    what: "says why it cannot where they are forbidden",
    outcome: cannot,
  },
]) {
  engine.test(`auto.js ${what}`, async (t) => {
    const page = await engine.visit(t, "en/contents/");
    const host = await hostPage(
      t,
      '<script defer src="dist/auto.js"></script><pe-train run="one" train-steps="60" lang="en">Runs</pe-train>',
      { workers },
    );
    await page.goto(host);
    await page.box("pe-train");
    await page.until(outcome, "pe-train");
    // What is shipped stays.
    assert.match(await page.text("pe-train >> .finding"), /RoPE/);
  });
}
