// node_modules as package-lock.json says.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { shelf } from "../lib/built-cache.mjs";
import { keepFolder, takeFolder } from "../lib/kept-folder.mjs";
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

/** What tests alone use: 1.4 GB in all, which a clone shares with the others. */
export const TEST_PACKAGES = shelf("node-packages", "The packages are", 3);

/** What decides on the files that npm installs. */
function hashOf(folder, how) {
  const system = "/etc/os-release";
  const files = ["package.json", "package-lock.json"]
    .map((name) => join(folder, name))
    .concat(existsSync(system) ? system : []);
  const hash = createHash("sha256");
  for (const it of [how, process.platform, process.arch, process.version]) {
    hash.update(`${it}\n`);
  }
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * Installs the node packages unless they are there.
 *
 * @param folder whose package-lock.json it is, inside the repository
 * @param {object} [options]
 * @param {"ci" | "install"} [options.how] npm does it; "ci" refuses a lock file
 *   without the packages for other systems, which not every registry has
 * @param {import("../lib/built-cache.mjs").Shelf} [options.kept] where they are
 *   taken from, and kept for the next clone: only what nobody edits
 */
export async function needNodePackages(folder = ".", options = {}) {
  const { how = "ci", kept } = options;
  const cwd = resolve(root, folder);
  if (absentPackages(cwd).length === 0) return;
  const place = join(cwd, "node_modules");
  const hash = hashOf(cwd, how);
  if (kept && takeFolder(kept, hash, place)) {
    if (absentPackages(cwd).length === 0) return;
  }
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
  if (kept) keepFolder(kept, hash, place);
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
  await needNodePackages(place, { how: "install", kept: TEST_PACKAGES });
}
