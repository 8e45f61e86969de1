// The sources themselves, for tests of what no entry of the package exports.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { inRoot, namesBelow } from "../../tools/lib/paths.mjs";
import { temporary } from "./cli-helpers.js";

const SOURCES = inRoot("src", "js");

/** All that src/js and the lists of the command line export, as it runs. */
export async function evaluated(t) {
  const files = namesBelow(SOURCES)
    .filter((name) => /(?<!\.d)\.ts$/.test(name))
    // Entries of other runtimes, which import the module itself.
    .filter((name) => !/^(on[\\/]|(training|worker)-thread)/.test(name))
    .map((name) => join(SOURCES, name));
  const lines = [...files, inRoot("src", "cli", "table.ts")].map(
    (file, i) => `export * as f${i} from ${JSON.stringify(file)};`,
  );
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: inRoot() },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    define: { __POSENC_VERSION__: '""' },
    logLevel: "silent",
  });
  const file = join(temporary(t), "all.mjs");
  writeFileSync(file, outputFiles[0].contents);
  const modules = await import(pathToFileURL(file).href);
  return Object.assign({}, ...Object.values(modules), {
    tables: Object.values(modules)
      .flatMap((it) => Object.values(it))
      .filter((it) => it?.open && it.fields && it.call),
  });
}
