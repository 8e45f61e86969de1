// What the tests of environments share: the package as npm publishes it and the
// tools, installed once; projects, copied beside them; what runs them.
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NAMES } from "../../../tools/lib/packages.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { packed } from "../../packed.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The projects as they are written. */
export const SOURCES = fileURLToPath(new URL("environments", import.meta.url));
/** Where `npm test` has installed the tools. */
export const PLACE = join(ROOT, "build", "environments");
const { resolve } = createRequire(join(PLACE, "package.json"));

/**
 * Installs the packed packages beside the tools; nothing of a project before is
 * left.
 *
 * @param {readonly string[]} names of projects
 */
export async function installProjects(names) {
  for (const name of NAMES) {
    const { tarball } = await packed(name);
    const folder = join(PLACE, "node_modules", name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const strip = ["--strip-components", "1"];
    await run("tar", ["-xzf", tarball, "-C", folder, ...strip]);
  }
  // esbuild looks for one in all folders above.
  writeFileSync(join(PLACE, "tsconfig.json"), "{}\n");
  for (const name of names) {
    rmSync(join(PLACE, name), { recursive: true, force: true });
    cpSync(join(SOURCES, name), join(PLACE, name), { recursive: true });
    // Where Parcel sees the root of a project, and its settings.
    writeFileSync(join(PLACE, name, "package-lock.json"), "{}\n");
  }
}

/** The file of a command that a package brings. */
export function command(name, bin = name) {
  const file = join(PLACE, "node_modules", name, "package.json");
  const { bin: bins } = JSON.parse(readFileSync(file, "utf8"));
  return join(dirname(file), typeof bins === "string" ? bins : bins[bin]);
}

/** Runs a command of Node in a project; what it printed. */
export async function inProject(name, args, { node = process.execPath } = {}) {
  const env = { CI: "1", NEXT_TELEMETRY_DISABLED: "1", NODE_OPTIONS: "" };
  const options = { cwd: join(PLACE, name), env: { ...env, NODE_ENV: "" } };
  return (await run(node, args, options)).stdout;
}

/** Another version of Node; undefined where none was installed. */
export function nodeOf(version) {
  try {
    return join(dirname(resolve(`node-${version}/package.json`)), "bin/node");
  } catch {
    return undefined;
  }
}

/**
 * Starts a server in a project and waits for the port that it prints.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} name
 * @param {readonly string[]} typed
 * @param {RegExp} says whose first group is the port
 * @returns {Promise<string>} its address
 */
export function serving(t, name, [program, ...args], says) {
  // A group of its own: a command may be a wrapper that starts the server as a
  // child, which would stay when only the wrapper is ended.
  const child = spawn(program, args, {
    cwd: join(PLACE, name),
    detached: true,
  });
  t.after(() => {
    if (child.exitCode === null) process.kill(-child.pid);
  });
  return new Promise((resolve, reject) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (more) => {
        text += more;
        const port = says.exec(text)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}/`);
      });
    }
    child.on("close", () => reject(new Error(`${program} ended: ${text}`)));
    child.on("error", reject);
  });
}
