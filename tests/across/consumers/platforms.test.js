// Real builders build real notes from the recipes; what they make is opened.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { evaluate } from "@mdx-js/mdx";
import { createElement } from "react";
import * as runtime from "react/jsx-runtime";
import { renderToString } from "react-dom/server";
import {
  build,
  HERE,
  notes,
  open,
  openLab,
  page,
  proveAlive,
  recipe,
} from "./notes.js";

const lab = openLab();

/** Opens what was built; it must live, and nothing may go wrong. */
async function lives(t, path) {
  const { tab, problems } = await open(t, lab, `${lab.url}${path}`);
  await proveAlive(tab);
  assert.deepEqual(problems, []);
  return tab;
}

describe("builders from npm", () => {
  test("VitePress", async (t) => {
    const { heatmap, waves } = recipe("vitepress", lab);
    const folder = notes("vitepress", {
      "package.json": '{"type":"module"}',
      ".vitepress/config.js": heatmap[0],
      "index.md": `# Notes\n\n${heatmap[1]}\n\nText.\n\n${waves[1]}\n\n[Next](./next)\n`,
      "next.md": `# Next\n\n${heatmap[1]}\n\n${waves[1]}\n`,
    });
    const program = join(HERE, "node_modules/vitepress/bin/vitepress.js");
    await build(t, "node", [
      program,
      "build",
      folder,
      "--base",
      "/vitepress/.vitepress/dist/",
    ]);
    const html = readFileSync(
      join(folder, ".vitepress/dist/index.html"),
      "utf8",
    );
    assert.match(html, /<pe-heatmap [^>]*>The figure pe-heatmap<\/pe-heatmap>/);
    const tab = await lives(t, "vitepress/.vitepress/dist/");
    // The next page comes without a reload.
    await tab.evaluate(() => {
      globalThis.stayed = true;
    });
    await tab.locator("main a", { hasText: "Next" }).first().click();
    await tab.locator("h1", { hasText: "Next" }).waitFor();
    assert.equal(await tab.evaluate(() => globalThis.stayed), true);
    await proveAlive(tab);
  });

  test("MDX with React, as Docusaurus renders it", async (t) => {
    const { heatmap, waves } = recipe("docusaurus", lab);
    const { default: Content } = await evaluate(
      `# Notes\n\n${heatmap[1]}\n\n${waves[1]}\n`,
      runtime,
    );
    const body = renderToString(createElement(Content));
    const { src } = /src: "(?<src>[^"]+)", defer: true/.exec(heatmap[0]).groups;
    notes("mdx", {
      "index.html": page(`<script src="${src}" defer></script>`, body),
    });
    await lives(t, "mdx/");
  });

  test("Reveal.js, on scaled slides", async (t) => {
    const { heatmap, waves } = recipe("reveal", lab);
    const folder = notes("reveal", {
      "index.html": page(
        `<link rel="stylesheet" href="reveal/reveal.css">\n${heatmap[0]}`,
        `<div class="reveal"><div class="slides">${heatmap[1]}${waves[1]}</div></div>\n<script src="reveal/reveal.js"></script><script>Reveal.initialize({ width: 1400, height: 1300 });</script>`,
      ),
    });
    cpSync(join(HERE, "node_modules/reveal.js/dist"), join(folder, "reveal"), {
      recursive: true,
    });
    const tab = await lives(t, "reveal/");
    const scale = await tab.evaluate(() => Reveal.getScale());
    assert.ok(scale < 0.9, `slides are at ${scale}`);
    // The slide is centred anew for the height that its figure has taken.
    const [top, bottom] = await tab.evaluate(() => {
      const box = (it) => document.querySelector(it).getBoundingClientRect();
      const [slides, figure] = [box(".slides"), box("pe-heatmap")];
      return [figure.top - slides.top, slides.bottom - figure.bottom];
    });
    assert.ok(top >= -1 && bottom >= -1, `${top}, ${bottom}`);
    // Slides centre their text; a figure's stays where it belongs.
    const align = await tab
      .locator("pe-heatmap .finding")
      .evaluate((it) => getComputedStyle(it).textAlign);
    assert.equal(align, "start");
    // Keys inside a figure are the figure's.
    const slider = tab.locator("pe-heatmap input[type=range]").first();
    await slider.focus();
    await slider.press("ArrowRight");
    const indices = () => tab.evaluate(() => Reveal.getIndices().h);
    assert.equal(await indices(), 0);
    // So are fingers, unlike those beside what can be dragged.
    const client = await tab.context().newCDPSession(tab);
    const send = (type, touchPoints) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints });
    const swipe = async (selector) => {
      const at = tab.locator(`pe-heatmap ${selector}`).first();
      const { x, y, width, height } = await at.boundingBox();
      const point = (k) => ({ x: x + width * k, y: y + height / 2 });
      await send("touchStart", [point(0.8)]);
      for (const k of [0.7, 0.6, 0.5, 0.4, 0.3])
        await send("touchMove", [point(k)]);
      await send("touchEnd", []);
    };
    await swipe(".window");
    await swipe("input[type=range]");
    assert.equal(await indices(), 0);
    await swipe(".finding");
    await tab.waitForFunction(() => Reveal.getIndices().h === 1);
    await tab.evaluate(() => Reveal.prev());
    // A slide that was hidden draws when it comes.
    await tab.evaluate(() => Reveal.next());
    await tab.locator("pe-waves .finding b").first().waitFor();
  });
});

describe("builders from Debian", () => {
  test("MkDocs", async (t) => {
    const { heatmap, waves } = recipe("mkdocs", lab);
    const folder = notes("mkdocs", {
      "mkdocs.yml": `site_name: Notes\ntheme: {name: mkdocs, highlightjs: false}\n${heatmap[0]}\n`,
      "docs/index.md": `# Notes\n\n${heatmap[1]}\n\nText.\n\n${waves[1]}\n`,
    });
    const args = ["build", "--quiet", "--config-file", "mkdocs.yml"];
    if (!(await build(t, "mkdocs", args, { cwd: folder }))) return;
    await lives(t, "mkdocs/site/");
  });

  for (const [name, file, step] of [
    ["MyST Markdown", "index.md", 1],
    ["reStructuredText", "index.rst", 2],
  ]) {
    test(`Sphinx with ${name}`, async (t) => {
      const { heatmap, waves } = recipe("sphinx", lab);
      const title = step === 1 ? "# Notes" : "Notes\n=====";
      const folder = notes(`sphinx-${step}`, {
        "conf.py": `project = "Notes"\nextensions = ["myst_parser"]\n${heatmap[0]}\n`,
        [file]: `${title}\n\n${heatmap[step]}\n\nText.\n\n${waves[step]}\n`,
      });
      const args = ["-q", "-b", "html", folder, join(folder, "out")];
      if (!(await build(t, "sphinx-build", args))) return;
      await lives(t, `sphinx-${step}/out/`);
    });
  }

  test("Hugo, with raw HTML forbidden", async (t) => {
    const { heatmap, waves } = recipe("hugo", lab);
    const folder = notes("hugo", {
      "config.toml": `baseURL = "${lab.url}hugo/public/"\ntitle = "Notes"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n`,
      "layouts/index.html": page(heatmap[1], "{{ .Content }}"),
      "layouts/shortcodes/pe-heatmap.html": heatmap[0],
      "layouts/shortcodes/pe-waves.html": waves[0],
      "content/_index.md": `# Notes\n\n${heatmap[2]}\n\nText.\n\n${waves[2]}\n`,
    });
    if (!(await build(t, "hugo", ["--source", folder, "--quiet"]))) return;
    await lives(t, "hugo/public/");
  });

  test("Jekyll", async (t) => {
    const { heatmap, waves } = recipe("jekyll", lab);
    const folder = notes("jekyll", {
      "_config.yml": "title: Notes\n",
      "_includes/head.html": heatmap[0],
      "_layouts/default.html": page("{% include head.html %}", "{{ content }}"),
      "index.md": `---\nlayout: default\n---\n# Notes\n\n${heatmap[1]}\n\nText.\n\n${waves[1]}\n`,
    });
    const args = ["build", "--quiet", "--disable-disk-cache", "--source"];
    const to = ["--destination", join(folder, "_site")];
    if (!(await build(t, "jekyll", [...args, folder, ...to]))) return;
    await lives(t, "jekyll/_site/");
  });

  test("Pandoc, as Quarto uses it", async (t) => {
    const { heatmap, waves } = recipe("quarto", lab);
    const folder = notes("pandoc", {
      "notes.md": `---\ntitle: Notes\n---\n\n${heatmap[1]}\n\nText.\n\n${waves[1]}\n`,
    });
    // What Quarto calls include-in-header is a file for Pandoc alone.
    const [, head] = heatmap[0].split("text: |\n");
    writeFileSync(join(folder, "head.html"), head.trim());
    const args = ["--standalone", "--include-in-header", "head.html"];
    const files = ["notes.md", "--output", "index.html"];
    if (!(await build(t, "pandoc", [...args, ...files], { cwd: folder }))) {
      return;
    }
    await lives(t, "pandoc/");
  });
});
