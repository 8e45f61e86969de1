// The sources themselves, for tests of what no entry of the package exports.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { SOURCE } from "../../../tools/lib/packages.mjs";
import { inRoot, namesBelow } from "../../../tools/lib/paths.mjs";
import { temporary } from "./cli-helpers.js";

const FOLDERS = ["src/posenc/js", "src/training/js"];

/** All that the libraries and the lists of the command line export, as it runs. */
export async function evaluated(t) {
  const files = FOLDERS.flatMap((folder) =>
    namesBelow(inRoot(folder))
      .filter((name) => /(?<!\.d)\.ts$/.test(name))
      // Entries of other runtimes, which import the module itself.
      .filter((name) => !/^(on[\\/]|(worker-)?thread\.)/.test(name))
      .map((name) => inRoot(folder, name)),
  );
  const lines = [...files, inRoot("src", "posenc", "cli", "table.ts")].map(
    (file, i) => `export * as f${i} from ${JSON.stringify(file)};`,
  );
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: inRoot() },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    define: { __POSENC_VERSION__: '""' },
    conditions: [SOURCE],
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
