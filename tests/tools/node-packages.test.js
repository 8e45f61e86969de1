import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { Failure, showProgressOn } from "../../tools/lib/steps.mjs";
import {
  absentPackages,
  needNodePackages,
} from "../../tools/setup/node-packages.mjs";

// On standard output the runner takes it for a part of its own messages.
showProgressOn(process.stderr);

const locked = {
  "": { name: "notes" },
  "node_modules/plain": { version: "1.2.3", integrity: "sha512-a" },
  "node_modules/plain/node_modules/inner": { version: "2.0.0" },
  "node_modules/ours-plain": { resolved: "src/ours-plain", link: true },
  "node_modules/foreign": { version: "1.0.0", optional: true, os: ["other"] },
};
const mine = Object.keys(locked).filter((path) => /plain/.test(path));

function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** A folder with the lock file above, where `installed` was installed. */
function folderWith(t, installed) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-packages-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const packages = (paths) =>
    JSON.stringify({
      packages: Object.fromEntries(paths.map((path) => [path, locked[path]])),
    });
  write(join(folder, "package.json"), "{}");
  write(join(folder, "package-lock.json"), packages(Object.keys(locked)));
  if (installed) {
    const hidden = join(folder, "node_modules", ".package-lock.json");
    write(hidden, packages(installed));
    for (const path of installed) write(join(folder, path, "package.json"), "");
  }
  return folder;
}

/** Runs `act` with an npm of the given script. */
async function withNpm(t, script, act) {
  const bin = mkdtempSync(join(tmpdir(), "posenc-npm-"));
  t.after(() => rmSync(bin, { recursive: true }));
  chmodSync(write(join(bin, "npm"), `#!/bin/sh\n${script}\n`), 0o755);
  const before = process.env.PATH;
  process.env.PATH = bin + delimiter + before;
  try {
    return await act();
  } finally {
    process.env.PATH = before;
  }
}

test("packages for other systems are not missed", (t) => {
  assert.deepEqual(absentPackages(folderWith(t, mine)), []);
});

test("without node_modules all that is not optional is absent", (t) => {
  assert.deepEqual(absentPackages(folderWith(t)), mine);
});

test("a package whose files are gone is absent, whatever npm's notes say", (t) => {
  const folder = folderWith(t, mine);
  rmSync(join(folder, "node_modules/plain"), { recursive: true });
  assert.deepEqual(absentPackages(folder), [
    "node_modules/plain",
    "node_modules/plain/node_modules/inner",
  ]);
});

test("a package of another version is absent", (t) => {
  const folder = folderWith(t, mine);
  const lock = join(folder, "package-lock.json");
  const newer = { ...locked["node_modules/plain"], version: "1.2.4" };
  const packages = { ...locked, "node_modules/plain": newer };
  writeFileSync(lock, JSON.stringify({ packages }));
  assert.deepEqual(absentPackages(folder), ["node_modules/plain"]);
});

test("an installation that ends well and installs nothing is a failure", async (t) => {
  const folder = folderWith(t);
  await withNpm(t, "exit 0", () =>
    assert.rejects(needNodePackages(folder), (error) => {
      assert.ok(error instanceof Failure);
      assert.match(error.message, /left out node_modules\/plain, /);
      assert.ok(error.hint.includes(folder));
      return true;
    }),
  );
});

const hidden = JSON.stringify({
  packages: Object.fromEntries(mine.map((path) => [path, locked[path]])),
});
/** Lines of a shell that install what is not for other systems. */
const install = mine
  .map((path) => `mkdir -p ${path}; echo '{}' > ${path}/package.json`)
  .join("\n");

test("what npm remembers is enough, and is asked for again where it is too old", async (t) => {
  const folder = folderWith(t);
  const asked = join(folder, "asked");
  const npm = (stale) => `echo "$*" >> ${asked}
${stale ? 'case "$*" in *--prefer-offline*) exit 1;; esac' : ""}
${install}
echo '${hidden}' > node_modules/.package-lock.json`;
  await withNpm(t, npm(true), () => needNodePackages(folder));
  const told = readFileSync(asked, "utf8").trim().split("\n");
  assert.deepEqual(
    told.map((line) => line.includes("--prefer-offline")),
    [true, false],
  );
  rmSync(join(folder, "node_modules"), { recursive: true });
  rmSync(asked);
  await withNpm(t, npm(false), () => needNodePackages(folder));
  assert.match(
    readFileSync(asked, "utf8"),
    /^ci [^\n]*--prefer-offline[^\n]*\n$/,
  );
});

test("what is there is not installed again", async (t) => {
  const folder = folderWith(t, mine);
  await withNpm(t, "exit 1", () => needNodePackages(folder));
});

for (const folder of [".", "tests/bench", "tests/across/consumers"]) {
  test(`every optional package of ${folder} is locked`, () => {
    // "npm ci" takes a lock file without one of them for a mistake.
    const lock = readFileSync(inRoot(folder, "package-lock.json"), "utf8");
    const { packages } = JSON.parse(lock);
    const unlocked = Object.entries(packages).flatMap(
      ([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter((name) => {
          for (
            let at = path;
            ;
            at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))
          ) {
            if (packages[join(at, "node_modules", name)]) return false;
            if (at === "") return true;
          }
        }),
    );
    assert.deepEqual(unlocked, []);
  });
}
