// The package as its users have it.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packed } from "../../packed.js";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Installs packed packages in a fresh folder.
 *
 * @param {{ after: (end: () => Promise<void>) => unknown }} t
 * @param {readonly string[]} [names]
 * @returns what is in the tarball of the first, and its size
 */
export async function install(t, names = ["posenc"]) {
  const folder = await mkdtemp(join(tmpdir(), "posenc-package-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const all = [];
  for (const name of names) all.push(await packed(name));
  for (const { tarball } of all) {
    await copyFile(tarball, join(folder, basename(tarball)));
  }
  await writeFile(join(folder, "package.json"), '{"name":"fresh"}');
  await run(
    "npm",
    [
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      ...all.map(({ tarball }) => `./${basename(tarball)}`),
    ],
    { cwd: folder },
  );
  const [{ files, size }] = all;
  return { folder, files, size };
}
