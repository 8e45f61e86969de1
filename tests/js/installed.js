// The package as its users have it.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packed } from "../packed.js";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Installs the packed package in a fresh folder.
 *
 * @param {{ after: (end: () => Promise<void>) => unknown }} t
 */
export async function install(t) {
  const folder = await mkdtemp(join(tmpdir(), "posenc-package-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { tarball, files, size } = await packed();
  const name = basename(tarball);
  await copyFile(tarball, join(folder, name));
  await writeFile(join(folder, "package.json"), '{"name":"fresh"}');
  await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", `./${name}`],
    { cwd: folder },
  );
  return { folder, files, size };
}
