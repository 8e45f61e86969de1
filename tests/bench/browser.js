/** The suite in Chromium: bundled, served and driven from here. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { serve } from "../../tools/serve.mjs";
import { launch } from "../web/browser.js";

const require = createRequire(import.meta.url);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = file("../../build/bench");

const packageFile = (name, path) => join(dirname(require.resolve(name)), path);

/** The page with all that it fetches. */
async function makePage() {
  await mkdir(FOLDER, { recursive: true });
  await build({
    entryPoints: [file("page.js")],
    outdir: FOLDER,
    bundle: true,
    format: "esm",
    logLevel: "error",
    // Branches of the peers for Node.
    external: ["node:*", "fs", "path", "os", "module", "worker_threads"],
  });
  const html = `<!doctype html><title>bench</title><script type="module" src="page.js"></script>\n`;
  await writeFile(join(FOLDER, "index.html"), html);
  const tfjs = (name) => packageFile("@tensorflow/tfjs-backend-wasm", name);
  for (const path of [
    file("../../dist/posenc.wasm"),
    packageFile("onnxruntime-web/wasm", "ort-wasm-simd-threaded.mjs"),
    packageFile("onnxruntime-web/wasm", "ort-wasm-simd-threaded.wasm"),
    tfjs("tfjs-backend-wasm-simd.wasm"),
  ]) {
    await cp(path, join(FOLDER, path.replace(/.*[\\/]/, "")));
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
    const versions = await page.evaluate(() => globalThis.bench.start());
    const cases = await page.evaluate((f) => globalThis.bench.cases(f), filter);
    const results = [];
    for (const [n, testCase] of cases.entries()) {
      onCase(testCase);
      results.push(
        await page.evaluate(
          ([f, i]) => globalThis.bench.run(f, i),
          [filter, n],
        ),
      );
    }
    return {
      results,
      versions: { ...versions, Chromium: browser.version() },
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
