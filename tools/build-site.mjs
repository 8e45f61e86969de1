// web and dist/ -> web/dist/, the site.
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { buildNpm, NPM } from "./build-npm.mjs";
import { buildPackage } from "./build-package.mjs";
import { buildReference } from "./build-reference.mjs";
import { commit } from "./lib/commit.mjs";
import { version } from "./lib/package-json.mjs";
import { dist, inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { hashOf, ifStale } from "./lib/stale.mjs";
import { say, step } from "./lib/steps.mjs";

const CONFIG = "web/vite.config.ts";
const NOTICES = [`${NPM}/posenc-widgets/THIRD-PARTY-NOTICES.txt`];

/** Builds the package and the site as far as they are stale. */
export async function buildSite() {
  await buildPackage();
  if (!existsSync(inRoot(CONFIG))) {
    say(`  There is no ${CONFIG} yet: no site is built.`);
    return;
  }
  const reference = await buildReference();
  await buildNpm();
  const files = {
    name: "site",
    inputs: ["web"],
    values: [
      version,
      reference.hash,
      hashOf([
        ...["posenc", "training", "widgets"].map((name) => dist(name)),
        "tsconfig.json",
        "package-lock.json",
        ...NOTICES,
      ]),
    ],
    outputs: ["web/dist/index.html", "web/dist/api/index.html"],
  };
  await ifStale(files, () =>
    step("Build the site", async () => {
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
  // Not part of the rest: a commit alone makes no page stale.
  writeFileSync(
    inRoot("web", "dist", "about.txt"),
    `posenc ${version}\ncommit ${await commit()}\n`,
  );
}
