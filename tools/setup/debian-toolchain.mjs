// Emscripten for Debian releases whose own is too old: the packages of a newer
// release, unpacked into a folder of the user, beside the system and not into
// it. apt checks them against the release's signed lists.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "../lib/lock.mjs";
import { inRoot, userCache } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { Failure, say, step } from "../lib/steps.mjs";
import { debianMirror, installPackages } from "./apt.mjs";
import { LOCAL_TOOLCHAIN } from "./system-packages.mjs";

const SUITE = "trixie";
const LLVM = "19";
const PINS = {
  emscripten: "3.1.69+dfsg-3",
  binaryen: "120-4",
  "libxsimd-dev": "13.2.0-1",
  "doctest-dev": "2.4.11-1",
};
// binaryen's programs need the C library of their own release. Security updates
// replace it, so a build goes on with a newer one; a release doesn't.
const RUNTIME = {
  libc6: "2.41-12+deb13u5",
  "libstdc++6": "14.2.0-19",
  "libgcc-s1": "14.2.0-19",
};
/** The compiler itself, from this system's own release. */
const COMPILER = Object.fromEntries(
  ["clang", "lld", "llvm"].map((name) => [
    `${name}-${LLVM}`,
    "1:19.1.7-3~deb12u1",
  ]),
);
/** Everything the modules of a release are compiled with: package → version. */
export const PINNED = { ...PINS, ...RUNTIME, ...COMPILER };
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const LOADERS = {
  x64: "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
  arm64: "usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1",
};
// Of Emscripten's 1.6 GB of libraries built ahead we link a twentieth: no
// threads (mt), workers (ww), link-time optimisation, dynamic linking.
const UNUSED = [
  "*/wasm32-emscripten/lto",
  "*/wasm32-emscripten/lto-pic",
  "*/wasm32-emscripten/pic",
  "*/wasm32-emscripten/*-mt*",
  "*/wasm32-emscripten/*-ww*",
  "*/wasm32-emscripten/*asan*",
  "*/wasm32-emscripten/libwasmfs*",
  "*/usr/share/doc",
];
// Part of the folder's name: raise it when the recipe below changes.
const RECIPE = 1;

const pinsHash = createHash("sha256")
  .update(JSON.stringify([RECIPE, SUITE, LLVM, PINS, UNUSED]))
  .digest("hex")
  .slice(0, 10);
const home = join(userCache, `toolchain-${pinsHash}`);

/** The version of a Debian package; undefined where it isn't installed. */
function installed(name) {
  const options = /** @type {const} */ ({ encoding: "utf8" });
  const { stdout } = spawnSync("dpkg-query", ["-W", name], options);
  return stdout?.split("\t")[1]?.trim() || undefined;
}

/**
 * The packages that compile: name → version. Before they are there, those that
 * are going to be.
 */
export function localVersions() {
  const ready = join(home, "ready.json");
  const { versions } = existsSync(ready)
    ? JSON.parse(readFileSync(ready, "utf8"))
    : { versions: {} };
  const compiler = Object.keys(COMPILER).map((name) => [name, installed(name)]);
  const found = compiler.filter(([, version]) => version);
  return { ...PINNED, ...versions, ...Object.fromEntries(found) };
}

/** Where versions aren't the pinned ones, a line each. */
export const unpinned = (versions) =>
  Object.entries(PINNED)
    .filter(([name, pin]) => versions[name] !== pin)
    .map(([name, pin]) => {
      const found = versions[name] ?? "of unknown version";
      return `${name} must be ${pin}, got ${found}`;
    });

const version = () => localVersions().emscripten.split("+")[0];

/** What the toolchain's work depends on, its headers included. */
export function localName() {
  const others = unpinned(localVersions());
  const name = `${version()} of ${pinsHash}`;
  if (others.length === 0) return name;
  const hash = createHash("sha256").update(others.join()).digest("hex");
  return `${name} with ${hash.slice(0, 10)}`;
}

function describe() {
  const emscripten = join(home, "prefix/usr/share/emscripten");
  return {
    kind: "local",
    name: localName(),
    version: version(),
    emscripten,
    headers: join(home, "headers"),
    env: {
      EM_CONFIG: join(home, "emscripten.py"),
      EMSCRIPTEN: emscripten,
    },
  };
}

/** Whether this system can hold such a toolchain. */
export function canBuildLocally() {
  return (
    process.platform === "linux" &&
    process.arch in LOADERS &&
    existsSync(KEYRING) &&
    debianMirror() !== undefined
  );
}

/** The toolchain of this user, built first if there is none. */
export async function needLocalToolchain() {
  await installPackages(LOCAL_TOOLCHAIN);
  // ready.json is written last and the folder renamed into place, so a set-up
  // that was interrupted leaves nothing that looks finished.
  if (!existsSync(join(home, "ready.json"))) {
    await step(`Build the Emscripten toolchain in ${home}`, () =>
      withLock(join(userCache, "toolchain.lock"), async () => {
        if (!existsSync(join(home, "ready.json"))) await build();
      }),
    );
  }
  return describe();
}

async function build() {
  const fresh = `${home}.${process.pid}.new`;
  for (const name of readdirSync(userCache)) {
    if (!name.endsWith(".new")) continue;
    // A program of the interrupted set-up may still be writing there.
    const left = join(userCache, name);
    rmSync(left, { recursive: true, force: true, maxRetries: 3 });
  }
  rmSync(home, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const versions = await download(join(fresh, "packages"));
  await step("unpacking", () => unpack(fresh));
  writeWrappers(fresh);
  writeConfig(fresh);
  copyHeaders(fresh);
  copyAcorn(fresh);
  writeFileSync(join(fresh, "ready.json"), JSON.stringify({ versions }));
  renameSync(fresh, home);
}

async function download(folder) {
  for (const part of ["lists/partial", "cache/archives/partial"]) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  const list = join(folder, "sources.list");
  const source = `deb [signed-by=${KEYRING}] ${debianMirror()} ${SUITE} main`;
  writeFileSync(list, `${source}\n`);
  const options = Object.entries({
    "Dir::State::lists": join(folder, "lists"),
    "Dir::State::status": "/dev/null",
    "Dir::Etc::sourcelist": list,
    "Dir::Etc::sourceparts": "/dev/null",
    "Dir::Etc::preferences": "/dev/null",
    "Dir::Etc::preferencesparts": "/dev/null",
    "Dir::Cache": join(folder, "cache"),
    // Root reads the folder; apt's own user cannot and need not.
    "APT::Sandbox::User": "root",
    // A mirror out of reach is an error, not a warning.
    "APT::Update::Error-Mode": "any",
  }).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  const hint = `check the network; the packages come from the apt mirror of this system, suite ${SUITE}`;
  const apt = (program, ...args) =>
    run(program, [...options, ...args], { cwd: folder, hint });

  await step(`reading ${SUITE}'s package lists`, () =>
    apt("apt-get", "-q", "update"),
  );
  const versions = {};
  for (const [name, pin] of Object.entries({ ...PINS, ...RUNTIME })) {
    const { stdout } = await apt("apt-cache", "madison", name);
    const offered = stdout
      .split("\n")
      .map((line) => line.split("|")[1]?.trim())
      .filter(Boolean);
    if (offered.length === 0) {
      throw new Failure(`${SUITE} has no package ${name}`, { hint });
    }
    versions[name] = offered.includes(pin) ? pin : offered[0];
    if (versions[name] !== pin) {
      say(
        `  ${SUITE} no longer has ${name} ${pin}: building with ${versions[name]}, which no release does`,
      );
    }
  }
  const wanted = Object.entries(versions).map(([n, v]) => `${n}=${v}`);
  await step("downloading 245 MB", () =>
    apt("apt-get", "-q", "download", ...wanted),
  );
  return versions;
}

async function unpack(fresh) {
  const prefix = join(fresh, "prefix");
  mkdirSync(prefix);
  const packages = join(fresh, "packages");
  const excludes = UNUSED.map((pattern) => `--exclude='${pattern}'`).join(" ");
  for (const name of readdirSync(packages)) {
    if (!name.endsWith(".deb")) continue;
    const script = `set -e; dpkg-deb --fsys-tarfile "$1" | tar -x --no-same-owner -C "$2" ${excludes}`;
    await run("sh", ["-c", script, "sh", join(packages, name), prefix], {
      hint: "check the free disk space: the toolchain needs 600 MB",
    });
  }
  rmSync(packages, { recursive: true });
}

// Only these programs of binaryen are called, and by name, from one folder.
function writeWrappers(fresh) {
  const bin = join(fresh, "binaryen", "bin");
  mkdirSync(bin, { recursive: true });
  const prefix = join(home, "prefix");
  const loader = join(prefix, LOADERS[process.arch]);
  const libraries = join(loader, "..");
  for (const name of readdirSync(join(fresh, "prefix/usr/bin"))) {
    if (!name.startsWith("wasm")) continue;
    const program = join(prefix, "usr/bin", name);
    const script = `#!/bin/sh\nexec '${loader}' --library-path '${libraries}' '${program}' "$@"\n`;
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
}

function writeConfig(fresh) {
  const settings = {
    LLVM_ROOT: "/usr/bin",
    BINARYEN_ROOT: join(home, "binaryen"),
    NODE_JS: process.execPath,
    CLANG_ADD_VERSION: LLVM,
    LLVM_ADD_VERSION: LLVM,
  };
  const lines = Object.entries(settings).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}`,
  );
  lines.push("FROZEN_CACHE = True");
  writeFileSync(join(fresh, "emscripten.py"), `${lines.join("\n")}\n`);
}

// A folder with these two and nothing else: the system's /usr/include in a
// wasm compile would shadow Emscripten's own headers.
function copyHeaders(fresh) {
  for (const name of ["xsimd", "doctest"]) {
    cpSync(
      join(fresh, "prefix/usr/include", name),
      join(fresh, "headers", name),
      { recursive: true },
    );
  }
}

// Emscripten's JS optimizer looks for acorn in the folders above itself. The
// copy is the one that package-lock.json names and npm has checked.
function copyAcorn(fresh) {
  cpSync(
    realpathSync(inRoot("node_modules", "acorn")),
    join(fresh, "node_modules", "acorn"),
    { recursive: true },
  );
}
