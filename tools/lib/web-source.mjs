// TypeScript modules of web/, for tools and tests that run in Node.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SOURCE_ENTRIES } from "./packages.mjs";
import { inDist, inRoot } from "./paths.mjs";

/** The library, which all that is imported so has in common with its caller. */
export const LIBRARY = pathToFileURL(inDist("posenc", "index.js")).href;

/** Where modules find what stands in for calls of the library. */
const REPLACED = "posenc.replaced";

/**
 * The library with other functions in the place of some of its exports, for
 * `importSource`.
 *
 * @param {Readonly<Record<string, Function>>} others
 */
export function libraryWith(others) {
  globalThis[REPLACED] ??= [];
  const replaced = globalThis[REPLACED];
  const at = replaced.push(others) - 1;
  const lines = Object.keys(others).map(
    (name) =>
      `export const ${name} = globalThis["${REPLACED}"][${at}].${name};`,
  );
  const text = [`export * from "${LIBRARY}";`, ...lines].join("\n");
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** What Vite does and esbuild alone does not. */
const likeVite = (library) => ({
  name: "like-vite",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^posenc$/ }, () => ({
      path: library,
      external: true,
    }));
    onResolve({ filter: /^posenc[-/]/ }, ({ path }) =>
      SOURCE_ENTRIES.has(path) ? { path: SOURCE_ENTRIES.get(path) } : null,
    );
    onResolve({ filter: /\?(inline|url)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      namespace: "text",
    }));
    // One file is made of all; what this one reads lies beside its source.
    onLoad({ filter: /tutorial[\\/]texts\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        "import.meta.dirname",
        JSON.stringify(dirname(path)),
      ),
      loader: "ts",
    }));
    onLoad({ filter: /.*/, namespace: "text" }, () => ({
      contents: "export default '';",
    }));
  },
});

/**
 * Imports `web/<path>`.
 *
 * @param {string} path
 * @param {import("esbuild").Platform} [platform]
 * @param {string} [library] address of what it gets as "posenc", which is started
 * @returns {Promise<any>} what it exports
 */
export async function importSource(
  path,
  platform = "neutral",
  library = LIBRARY,
) {
  // Not at the top: a first start has no packages yet when it reads this file.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [inRoot("web", ...path.split("/"))],
    bundle: true,
    format: "esm",
    platform,
    mainFields: ["module", "main"],
    alias: {
      "virtual:posenc-training-pool": inRoot(
        "src/training/js/worker/by-url.ts",
      ),
    },
    define: {
      __POSENC_VERSION__: '"test"',
      __POSENC_INTEGRITY__: '""',
      __POSENC_SITE__: '""',
    },
    plugins: [likeVite(library)],
    logLevel: "error",
    write: false,
  });
  const [{ contents, text }] = outputFiles;
  if (text.includes(library)) await (await import(LIBRARY)).init();
  const code = Buffer.from(contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** What the pages say, and the functions that ask them: tutorial/inspect.ts. */
export async function inspectSite() {
  const { init } = await import(LIBRARY);
  await init();
  const tools = await importSource("site/tutorial/inspect.ts", "node");
  const { html, bodies, covered } = await tools.inspect();
  return { ...tools, html, bodies, covered };
}
