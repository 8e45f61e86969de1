// The package as npm packs it: once for all test files that ask for the same
// files, as npm takes a second of a processor each time.
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

/** The package as it is published. */
export const PUBLISHED = inRoot("build", "npm");
const PLACE = inRoot("build", "packed");
/** What npm said of it. */
const ANSWER = "answer.json";

function sumOfPublished() {
  const hash = createHash("sha256");
  for (const name of namesBelow(PUBLISHED).sort()) {
    if (statSync(join(PUBLISHED, name)).isDirectory()) continue;
    const content = readFileSync(join(PUBLISHED, name));
    hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** Packs into a folder that is there whole or not at all. */
async function pack(place) {
  mkdirSync(PLACE, { recursive: true });
  const fresh = mkdtempSync(join(PLACE, "new-"));
  const typed = ["pack", "--json", "--pack-destination", fresh];
  const { stdout } = await run("npm", typed, { cwd: PUBLISHED });
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
 * @returns {Promise<{ tarball: string, size: number, files: string[] }>} its
 *   path, its bytes, and the paths in it
 */
export async function packed() {
  const place = join(PLACE, sumOfPublished());
  if (!existsSync(place)) {
    for (const name of existsSync(PLACE) ? readdirSync(PLACE) : []) {
      // Not what another process is at.
      if (!name.startsWith("new-")) {
        rmSync(join(PLACE, name), { recursive: true, force: true });
      }
    }
    await pack(place);
  }
  const answer = JSON.parse(readFileSync(join(place, ANSWER), "utf8"));
  const [{ filename, files, size }] = Object.values(answer);
  return {
    tarball: join(place, filename),
    size,
    files: files.map(({ path }) => path),
  };
}
