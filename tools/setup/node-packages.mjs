// node_modules as package-lock.json says.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { Failure, step } from "../lib/steps.mjs";

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/**
 * What is locked and not installed in its locked version, as paths in the
 * folder.
 *
 * @param folder with package-lock.json, an absolute path
 */
export function absentPackages(folder) {
  const installedFile = join(folder, "node_modules", ".package-lock.json");
  const installed = existsSync(installedFile)
    ? readPackages(installedFile)
    : {};
  const locked = Object.entries(
    readPackages(join(folder, "package-lock.json")),
  );
  return locked
    .filter(([path, wanted]) => {
      if (path === "") return false;
      // Packages for other systems are locked and not installed.
      if (wanted.optional && !installed[path]) return false;
      // A link to a workspace has neither.
      return (
        !installed[path] ||
        installed[path].version !== wanted.version ||
        installed[path].integrity !== wanted.integrity ||
        !existsSync(join(folder, path, "package.json"))
      );
    })
    .map(([path]) => path);
}

/** The first of many names. */
const some = (names) =>
  names.slice(0, 5).join(", ") +
  (names.length > 5 ? ` and ${names.length - 5} more` : "");

/**
 * Installs the node packages unless they are there.
 *
 * @param folder whose package-lock.json it is, inside the repository
 * @param {object} [options]
 * @param {"ci" | "install"} [options.how] npm does it; "ci" refuses a lock file
 *   without the packages for other systems, which not every registry has
 */
export async function needNodePackages(folder = ".", options = {}) {
  const { how = "ci" } = options;
  const cwd = resolve(root, folder);
  if (absentPackages(cwd).length === 0) return;
  const hint = `check the network and npm's registry setting, then run npm ${how} in ${cwd}`;
  await step("Install node packages", async () => {
    // Vite's build leaves NODE_ENV at "production", where npm leaves out what
    // only development needs. No package needs its install script: programs come
    // in packages of their own for each platform.
    const args = [how, "--include=dev", "--ignore-scripts"];
    args.push("--no-audit", "--no-fund");
    try {
      // Without asking again what npm has been told before of each package.
      await run("npm", [...args, "--prefer-offline"], { cwd });
    } catch {
      // What it was told may be older than a version that is locked.
      await run("npm", args, { cwd, hint });
    }
    const absent = absentPackages(cwd);
    if (absent.length > 0) {
      throw new Failure(`npm ${how} left out ${some(absent)}`, { hint });
    }
  });
}

/**
 * The same in a folder of build/, where nothing else of the repository is
 * found: what is tried there is nobody's neighbour.
 *
 * @param {string} folder with package.json and package-lock.json
 * @param {string} place
 */
export async function needNodePackagesIn(folder, place) {
  mkdirSync(resolve(root, place), { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(resolve(root, folder, name), resolve(root, place, name));
  }
  await needNodePackages(place, { how: "install" });
}
