// Figures in somebody else's page, which forbids all that they do not need.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { name, useEngine } from "../engine.js";
import { hostPage } from "../host-page.js";

const engine = useEngine();
const isDrawn = (tag) =>
  (seek(`${tag} >> .finding`)?.textContent ?? "").length > 0 &&
  seek(`${tag}[data-live]`) !== null;

for (const [script, what] of [
  ["dist/auto.js", "auto.js, and what it loads,"],
  ["one-file.js", "the script with all figures"],
]) {
  engine.test(
    `${what} draws under a strict policy, and answers a slider`,
    async (t) => {
      const page = await engine.visit(t, "en/contents/");
      const host = await hostPage(
        t,
        `<script defer src="${script}"></script><pe-clock d-model="16" lang="zh">A clock</pe-clock>`,
      );
      await page.goto(host);
      await page.box("pe-clock");
      await page.until(isDrawn, "pe-clock");
      assert.match(await page.text("pe-clock >> .finding"), /[\u4e00-\u9fff]/);
      const range = "pe-clock >> [data-control=pos] input[type=range]";
      await page.click(range, [0.8, 0.5]);
      await page.until(() => seek("pe-clock").state.pos > 400);
      await page.isClean([host]);
    },
  );
}

engine.test("on paper axes have their numbers and names", async (t) => {
  if (name === "webkit") return t.skip("nothing makes WebKitGTK print a page");
  const page = await engine.visit(t, "en/contents/");
  const host = await hostPage(
    t,
    `<script defer src="dist/auto.js"></script><pe-heatmap seq-len="12" d-model="16" lang="en">A table</pe-heatmap>`,
  );
  await page.goto(host);
  await page.box("pe-heatmap");
  await page.until(isDrawn, "pe-heatmap");
  // What places a figure on paper loads after its first picture.
  await page.until(() => seek("pe-heatmap >> .grip").dataset.placed === "");
  const text = execFileSync("pdftotext", ["-layout", "-", "-"], {
    input: await page.pdf(),
    encoding: "utf8",
  });
  assert.match(text, /^ +position\n/m);
  assert.match(text, / 0 +2 +4 +6 +8 +10 +12 +14 +15\n/);
  // The columns of a wide figure stand side by side.
  assert.match(text, /dimension 15 along .+the vector of position 11/);
});

for (const [kind, attributes] of [
  ["a frame", ""],
  ["a frame without an origin", ' sandbox="allow-scripts"'],
]) {
  engine.test(
    `${kind} is as tall as its figure, which can be dragged`,
    async (t) => {
      // WebKitGTK 2.50 asks for no script or style at all from such a frame, with
      // whatever policy and CORS headers: its figures are tried elsewhere.
      if (name === "webkit" && attributes !== "") {
        return t.skip("WebKitGTK loads nothing in a frame without an origin");
      }
      const page = await engine.visit(t, "en/contents/");
      const source = `${page.url}embed/heatmap.html?lang=en&amp;d-model=32`;
      const host = await hostPage(
        t,
        `<script defer src="embed.js"></script><iframe src="${source}" title="x" width="700" height="200"${attributes}></iframe>`,
        { frames: new URL(page.url).origin },
      );
      await page.goto(host);
      await page.untilIn("iframe", isDrawn, "pe-heatmap");
      const tall = await page.untilIn("iframe", () =>
        Math.ceil(seek("main").getBoundingClientRect().height),
      );
      assert.ok(tall > 250);
      await page.until(() => seek("iframe").clientHeight > 250);
      const state = () => page.callIn("iframe", () => seek("pe-heatmap").state);
      const { pos, dim } = await state();
      const plot = await page.callIn("iframe", () => {
        const { x, y, width, height } = seek(
          "pe-heatmap >> .plot",
        ).getBoundingClientRect();
        return { x, y, width, height };
      });
      const frame = await page.box("iframe");
      const share = (x, y) => [
        (plot.x + x * plot.width) / frame.width,
        (plot.y + y * plot.height) / frame.height,
      ];
      await page.drag(
        "iframe",
        share(0.2, 0.2),
        share(0.6, 0.5),
        share(0.9, 0.9),
      );
      await page.untilIn(
        "iframe",
        (old) => seek("pe-heatmap").state.pos !== old,
        pos,
      );
      assert.notEqual((await state()).dim, dim);
      await page.isClean([host]);
    },
  );
}
