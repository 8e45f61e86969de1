// What auto.js does in somebody's page: it finds figures, loads what they need
// and nothing else, compares it with its hashes, and says what is wrong.
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { importSource } from "../../../tools/lib/web-source.mjs";
import { notes, open, openLab, page, recipe } from "./notes.js";

const { strictestPolicy } = await importSource(
  "widgets/element/embed/policy.ts",
);
const lab = openLab();
const KB = 1024;
/** Figures that only make tables: KB gz at most until they are live. */
const LIGHT = { "pe-heatmap": 112, "pe-waves": 113, "pe-clock": 114 };

const inWidgets = (path) => join(lab.place, "dist", path);

/** Tag → all files that a figure loads until it is live, from dist/widgets. */
async function filesOfFigures() {
  const { firstOf, neededOf, tagOf } = await importSource(
    "widgets/package/loader/checked.ts",
  );
  const live = readdirSync(inWidgets("")).find((name) =>
    name.startsWith("live-"),
  );
  const found = new Map();
  for (const name of readdirSync(inWidgets("shared"))) {
    const table = `shared/${name}`;
    if (firstOf(table) === undefined) continue;
    const { default: known } = await import(
      pathToFileURL(inWidgets(table)).href
    );
    for (const [path, needed] of neededOf(known)) {
      const files = new Set(["auto.js", table, live, path, ...needed]);
      found.set(tagOf(path), [...files]);
    }
  }
  return found;
}

/** What a reader may choose: a state for each word of each choice. */
function choicesOf(tag) {
  const file = inWidgets("custom-elements.json");
  const [{ declarations }] = JSON.parse(readFileSync(file, "utf8")).modules;
  const { attributes } = declarations.find(({ tagName }) => tagName === tag);
  return attributes
    .filter(({ fieldName }) => fieldName)
    .flatMap(({ fieldName, type }) =>
      [...type.text.matchAll(/"(\w+)"/g)].map(([, word]) => ({
        [fieldName]: word,
      })),
    );
}

/** Opens a page with this body, under the policy that teachers are told. */
async function openPage(t, body, act = async (_tab) => {}) {
  const [script] = recipe("html", lab).heatmap;
  notes("demand", { "index.html": page("", "") });
  const folder = script.match(/src="([^"]+)dist\//)[1];
  const policy = strictestPolicy(folder).join("; ");
  lab.policies.set("/demand/", policy);
  const { tab, problems } = await open(t, lab, `${lab.url}demand/`);
  const asked = [];
  tab.on("request", (request) => asked.push(request.url()));
  const said = [];
  tab.on("console", (it) => said.push(`${it.type()}: ${it.text()}`));
  await act(tab);
  await tab.evaluate(
    ([html, tag]) => {
      document.body.innerHTML = html;
      const range = document.createRange();
      document.head.append(range.createContextualFragment(tag));
    },
    [body, script],
  );
  return { tab, problems, asked, said };
}

const isLive = (tab, selector) =>
  tab.locator(selector).locator(".finding b").first().waitFor();

/** Adds a figure at the end, which does not wait for its reader. */
const append = (tab, tag) =>
  tab.evaluate((name) => {
    const figure = document.createElement(name);
    figure.setAttribute("loading", "eager");
    document.body.append(figure);
  }, tag);

/** Answers requests for a file with another content; ends with what it returns. */
async function replace(tab, pattern, body) {
  const act = (route) =>
    body === undefined
      ? route.abort()
      : route.fulfill({
          body,
          contentType: "text/javascript",
          headers: { "Access-Control-Allow-Origin": "*" },
        });
  await tab.route(pattern, act);
  return () => tab.unroute(pattern, act);
}

describe("auto.js", () => {
  test("is 6 KB at most, and a heatmap 112 KB until it is live", async (t) => {
    const sizeOf = (path) =>
      gzipSync(readFileSync(join(lab.place, path)), { level: 9 }).length;
    assert.ok(sizeOf("dist/auto.js") <= 6 * KB);
    const loaded = await filesOfFigures();
    for (const [tag, most] of Object.entries(LIGHT)) {
      const { tab, asked, problems } = await openPage(t, `<${tag}></${tag}>`);
      await isLive(tab, tag);
      const paths = [...new Set(asked)].map((url) => url.match(/dist\/.*/)[0]);
      const figures = paths.filter((path) => path.includes("/figures/"));
      assert.equal(figures.length, 1, figures.join());
      // Other languages are for the pages that are in them.
      assert.ok(!paths.some((path) => /\/shared\/es-/.test(path)), "Spanish");
      const needed = loaded.get(tag).map((path) => `dist/${path}`);
      for (const path of needed) assert.ok(paths.includes(path), path);
      const size = needed.reduce((sum, path) => sum + sizeOf(path), 0) / KB;
      t.diagnostic(`${tag}: ${size.toFixed(1)} KB gz, ${needed.length} files`);
      assert.ok(
        size <= most,
        `${tag}: ${size.toFixed(1)} KB\n${needed.join("\n")}`,
      );
      assert.deepEqual(problems, []);
    }
  });

  test("loads the library for no figure that calls nothing of it", async (t) => {
    const { tab, asked, problems } = await openPage(
      t,
      '<pe-timeline loading="eager"></pe-timeline>',
    );
    await isLive(tab, "pe-timeline");
    const library = /\/shared\/(posenc|module)-/;
    assert.deepEqual(
      asked.filter((url) => library.test(url)),
      [],
    );
    // It comes with the first that does.
    await append(tab, "pe-clock");
    await isLive(tab, "pe-clock");
    assert.notEqual(asked.filter((url) => library.test(url)).length, 0);
    assert.deepEqual(problems, []);
  });

  test("brings the schemes that the choices of a figure ask attention for", async (t) => {
    const found = [...(await filesOfFigures())].filter(([, files]) =>
      files.some((it) => /^shared\/attention-/.test(it)),
    );
    assert.ok(found.length > 30, `${found.length} attend`);
    for (const [tag] of found) {
      const { tab, problems } = await openPage(t, `<${tag}></${tag}>`);
      // Some say nothing in bold.
      const finding = tab.locator(tag).locator(".finding:not(:empty)");
      await finding.first().waitFor();
      const said = await tab.evaluate(
        async ([name, choices]) => {
          const figure = document.querySelector(name);
          const errors = [];
          figure.addEventListener("pe-error", ({ detail }) =>
            errors.push(detail),
          );
          for (const state of choices) {
            figure.setState(state);
            await new Promise((done) => {
              requestAnimationFrame(() => setTimeout(done));
            });
          }
          return errors;
        },
        [tag, choicesOf(tag)],
      );
      assert.deepEqual(said, [], tag);
      assert.deepEqual(problems, []);
      await tab.close();
    }
  });

  test("finds figures that come later, from templates and in shadow trees", async (t) => {
    const { tab, problems, asked } = await openPage(
      t,
      '<template id="t"><div><pe-clock loading="eager"></pe-clock></div></template><div id="open"></div><div id="closed"></div>',
    );
    await tab.evaluate(() => {
      // As it is found: before the script runs.
      const root = document
        .querySelector("#open")
        .attachShadow({ mode: "open" });
      root.innerHTML = "<p><pe-waves></pe-waves></p>";
    });
    await isLive(tab, "#open pe-waves");
    assert.ok(!asked.some((url) => url.includes("pe-clock")), "inert");
    await tab.evaluate(() => {
      const template = /** @type {HTMLTemplateElement} */ (
        document.querySelector("#t")
      );
      document.body.append(template.content.cloneNode(true));
      const root = document
        .querySelector("#closed")
        .attachShadow({ mode: "closed" });
      root.append(document.createElement("pe-circle"));
    });
    await append(tab, "pe-alibi");
    await isLive(tab, "pe-clock");
    await isLive(tab, "body > pe-alibi");
    await tab.waitForFunction(() => customElements.get("pe-circle"));
    assert.deepEqual(problems, []);
  });

  test("figures and questions are in Spanish where the page is, with the words of their chapters alone", async (t) => {
    const { tab, problems, asked } = await openPage(
      t,
      `<div lang="es"><pe-heatmap id="map"></pe-heatmap><pe-quiz for="map" answer="1"></pe-quiz></div>`,
    );
    const finding = tab.locator("pe-heatmap .finding");
    await tab.waitForFunction(() =>
      document
        .querySelector("pe-heatmap")
        .shadowRoot?.querySelector(".ask")
        ?.textContent.includes("Enséñamelo"),
    );
    assert.match(
      await finding.textContent(),
      /^De una posición a la siguiente/,
    );
    await tab.getByText("Tu respuesta").waitFor();
    const words = [...new Set(asked)]
      .filter((url) => /\/shared\/es-/.test(url))
      .map((url) => readFileSync(join(lab.place, url.match(/dist\/.*/)[0])));
    const size = words.reduce((sum, it) => sum + gzipSync(it).length, 0) / KB;
    assert.ok(size <= 8, `${size.toFixed(1)} KB of Spanish`);
    assert.deepEqual(problems, []);
  });

  test("what comes later brings what it needs besides, to the figures that live", async (t) => {
    const { tab, problems } = await openPage(t, "<pe-heatmap></pe-heatmap>");
    await isLive(tab, "pe-heatmap");
    await append(tab, "pe-shaw");
    await isLive(tab, "pe-shaw");
    await tab.evaluate(() => {
      const heatmap = /** @type {any} */ (document.querySelector("pe-heatmap"));
      heatmap.setState({ dModel: 16 });
    });
    await append(tab, "pe-waves");
    await isLive(tab, "pe-waves");
    const faults = await tab.evaluate(() =>
      [...document.querySelectorAll("[data-live]")].map(
        (it) => it.shadowRoot.querySelector(".faults").textContent,
      ),
    );
    assert.deepEqual(faults, ["", "", ""]);
    assert.deepEqual(problems, []);
  });

  test("runs no module that differs from the one of its version, and tries again when asked", async (t) => {
    let restore = async () => {};
    const { tab } = await openPage(
      t,
      '<pe-heatmap lang="zh">T</pe-heatmap><pe-heatmap>T</pe-heatmap>',
      async (it) => {
        const evil = 'document.title = "run"; export const spec = {};';
        restore = await replace(it, /\/figures\/pe-heatmap-/, evil);
      },
    );
    const told = tab.locator("pe-heatmap [role=alert]");
    await told.nth(1).waitFor();
    assert.match(
      await told.nth(1).textContent(),
      /^The figure pe-heatmap cannot be loaded \(https?:\/\/\S+pe-heatmap-\S+\.js does not load, or is not that of version [\d.]+\)\. Try again$/,
    );
    assert.match(await told.first().textContent(), /^图 pe-heatmap 无法载入/);
    assert.equal(await tab.title(), "Notes");
    assert.equal(
      await tab.evaluate(() => customElements.get("pe-heatmap")),
      undefined,
    );
    await restore();
    await told.nth(1).locator("button").click();
    await isLive(tab, "pe-heatmap >> nth=0");
    assert.equal(await told.count(), 0);
  });

  test("what a figure loads late is compared too", async (t) => {
    const { tab } = await openPage(t, "<pe-heatmap></pe-heatmap>");
    await isLive(tab, "pe-heatmap");
    const evil = 'document.title = "run"; export class EmbedDialog {}';
    const restore = await replace(tab, /\/shared\/dialog-/, evil);
    const failed = tab.waitForEvent("requestfinished", (it) =>
      it.url().includes("dialog-"),
    );
    await tab.locator("pe-heatmap [data-menu]").click();
    await tab.locator("pe-heatmap [data-tool=embed]").click();
    await failed;
    const notice = tab.locator("pe-heatmap .notice");
    await tab.waitForFunction(
      () =>
        document.querySelector("pe-heatmap").shadowRoot.querySelector(".notice")
          .textContent !== "",
    );
    assert.match(await notice.textContent(), /is not that of version/);
    assert.equal(await tab.title(), "Notes");
    await restore();
    await tab.locator("pe-heatmap [data-menu]").click();
    await tab.locator("pe-heatmap [data-tool=embed]").click();
    await tab.locator("pe-heatmap dialog[open]").waitFor();
  });

  test("says which file does not load, in the place of the figure and as an event", async (t) => {
    const { tab, problems } = await openPage(t, "<main></main>", async (it) => {
      await replace(it, /\/shared\/kit-/, undefined);
    });
    const detail = await tab.evaluate(async () => {
      const heard = new Promise((done) => {
        document.addEventListener("pe-error", (event) =>
          done(/** @type {CustomEvent} */ (event).detail),
        );
      });
      document.querySelector("main").innerHTML = "<pe-waves>Waves</pe-waves>";
      return heard;
    });
    assert.match(detail, /kit-\S+\.js does not load/);
    const text = await tab.locator("pe-waves").textContent();
    assert.ok(text.startsWith("Waves"), text);
    assert.ok(text.includes(detail), text);
    // Of the network, not of a script.
    for (const problem of problems) assert.match(problem, /Failed to load/);
  });

  test("names the figures that there are where a tag is none of them", async (t) => {
    const { tab, said } = await openPage(t, "<pe-heatmapp></pe-heatmapp>");
    while (!said.some((it) => it.startsWith("warning: posenc"))) {
      await tab.waitForEvent("console");
    }
    const warning = said.find((it) => it.startsWith("warning: posenc"));
    assert.match(
      warning,
      /there is no figure <pe-heatmapp>, did you mean <pe-heatmap>\? \(known: pe-.*pe-heatmap, /,
    );
    const names = (String(warning).match(/pe-[\w-]+/g) ?? []).slice(2);
    assert.deepEqual(names, [...new Set(names)]);
  });

  test("works from a folder of any site, as a module and twice", async (t) => {
    const tag = '<script type="module" src="deep/in/it/auto.js"></script>';
    const twice = '<script src="deep/in/it/auto.js"></script>'.repeat(2);
    for (const head of [tag, twice]) {
      const body = "<pe-clock></pe-clock><pe-alibi></pe-alibi>";
      const folder = notes("own", { "index.html": page(head, body) });
      cpSync(join(lab.place, "dist"), join(folder, "deep/in"), {
        recursive: true,
      });
      cpSync(join(lab.place, "dist"), join(folder, "deep/in/it"), {
        recursive: true,
      });
      lab.policies.set("/own/", strictestPolicy("'self'").join("; "));
      const { tab, problems } = await open(t, lab, `${lab.url}own/`);
      await isLive(tab, "pe-clock");
      await isLive(tab, "pe-alibi");
      assert.deepEqual(problems, []);
    }
  });
});

describe("auto.js finds itself", () => {
  const address = () =>
    recipe("html", lab).heatmap[0].match(/src="([^"]+)"/)[1];
  const figure = "<pe-heatmap>A heatmap</pe-heatmap>";
  const notice = "pe-heatmap > p[role=alert]";

  test("as a module and by import", async (t) => {
    for (const [name, script] of [
      ["module", `<script type="module" src="${address()}"></script>`],
      ["import", `<script type="module">import "${address()}"</script>`],
    ]) {
      notes(name, { "index.html": page(script, figure) });
      const { tab, problems } = await open(t, lab, `${lab.url}${name}/`);
      await isLive(tab, "pe-heatmap");
      assert.deepEqual(problems, []);
    }
  });

  test("by the tag that jQuery reads to run its text", async (t) => {
    const run = `<script>fetch("${address()}").then((it) => it.text()).then((text) => {
      const script = document.createElement("script");
      script.text = text;
      document.head.append(script);
    })</script>`;
    const tag = `<script type="text/plain" src="${address()}"></script>`;
    notes("tag", { "index.html": page(tag + run, figure) });
    const { tab } = await open(t, lab, `${lab.url}tag/`);
    await isLive(tab, "pe-heatmap");
    // Without a tag it cannot know, and says so in the page.
    notes("text", { "index.html": page(run, figure) });
    const other = await open(t, lab, `${lab.url}text/`);
    await other.tab.locator(notice).waitFor();
    assert.match(
      await other.tab.locator("pe-heatmap").textContent(),
      /^A heatmapThis figure cannot be loaded: auto\.js does not know/,
    );
  });

  test("in a bundle it says where it looks for its files", async (t) => {
    const text = readFileSync(inWidgets("auto.js"), "utf8");
    notes("bundle", {
      "bundle.js": `console.log("theirs");\n${text}`,
      "index.html": page('<script defer src="bundle.js"></script>', figure),
    });
    const { tab } = await open(t, lab, `${lab.url}bundle/`);
    await tab.locator(notice).waitFor();
    assert.match(
      await tab.locator(notice).textContent(),
      /auto\.js is part of .*bundle\.js and looks for its files beside it/,
    );
  });
});

describe("Trusted Types", () => {
  /** Opens a figure in a page that takes markup from policies alone. */
  const opened = async (t, name, allowed) => {
    const [script] = recipe("html", lab).heatmap;
    const figure =
      '<pe-heatmap loading="eager">Some <b>content</b></pe-heatmap>';
    notes(name, { "index.html": page(script, figure) });
    lab.policies.set(
      `/${name}/`,
      `require-trusted-types-for 'script'; trusted-types ${allowed}`,
    );
    return open(t, lab, `${lab.url}${name}/`);
  };

  test("let figures live that may have their policy", async (t) => {
    const { tab, problems } = await opened(t, "trusted", "posenc");
    await isLive(tab, "pe-heatmap");
    assert.deepEqual(problems, []);
  });

  test("leave the content of others, with a word on why", async (t) => {
    const { tab } = await opened(t, "untrusted", "others");
    const said = tab.locator("pe-heatmap [role=alert]");
    await said.waitFor();
    assert.match(await said.textContent(), /requires Trusted Types.*posenc/);
    assert.ok(await tab.locator("pe-heatmap b").isVisible());
  });
});
