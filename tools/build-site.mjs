// web and dist/ -> web/dist/, the site.
import { existsSync } from "node:fs";
import { buildPackage } from "./build-package.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { hashOf, ifStale } from "./lib/stale.mjs";
import { say, step } from "./lib/steps.mjs";

const CONFIG = "web/vite.config.ts";

/** Builds the package and the site as far as they are stale. */
export async function buildSite() {
  await buildPackage();
  if (!existsSync(inRoot(CONFIG))) {
    say(`  There is no ${CONFIG} yet: no site is built.`);
    return;
  }
  const files = {
    name: "site",
    inputs: ["web"],
    values: [version, hashOf(["dist", "tsconfig.json", "package-lock.json"])],
    outputs: ["web/dist/index.html"],
  };
  await ifStale(files, () =>
    step("Build the site", () => {
      const vite = inRoot("node_modules", "vite", "bin", "vite.js");
      return run(process.execPath, [vite, "build", "--config", CONFIG], {
        cwd: inRoot(),
        hint: "correct the file that the message names",
      });
    }),
  );
}
