// A package as npm packs it: once for all test files that ask for the same files,
// as npm takes a second of a processor each time.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { inRoot, namesBelow } from "../tools/lib/paths.mjs";
import { run } from "../tools/lib/run.mjs";

/** The packages as they are published, a folder for each. */
export const PUBLISHED = inRoot("build", "npm");
const PLACE = inRoot("build", "packed");
/** What npm said of it. */
const ANSWER = "answer.json";

function sumOf(folder) {
  const hash = createHash("sha256");
  for (const name of namesBelow(folder).sort()) {
    if (statSync(join(folder, name)).isDirectory()) continue;
    const content = readFileSync(join(folder, name));
    hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** Packs into a folder that is there whole or not at all. */
async function pack(folder, place) {
  const fresh = mkdtempSync(join(place, "..", "new-"));
  const typed = ["pack", "--json", "--pack-destination", fresh];
  const { stdout } = await run("npm", typed, { cwd: folder });
  writeFileSync(join(fresh, ANSWER), stdout);
  try {
    renameSync(fresh, place);
  } catch (error) {
    // Another file's process was faster.
    rmSync(fresh, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}

/**
 * @param {string} [name] of the package
 * @returns {Promise<{ tarball: string, size: number, files: string[] }>} its
 *   path, its bytes, and the paths in it
 */
export async function packed(name = "posenc") {
  const folder = join(PUBLISHED, name);
  const own = join(PLACE, name);
  const place = join(own, sumOf(folder));
  if (!existsSync(place)) {
    mkdirSync(own, { recursive: true });
    for (const old of readdirSync(own)) {
      // Not what another process is at.
      if (!old.startsWith("new-")) {
        rmSync(join(own, old), { recursive: true, force: true });
      }
    }
    await pack(folder, place);
  }
  const answer = JSON.parse(readFileSync(join(place, ANSWER), "utf8"));
  const [{ filename, files, size }] = Object.values(answer);
  return {
    tarball: join(place, filename),
    size,
    files: files.map(({ path }) => path),
  };
}
