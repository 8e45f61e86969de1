// web and dist/ -> web/dist/, the site.
import { cpSync, existsSync } from "node:fs";
import { buildPackage } from "./build-package.mjs";
import { buildReference } from "./build-reference.mjs";
import { buildWidgets } from "./build-widgets.mjs";
import { version } from "./lib/package-json.mjs";
import { inRoot, root } from "./lib/paths.mjs";
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
  const reference = await buildReference();
  await buildWidgets();
  const files = {
    name: "site",
    inputs: ["web"],
    values: [
      version,
      reference.hash,
      hashOf(["dist", "tsconfig.json", "package-lock.json"]),
    ],
    outputs: ["web/dist/index.html", "web/dist/api/index.html"],
  };
  await ifStale(files, () =>
    step("Build the site", async () => {
      // Not at the top: a first start has no packages yet when it reads this.
      const { refuseStale } = await import("./lib/translations.mjs");
      refuseStale(root);
      const vite = inRoot("node_modules", "vite", "bin", "vite.js");
      await run(process.execPath, [vite, "build", "--config", CONFIG], {
        cwd: inRoot(),
        hint: "correct the file that the message names",
      });
      cpSync(reference.folder, inRoot("web", "dist", "api"), {
        recursive: true,
      });
    }),
  );
}
