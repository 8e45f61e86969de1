// node_modules as package-lock.json says.
import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { step } from "../lib/steps.mjs";

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Whether every locked package is installed in its locked version. */
function upToDate(folder) {
  const installedFile = inRoot(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const installed = readPackages(installedFile);
  return Object.entries(
    readPackages(inRoot(folder, "package-lock.json")),
  ).every(([path, wanted]) => {
    if (path === "") return true;
    const got = installed[path];
    // Packages for other platforms are locked and not installed.
    if (got === undefined) return wanted.optional === true;
    return got.version === wanted.version && got.integrity === wanted.integrity;
  });
}

/**
 * Installs the node packages unless they are there.
 *
 * @param folder whose package-lock.json it is, inside the repository
 */
export async function needNodePackages(folder = ".") {
  if (upToDate(folder)) return;
  // The builders' lock file leaves out packages for other systems, which
  // "npm ci" takes for a mistake.
  const how = folder === "tests/consumers" ? ["install", "--no-save"] : ["ci"];
  await step("Install node packages", () =>
    run("npm", [...how, "--no-audit", "--no-fund"], {
      cwd: inRoot(folder),
      hint: "check the network and npm's registry setting, then run: npm ci",
    }),
  );
}
