// On a fresh clone there are no packages yet: what the commands load at once
// may need Node and the project's own files only.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";

const STATIC =
  /^(?:import\b|export\s*[{*])[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;

/** Packages that a file imports at once, itself or by way of others. */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [...readFileSync(file, "utf8").matchAll(STATIC)];
  return (
    imports
      .map(([, from, bare]) => from ?? bare)
      .filter((name) => !name.startsWith("node:"))
      // Texts that a script writes hold imports too, of files it has not.
      .filter((name) => /^[@a-z]/.test(name) || name.endsWith(".mjs"))
      .flatMap((name) =>
        name.startsWith(".")
          ? packagesOf(join(dirname(file), name), seen)
          : [`${name} (${file})`],
      )
  );
}

for (const command of ["start", "test", "lint", "build"]) {
  test(`npm run ${command} loads without packages`, () => {
    const seen = new Set();
    assert.deepEqual(packagesOf(inRoot("tools", `${command}.mjs`), seen), []);
    assert.ok(seen.size > 3, `only ${seen.size} files were read`);
  });
}
