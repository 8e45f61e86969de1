import { inRoot } from "./paths.mjs";
import { run, which } from "./run.mjs";

/**
 * The commit that the files are of, "unknown" outside a repository. Files that
 * were changed since are said to be.
 */
export async function commit(folder = inRoot()) {
  if (!which("git")) return "unknown";
  const git = (...args) =>
    run("git", args, { cwd: folder, allowFailure: true });
  const top = await git("rev-parse", "--show-prefix", "HEAD");
  // A folder within somebody else's repository is none.
  const [prefix, hash] = top.stdout.split("\n");
  if (top.code !== 0 || prefix !== "") return "unknown";
  const changed = await git("status", "--porcelain", "--untracked-files=no");
  return changed.stdout.trim() === "" ? hash : `${hash}, with changes`;
}
