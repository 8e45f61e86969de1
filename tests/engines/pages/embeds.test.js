// Figures in somebody else's page, which forbids all that they do not need.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { portOf } from "../../../tools/lib/serve.mjs";
import { name, useEngine } from "../engine.js";
import { PACKAGE } from "../page-of-results.js";

const engine = useEngine();
const FILES = {
  "/whole.js": `${PACKAGE}widgets/whole/widgets.js`,
  "/embed.js": `${PACKAGE}widgets/embed.js`,
  "/watch.js": new URL("../watch.js", import.meta.url),
};
/** What the driver of an engine does not tell, its pages do. */
const watch = name === "webkit" ? '<script src="watch.js"></script>' : "";

/** Another origin with one page; resolves with its address. */
async function hostPage(t, body, { frames = "'none'" } = {}) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${watch}<title>Notes</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; frame-src ${frames}`;
  const server = createServer((request, response) => {
    const file = request.url.startsWith("/dist/")
      ? `${PACKAGE}${request.url.slice(6)}`
      : FILES[request.url];
    response.writeHead(file || request.url === "/" ? 200 : 404, {
      "Content-Type": file ? "text/javascript" : "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
    });
    response.end(file ? readFileSync(file) : html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(server)}/`;
}

const isDrawn = (tag) =>
  (seek(`${tag} >> .finding`)?.textContent ?? "").length > 0 &&
  seek(`${tag}[data-live]`) !== null;

for (const [script, what] of [
  ["dist/widgets/auto.js", "auto.js, and what it loads,"],
  ["whole.js", "the script with all figures"],
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
      await page.until(() => seek("pe-clock").state.pos > 1000);
      await page.isClean([host]);
    },
  );
}

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
