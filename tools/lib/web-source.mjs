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
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** What the pages say, and the functions that ask them: tutorial/inspect.ts. */
export async function inspectSite() {
  const { load } = await import("../../dist/index.js");
  const tools = await importSource("tutorial/inspect.ts", "node");
  const { html, bodies, covered } = await tools.inspect(await load());
  return { ...tools, html, bodies, covered };
}
