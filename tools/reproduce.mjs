// npm run reproduce: whether a second build gives the same bytes.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "./build-site.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot, namesBelow } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { Failure, main, step } from "./lib/steps.mjs";

const BUILT = ["build/npm", "web/dist"];

/** All files of the repository as they are, whether committed or not. */
function sources() {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", list, { cwd: inRoot(), encoding: "utf8" })
    .split("\0")
    .filter((name) => name && existsSync(inRoot(name)));
}

/** Files that differ between two folders, or are in one of them. */
function differences(one, other) {
  const names = new Set([...namesBelow(one), ...namesBelow(other)]);
  return [...names].sort().filter((name) => {
    const files = [join(one, name), join(other, name)];
    if (!files.every((file) => existsSync(file))) return true;
    if (statSync(files[0]).isDirectory()) return false;
    const [a, b] = files.map((file) => readFileSync(file));
    return !a.equals(b);
  });
}

const HELP = `Usage: npm run reproduce

Whether a second build, from nothing, in another folder, gives the bytes of
build/npm and web/dist again. It takes a minute or two: a release does it,
npm test does not. The WebAssembly module is taken from the cache folder where
it is kept; XDG_CACHE_HOME names another, without it.

  --help  this text
`;

await main(async () => {
  if (!readCommand("npm run reproduce --", HELP)) return;
  await buildSite();
  const copy = mkdtempSync(join(tmpdir(), "posenc-again-"));
  try {
    for (const name of sources()) cpSync(inRoot(name), join(copy, name));
    // Not a link: bundlers name files by where they really are.
    cpSync(inRoot("node_modules"), join(copy, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await step("Build once more, in another folder", () =>
      run(process.execPath, ["tools/build.mjs"], { cwd: copy }),
    );
    const found = BUILT.flatMap((folder) =>
      differences(inRoot(folder), join(copy, folder))
        // A copy without .git has no commit.
        .filter((name) => name !== "about.txt")
        .map((name) => `${folder}/${name}`),
    );
    if (found.length > 0) {
      throw new Failure(`${found.length} files are not the same`, {
        tail: found.slice(0, 40).join("\n"),
        hint: "look for a time, an order that is not fixed, or a path",
      });
    }
    console.log("The same bytes: build/npm and web/dist");
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
