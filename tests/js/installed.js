// The package as its users have it.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The package as it is published. */
export const PUBLISHED = join(ROOT, "build", "npm");

/** Packs the package and installs the tarball in a fresh folder. */
export async function install(t) {
  const folder = await mkdtemp(join(tmpdir(), "posenc-package-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--pack-destination", folder],
    { cwd: PUBLISHED, maxBuffer: 1 << 26 },
  );
  const answer = JSON.parse(stdout);
  const [{ filename, files, size }] = Array.isArray(answer)
    ? answer
    : Object.values(answer);
  await writeFile(join(folder, "package.json"), '{"name":"fresh"}');
  await run(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`],
    { cwd: folder },
  );
  return { folder, files: files.map(({ path }) => path), size };
}
