// What the tests of course notes share: the package as npm publishes it, served
// as a CDN would; notes served from another origin; a browser; and what every
// figure in such notes must do.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../../src/posenc/dist/index.js";
import { engines } from "../../../tools/browser/engines.mjs";
import { NAMES } from "../../../tools/lib/packages.mjs";
import { run, which } from "../../../tools/lib/run.mjs";
import { portOf, serve } from "../../../tools/lib/serve.mjs";
import { importSource } from "../../../tools/lib/web-source.mjs";
import { packed } from "../../packed.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Where the notes are built; thrown away at the next run. */
const WORK = join(ROOT, "build", "consumers");
export const HERE = fileURLToPath(new URL(".", import.meta.url));
const PUBLIC = "https://cdn.jsdelivr.net/npm/";

const { version } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
const { recipes } = await importSource("widgets/element/embed/recipes.ts");
const { colorMap } = await importSource("widgets/plots/color.ts");
const { paintPixels } = await importSource("widgets/plots/pixels.ts");

/** Where {@link unpack} has put a package. */
export const placeOf = (name) => join(WORK, "cdn", "npm", `${name}@${version}`);

/** The packed tarballs, unpacked where a CDN has them; the figures' folder. */
export async function unpack() {
  rmSync(WORK, { recursive: true, force: true });
  for (const name of NAMES) {
    const place = placeOf(name);
    mkdirSync(place, { recursive: true });
    const { tarball } = await packed(name);
    const strip = ["--strip-components", "1"];
    await run("tar", ["-xzf", tarball, "-C", place, ...strip]);
  }
  return placeOf("posenc-widgets");
}

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Serves notes as they are; `policies` names those with a strict policy. */
async function serveNotes(policies) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url.replace(/[?#].*$/, ""));
    let file = join(WORK, path);
    try {
      if ((await stat(file)).isDirectory()) file = join(file, "index.html");
      const body = await readFile(file);
      const policy = policies.get(path);
      response.writeHead(200, {
        "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
        ...(policy && { "Content-Security-Policy": policy }),
      });
      response.end(body);
    } catch {
      // Browsers ask for it on their own.
      response.writeHead(path === "/favicon.ico" ? 204 : 404);
      response.end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Everything that the tests need; `close` ends it. */
async function start() {
  const place = await unpack();
  const policies = new Map();
  const cdn = await serve(join(WORK, "cdn"));
  const server = await serveNotes(policies);
  const browser = await engines.chromium();
  const auto = readFileSync(join(place, "dist/auto.js"));
  const hash = createHash("sha384").update(auto).digest("base64");
  return {
    /** Folder of the package. */
    place,
    policies,
    browser,
    cdn: `${cdn.url}npm/`,
    url: `http://127.0.0.1:${portOf(server)}/`,
    integrity: `sha384-${hash}`,
    async close() {
      await browser.close();
      await cdn.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** All of it for the tests of one file, from the first of them on. */
export function openLab() {
  /** @type {Partial<Awaited<ReturnType<typeof start>>>} */
  const lab = {};
  before(async () => {
    Object.assign(lab, await start());
  });
  after(() => lab.close?.());
  return lab;
}

/** A fresh folder for the notes of one builder, with these files. */
export function notes(name, files) {
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

export const HEATMAP = { "seq-len": "24", "d-model": "32", sync: "notes" };
const WAVES = { "d-model": "32", "seq-len": "24", sync: "notes" };

/**
 * What the recipe of a platform says, with the local server for the CDN: the
 * code of each step.
 *
 * @param {string} id
 * @param {{ cdn?: string, integrity?: string }} lab
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
export const stepsOf = (id, { cdn, integrity }, tag, attributes) =>
  recipes
    .find((it) => it.id === id)
    .steps({
      tag,
      attributes,
      lang: "en",
      title: `The figure ${tag}`,
      version,
      integrity,
      site: "",
    })
    .map(({ code }) => code.replaceAll(PUBLIC, cdn));

/** The steps for a heatmap and for waves that follow each other. */
export const recipe = (id, lab) => ({
  heatmap: stepsOf(id, lab, "pe-heatmap", HEATMAP),
  waves: stepsOf(id, lab, "pe-waves", WAVES),
});

/** A page of plain HTML. */
export const page = (head, body) =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Notes</title>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

/** Runs a builder; without it the test is left out, and says so. */
export async function build(t, program, args, options = {}) {
  if (which(program) === undefined) {
    t.skip(`${program} is missing`);
    return false;
  }
  await run(program, args, options);
  return true;
}

/**
 * Opens an address and collects what goes wrong there.
 *
 * @param {import("node:test").TestContext} t
 * @param {{ browser?: import("playwright-core").Browser }} lab
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(t, { browser }, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    ...options,
  });
  t.after(() => context.close());
  const tab = await context.newPage();
  const problems = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await tab.goto(address);
  return { tab, problems };
}

/**
 * Lets a page find the package where it is to be published.
 *
 * @param {import("playwright-core").Page} tab
 * @param {{ place?: string }} lab
 */
export const publish = (tab, { place }) =>
  tab.route(`${PUBLIC}posenc-widgets@${version}/**`, (route) =>
    route.fulfill({
      path: join(place, route.request().url().split(`@${version}/`)[1]),
      contentType: "text/javascript",
      headers: { "Access-Control-Allow-Origin": "*" },
    }),
  );

/** The colour of each cell as the library and the colour map have it. */
async function expected(cells) {
  const pe = await load();
  const { data } = pe.embedding.sinusoidal({ seqLen: 24, dModel: 32 });
  const pixels = new Uint32Array(data.length);
  paintPixels(pixels, data, colorMap("diverging", "light"), [-1, 1]);
  return cells.map(([pos, dim]) => pixels[pos * 32 + dim]);
}

const CELLS = [
  [0, 0],
  [0, 1],
  [3, 2],
  [12, 6],
  [23, 31],
];

function pixels(canvas, cells) {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d");
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const all = new Uint32Array(data.buffer);
  return cells.map(([pos, dim]) => all[pos * canvas.width + dim]);
}

/**
 * Runs in the page: waits until an element has been in one place for a while. What
 * a figure has after its first picture, and slides that centre again, come late on
 * a busy machine.
 */
async function stands(element) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let place = element.getBoundingClientRect();
  for (let still = 0; still < 20; ) {
    await frame();
    const next = element.getBoundingClientRect();
    still = next.x === place.x && next.y === place.y ? still + 1 : 0;
    place = next;
  }
}

/** Draws, reacts to a drag, and the other figure follows. */
export async function proveAlive(tab) {
  const heatmap = tab.locator("pe-heatmap").first();
  await heatmap.scrollIntoViewIfNeeded();
  await heatmap.locator(".finding b").first().waitFor();
  const canvas = heatmap.locator("canvas.cells");
  assert.deepEqual(
    await canvas.evaluate(pixels, CELLS),
    await expected(CELLS),
    "the colours of the cells",
  );
  const window = heatmap.locator(".window").first();
  await window.scrollIntoViewIfNeeded();
  const drag = async () => {
    await window.evaluate(stands);
    const { x, y, width, height } = await window.boundingBox();
    const at = (pos, dim) => [
      x + ((dim + 0.5) / 32) * width,
      y + ((pos + 0.5) / 24) * height,
    ];
    await tab.mouse.move(...at(2, 3));
    await tab.mouse.down();
    await tab.mouse.move(...at(17, 9), { steps: 4 });
    await tab.mouse.up();
    const moved = await window.boundingBox();
    return Math.abs(moved.x - x) + Math.abs(moved.y - y) < 1;
  };
  // Slides centre what is on them whenever its height changes, below the mouse too.
  for (let tries = 0; tries < 4 && !(await drag()); tries += 1);
  const state = await heatmap.evaluate((it) => it.state);
  const dragged = [state.pos, state.dim];
  assert.deepEqual(dragged, [17, 9], "the drag");
  await tab.waitForFunction(
    () => document.querySelector("pe-waves").state.pos === 17,
    undefined,
    { timeout: 5000 },
  );
}
