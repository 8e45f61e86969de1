// npm run lint, and with --write npm run format.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGeneratedTypes } from "./build-package.mjs";
import { keep, latest, shelf, take } from "./lib/built-cache.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot, namesBelow, root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { Failure, main, report, say, step } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { needLintTools } from "./setup/system-packages.mjs";

const CPP_FOLDERS = ["src", "tests"];
const hint = "run: npm run format";

const options = { cwd: inRoot(), hint, tailLines: 200 };

function nodeTool(path, args, more) {
  const script = inRoot("node_modules", ...path.split("/"));
  return run(process.execPath, [script, ...args], { ...options, ...more });
}

function cppFiles() {
  return CPP_FOLDERS.filter((folder) => existsSync(inRoot(folder))).flatMap(
    (folder) =>
      namesBelow(inRoot(folder))
        .filter((name) => /\.[ch]pp$/.test(name))
        .map((name) => join(folder, name)),
  );
}

function biome(...args) {
  const check = ["check", "--colors=off", "--error-on-warnings", ...args];
  return nodeTool("@biomejs/biome/bin/biome", check);
}

function clangFormat(...args) {
  const files = cppFiles();
  return files.length > 0 && run("clang-format", [...args, ...files], options);
}

/** What each config checks, the longest first: they run side by side. */
const PROJECTS = [
  "tsconfig.tests.json",
  "tsconfig.json",
  "tsconfig.tools.json",
];

/** What tsc found of each file, by the hash of its content. */
const KNOWN = PROJECTS.map((project) =>
  inRoot("build", "tsc", `${project}.tsbuildinfo`),
);
const SHELF = shelf("types", "What is known of types is", 4);

/** tsc looks at what differs from another clone's files, and what that touches. */
async function takeKnown() {
  if (KNOWN.some((file) => existsSync(file))) return;
  const hash = latest(SHELF);
  if (hash) await take(SHELF, hash, KNOWN);
}

async function keepKnown() {
  const hash = createHash("sha256");
  for (const file of KNOWN) hash.update(readFileSync(file));
  await keep(SHELF, hash.digest("hex"), KNOWN);
}

async function types() {
  writeGeneratedTypes();
  await takeKnown();
  const hint =
    "correct the types that the messages name; those of dist/ are as old as its last build: npm run build";
  // All to their ends: a message of one says nothing of the others.
  const ends = await Promise.allSettled(
    PROJECTS.map((project, i) => {
      const again = ["--incremental", "--tsBuildInfoFile", KNOWN[i]];
      const args = ["--noEmit", "--project", project, ...again];
      return nodeTool("typescript/bin/tsc", args, { hint });
    }),
  );
  const faults = ends.flatMap((end) =>
    end.status === "rejected" ? [end.reason] : [],
  );
  const last = faults.pop();
  for (const fault of faults) report(fault);
  if (last) throw last;
  await keepKnown();
}

// Addresses of one user's registry would be asked by everybody else's npm.
function lockFiles() {
  const folders = ["", "tests/bench/", "tests/across/consumers/"];
  folders.push("tests/across/consumers/environments/");
  for (const file of folders.map((it) => `${it}package-lock.json`)) {
    if (/"resolved": "http/.test(readFileSync(inRoot(file), "utf8"))) {
      throw new Failure(`${file} names addresses ("resolved")`, {
        hint: "delete those lines; .npmrc keeps npm from writing them",
      });
    }
  }
}

const HELP = `Usage: npm run lint [-- options]
       npm run format

Checks what is written: Biome for JavaScript, CSS and JSON, clang-format for
C++, tsc for types, in tools and tests too, the wording of texts by
tools/wording.json, the quotations behind what texts say of papers, and lock
files. Warns of texts of which one language was changed and the other was not.

  --write  puts the form right instead: npm run format
  --help   this text
`;

await main(async () => {
  const read = readCommand("npm run lint --", HELP, {
    options: { write: { type: "boolean" } },
  });
  if (!read) return 0;
  await needNodePackages();
  await needLintTools();
  if (read.values.write) {
    await step("clang-format", () => clangFormat("-i"));
    await step("Biome", () => biome("--write"));
    return 0;
  }
  const checks = {
    "clang-format": () => clangFormat("--dry-run", "-Werror"),
    Biome: () => biome(),
    "TypeScript types": types,
    "package-lock.json": lockFiles,
    Translations: async () => {
      const { checkTranslations } = await import("./lib/translations.mjs");
      const { warning } = checkTranslations(root);
      if (warning) say(`Warning: ${warning}`);
    },
    Wording: async () => {
      const { refuseWording } = await import("./lib/wording.mjs");
      refuseWording(root);
    },
    Quotations: async () => {
      const { refuseUnquoted } = await import("./lib/quotations.mjs");
      refuseUnquoted(root);
    },
  };
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await step(name, check);
    } catch (error) {
      report(error);
      failed += 1;
    }
  }
  const count = Object.keys(checks).length;
  console.log(
    failed ? `Lint: ${failed} of ${count} checks failed` : "Lint: all is well",
  );
  return failed ? 1 : 0;
});
