// TypeScript modules of web/, for tools and tests that run in Node.
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/** What Vite does and esbuild alone does not. */
const likeVite = {
  name: "like-vite",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?(inline|url)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      namespace: "text",
    }));
    onLoad({ filter: /.*/, namespace: "text" }, () => ({
      contents: "export default '';",
    }));
  },
};

/**
 * Imports `web/<path>`.
 *
 * @param {string} path
 * @param {import("esbuild").Platform} [platform]
 * @returns {Promise<any>} what it exports
 */
export async function importSource(path, platform = "neutral") {
  // Not at the top: a first start has no packages yet when it reads this file.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [inRoot("web", ...path.split("/"))],
    bundle: true,
    format: "esm",
    platform,
    mainFields: ["module", "main"],
    alias: {
      "posenc/catalog": inRoot("dist", "catalog.js"),
      "posenc/parts": inRoot("dist", "parts.js"),
      "virtual:posenc-training-pool": inRoot(
        "src/js/training/worker/by-url.ts",
      ),
      "posenc/training": inRoot("src/js/training.ts"),
    },
    define: {
      __POSENC_VERSION__: '"test"',
      __POSENC_INTEGRITY__: '""',
      __POSENC_SITE__: '""',
    },
    plugins: [likeVite],
    logLevel: "error",
    write: false,
  });
  return evaluated(outputFiles);
}

/** @param {import("esbuild").OutputFile[]} files @returns {Promise<any>} */
function evaluated([{ contents }]) {
  const code = Buffer.from(contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/**
 * The parts of the library that figures load, by name, and `start` of
 * posenc/parts for their runtime.
 *
 * @param {object} parts PARTS of web/site/bundle/library-parts.ts
 */
export async function importParts(parts) {
  const { build } = await import("esbuild");
  const from = (module) => JSON.stringify(inRoot("src/js", `${module}.ts`));
  const lines = Object.entries(parts).map(
    ([name, { module, made = name }]) =>
      `export { ${made} as ${name} } from ${from(module)};`,
  );
  const { outputFiles } = await build({
    stdin: {
      contents: [
        `export { start } from ${from("parts")};`,
        `export { startSliced } from ${from("slices")};`,
        ...lines,
      ].join("\n"),
      resolveDir: inRoot(),
    },
    bundle: true,
    format: "esm",
    define: { __POSENC_VERSION__: '"test"' },
    logLevel: "error",
    write: false,
  });
  return evaluated(outputFiles);
}

/** What the pages say, and the functions that ask them: tutorial/inspect.ts. */
export async function inspectSite() {
  const { load } = await import("../../dist/index.js");
  const tools = await importSource("tutorial/inspect.ts", "node");
  const { html, bodies, covered } = await tools.inspect(await load());
  return { ...tools, html, bodies, covered };
}
