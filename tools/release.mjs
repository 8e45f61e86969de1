// node tools/release.mjs: whether what is here may be published.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { addressesIn } from "./lib/addresses.mjs";
import { readCommand } from "./lib/command.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main } from "./lib/steps.mjs";
import { unpinned } from "./setup/debian-toolchain.mjs";
import { toolchainVersions } from "./setup/toolchain.mjs";

/**
 * What stands against a release.
 *
 * @param {{ version: string, homepage: string, repository: { url: string } }} manifest
 * @param {string} changelog
 * @param {{ tag: string, repository: string }} wanted
 * @param {(version: string) => boolean} hasSnippets whether a version's
 *   snippets are kept
 */
export function faultsOf(manifest, changelog, wanted, hasSnippets) {
  const { version } = manifest;
  const { isKnown, code } = addressesIn(manifest);
  const faults = [];
  if (wanted.tag !== `v${version}`) {
    faults.push(
      `the tag must be v${version}, the version in package.json, got ${wanted.tag}`,
    );
  }
  if (!isKnown) {
    faults.push(
      "homepage and repository in package.json must be real addresses, got example.org",
    );
  } else if (!code.endsWith(`/${wanted.repository}`)) {
    faults.push(
      `repository in package.json must be that of ${wanted.repository}, got ${code}`,
    );
  }
  const heading = new RegExp(
    `^## \\[?${version.replaceAll(".", "\\.")}\\]?( |$)`,
    "m",
  );
  if (!heading.test(changelog)) {
    faults.push(`CHANGELOG.md must have a section "## ${version}"`);
  }
  if (!hasSnippets(version)) {
    faults.push(
      `tests/web/pinned must have ${version}.json, the snippets of this version`,
    );
  }
  return faults;
}

const HELP = `Usage: node tools/release.mjs --tag v1.2.3 --repository owner/name

Whether what is here may be published under this tag: says all that is wrong.

  --tag TAG          the tag, v and the version of package.json
  --repository NAME  the repository that would publish
  --built            also refuses what was built with another toolchain than the
                     pinned one (tools/setup/debian-toolchain.mjs)
  --refuse           says how to publish instead; npm runs it before it would
                     publish the repository's own folder
  --help             this text
`;

async function check() {
  const read = readCommand("node tools/release.mjs", HELP, {
    options: {
      tag: { type: "string", default: "" },
      repository: { type: "string", default: "" },
      built: { type: "boolean" },
      refuse: { type: "boolean" },
    },
  });
  if (!read) return;
  const { values } = read;
  if (values.refuse) {
    throw new Failure("this folder is not what is published", {
      hint: "npm run build, then npm publish the folders of build/npm; a tag v1.2.3 does so by itself",
    });
  }
  const textOf = (name) => readFileSync(inRoot(name), "utf8");
  const faults = faultsOf(
    JSON.parse(textOf("package.json")),
    textOf("CHANGELOG.md"),
    values,
    (version) => existsSync(inRoot("tests/web/pinned", `${version}.json`)),
  );
  if (values.built) faults.push(...unpinned(await toolchainVersions()));
  if (faults.length > 0) {
    throw new Failure(`nothing is published: ${faults.join("; ")}`, {
      hint: "correct this, commit, and tag again",
    });
  }
  console.log(`${values.tag} may be published`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(check);
