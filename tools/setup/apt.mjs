// apt: which mirrors the system uses, which packages are missing.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../lib/lock.mjs";
import { userCache } from "../lib/paths.mjs";
import { run, which } from "../lib/run.mjs";
import { Failure, say, step } from "../lib/steps.mjs";

const DAY_MS = 86_400_000;
const quietly = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };

/** Whether apt-get installs programs here. */
export const hasApt = () =>
  process.platform === "linux" && which("apt-get") !== undefined;

function sourceFiles() {
  const files = ["/etc/apt/sources.list"];
  const parts = "/etc/apt/sources.list.d";
  if (existsSync(parts)) {
    for (const name of readdirSync(parts).sort()) {
      if (/\.(list|sources)$/.test(name)) files.push(join(parts, name));
    }
  }
  return files.filter((file) => existsSync(file));
}

// One-line form: `deb [options] URI suite component...`.
function parseList(text) {
  return text.split("\n").flatMap((line) => {
    const found = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)/.exec(line);
    return found ? [{ uri: found[1], suite: found[2] }] : [];
  });
}

// deb822 form: paragraphs of `Key: value`, values go on in indented lines.
function parseDeb822(text) {
  const withoutComments = text.replace(/^#.*\n?/gm, "");
  return withoutComments.split(/\n\s*\n/).flatMap((paragraph) => {
    const fields = {};
    for (const line of paragraph.replace(/\n[ \t]+/g, " ").split("\n")) {
      const colon = line.indexOf(":");
      if (colon < 0) continue;
      const key = line.slice(0, colon).trim().toLowerCase();
      fields[key] = line
        .slice(colon + 1)
        .trim()
        .split(/\s+/);
    }
    if (fields.enabled?.[0] === "no" || !fields.types?.includes("deb")) {
      return [];
    }
    return (fields.uris ?? []).flatMap((uri) =>
      (fields.suites ?? []).map((suite) => ({ uri, suite })),
    );
  });
}

// A source can name a file that lists mirrors, as on Debian's cloud images.
function expandMirrorFile(source) {
  const found = /^mirror\+file:(?:\/\/)?(\/.*)$/.exec(source.uri);
  if (!found || !existsSync(found[1])) return [source];
  const lines = readFileSync(found[1], "utf8").split("\n");
  return lines
    .filter((line) => /^\s*\w+:/.test(line))
    .map((line) => ({ ...source, uri: line.trim().split(/\s+/)[0] }));
}

/** `{uri, suite}` of every binary source that apt uses on this system. */
export function aptSources(files = sourceFiles()) {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const parse = file.endsWith(".sources") ? parseDeb822 : parseList;
    return parse(text).flatMap(expandMirrorFile);
  });
}

/** The mirror that serves Debian's own releases, if this system has one. */
export function debianMirror(sources = aptSources()) {
  // Security updates and ports live in archives of their own; a snapshot of the
  // whole archive ends in its time.
  const main = /\/debian(\/\d{8}T\d{6}Z)?\/?$/;
  return sources.find(({ uri }) => main.test(uri))?.uri;
}

async function updateIfOld() {
  const lists = "/var/lib/apt/lists";
  const fresh =
    existsSync(lists) &&
    readdirSync(lists).some((name) => name.endsWith("Release")) &&
    Date.now() - statSync(lists).mtimeMs < DAY_MS;
  if (!fresh) await update();
}

const update = () =>
  run("apt-get", ["update", "-q"], {
    env: quietly,
    hint: "check the network and the system's apt sources",
  });

/**
 * Installs what is missing.
 *
 * @param wanted `[{ name, present }]`: Debian package and whether it is there
 */
export async function installPackages(wanted) {
  const names = wanted.filter(({ present }) => !present()).map((p) => p.name);
  if (names.length === 0) return;
  const args = ["install", "-y", "--no-install-recommends", ...names];
  const typed = `apt-get update && apt-get ${args.join(" ")}`;
  if (!hasApt()) {
    throw new Failure(`Missing programs: ${names.join(", ")}`, {
      hint: "install them with this system's package manager (the names are Debian's)",
    });
  }
  if (process.getuid?.() !== 0) {
    throw new Failure(`Missing system packages: ${names.join(", ")}`, {
      hint: `run: sudo sh -c '${typed}'`,
    });
  }
  // apt waits for its lock on packages, but not for the one on their lists.
  const install = async () => {
    const locked = ["-q", "-o", "DPkg::Lock::Timeout=600", ...args];
    await updateIfOld();
    const first = await run("apt-get", locked, {
      env: quietly,
      allowFailure: true,
    });
    if (first.code === 0) return;
    // Lists can be too old although they were fetched today.
    say("  apt-get failed; once more with fresh package lists");
    await update();
    await run("apt-get", locked, { env: quietly, hint: `run: ${typed}` });
  };
  await step(`Install system packages: ${names.join(" ")}`, () =>
    withLock(join(userCache, "apt.lock"), install),
  );
}
