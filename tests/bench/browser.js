/** The suite in Chromium: bundled, served and driven from here. */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { launch } from "../../tools/browser/site.mjs";
import { serve } from "../../tools/lib/serve.mjs";

const require = createRequire(import.meta.url);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = file("../../build/bench");

/** A module of a package that the page needs, with the file that it fetches. */
const PEER_FILES = [
  ["onnxruntime-web/wasm", "ort-wasm-simd-threaded.mjs"],
  ["onnxruntime-web/wasm", "ort-wasm-simd-threaded.wasm"],
  ["@tensorflow/tfjs-backend-wasm", "tfjs-backend-wasm-simd.wasm"],
  ["@tensorflow/tfjs-core"],
];

/** Where a module is, or undefined when its package is not installed. */
function located(name) {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

/** The page with all that it fetches. */
async function makePage() {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const absent = PEER_FILES.filter(([name]) => !located(name));
  await build({
    entryPoints: [file("page.js")],
    outdir: FOLDER,
    bundle: true,
    // A peer that is not there fails in a file of its own, alone.
    splitting: true,
    format: "esm",
    logLevel: "error",
    external: [
      ...absent.map(([name]) => name),
      // Branches of the peers for Node.
      "node:*",
      "fs",
      "path",
      "os",
      "module",
      "worker_threads",
    ],
  });
  const html = `<!doctype html><title>bench</title><script type="module" src="page.js"></script>\n`;
  await writeFile(join(FOLDER, "index.html"), html);
  await cp(file("../../build/wasm/posenc.wasm"), join(FOLDER, "posenc.wasm"));
  for (const [name, wanted] of PEER_FILES) {
    const found = located(name);
    if (!found || !wanted) continue;
    await cp(join(dirname(found), wanted), join(FOLDER, wanted));
  }
}

/** As `runInNode`. */
export async function runInBrowser({ filter, onCase }) {
  await makePage();
  const server = await serve(FOLDER);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error.message));
    await page.goto(server.url);
    await page.waitForFunction(() => "bench" in globalThis);
    const { configurations, absent, cases } = await page.evaluate(
      (text) => globalThis.bench.start(text),
      filter,
    );
    const results = [];
    for (const [n, testCase] of cases.entries()) {
      onCase(testCase);
      results.push(await page.evaluate((i) => globalThis.bench.run(i), n));
    }
    return {
      results,
      absent,
      configurations: { ...configurations, Chromium: browser.version() },
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
