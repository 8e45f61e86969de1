import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { PACKAGES } from "../../tools/lib/packages.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { bill } from "../../tools/lib/sbom.mjs";
import { faultsOf } from "../../tools/release.mjs";
import {
  localName,
  localVersions,
  PINNED,
  unpinned,
} from "../../tools/setup/debian-toolchain.mjs";

const MANIFEST = {
  version: "1.2.3",
  homepage: "https://p.test/",
  repository: { url: "git+https://p.test/a/b.git" },
};
const WANTED = { tag: "v1.2.3", repository: "a/b" };
const CHANGELOG = "# Changelog\n\n## 1.2.3 (2026-01-01)\n";

test("a release wants its tag, its addresses, a changelog and kept snippets", () => {
  assert.deepEqual(
    faultsOf(MANIFEST, CHANGELOG, WANTED, () => true),
    [],
  );
  assert.deepEqual(
    faultsOf(
      MANIFEST,
      "## 1.2.30\n",
      { tag: "v1.2.4", repository: "a/c" },
      () => false,
    ),
    [
      "the tag must be v1.2.3, the version in package.json, got v1.2.4",
      "repository in package.json must be that of a/c, got https://p.test/a/b",
      'CHANGELOG.md must have a section "## 1.2.3"',
      "tests/web/pinned must have 1.2.3.json, the snippets of this version",
    ],
  );
  const nowhere = { ...MANIFEST, homepage: "https://example.org/posenc/" };
  assert.deepEqual(
    faultsOf(nowhere, CHANGELOG, WANTED, () => true),
    [
      "homepage and repository in package.json must be real addresses, got example.org",
    ],
  );
});

test("a release is refused for every package of the toolchain that is not the pinned one", () => {
  assert.deepEqual(unpinned(PINNED), []);
  const wanted = ["emscripten", "binaryen", "libc6", "libstdc++6", "libgcc-s1"];
  for (const name of [...wanted, "clang-19", "lld-19", "llvm-19"]) {
    assert.ok(name in PINNED, name);
    assert.deepEqual(unpinned({ ...PINNED, [name]: "0.1" }), [
      `${name} must be ${PINNED[name]}, got 0.1`,
    ]);
  }
  // Of an Emscripten of the user's own, nothing else is known.
  const own = unpinned({ emscripten: "9.9.9" });
  assert.equal(own.length, Object.keys(PINNED).length);
  assert.equal(
    own.at(-1),
    `llvm-19 must be ${PINNED["llvm-19"]}, got of unknown version`,
  );
  // Modules that other packages compiled are others for the cache.
  const plain = /^[\d.]+ of [0-9a-f]{10}$/;
  assert.equal(plain.test(localName()), unpinned(localVersions()).length === 0);
});

test("the bill of materials has the versions that compiled the package", () => {
  const manifest = { name: "a", version: "1.0.0", license: "MIT" };
  assert.deepEqual(bill(manifest, [], { b: "2-1" }).metadata.tools, {
    components: [{ type: "application", name: "b", version: "2-1" }],
  });
});

const FOLDER = ".github/workflows";
const workflows = readdirSync(inRoot(FOLDER)).map((name) => ({
  name,
  text: readFileSync(inRoot(FOLDER, name), "utf8"),
}));

/** Name and text of each job. */
const jobsOf = (text) =>
  text
    .slice(text.indexOf("\njobs:\n") + "\njobs:\n".length)
    .split(/^(?= {2}[\w-]+:$)/m)
    .filter((job) => /^ {2}[\w-]+:$/m.test(job))
    .map((job) => [/^ {2}([\w-]+):$/m.exec(job)?.[1], job]);

test("workflows name other people's actions by the hash of a commit, and get no more rights than they need", () => {
  assert.ok(workflows.length >= 3);
  for (const { name, text } of workflows) {
    for (const [, used] of text.matchAll(/uses: (.*)/g)) {
      assert.match(used, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    }
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m, name);
    assert.doesNotMatch(text, /write-all|pull_request_target|secrets\./, name);
    // What comes from outside reaches no shell as text.
    for (const [, command] of text.matchAll(/run: (.*)/g)) {
      assert.doesNotMatch(command, /\$\{\{/, name);
    }
    for (const [, script] of text.matchAll(/run: \|\n((?: {10}.*\n)*)/g)) {
      assert.doesNotMatch(script, /\$\{\{/, name);
    }
  }
});

test("workflows run in images that are named by digest, and no install script runs", () => {
  for (const { name, text } of workflows) {
    for (const [, image] of text.matchAll(/(?:container|image): *(.*)/g)) {
      assert.match(image, /^([\w:./-]+)@sha256:[0-9a-f]{64} # \1$/, name);
    }
    assert.match(text, /^env:\n {2}npm_config_ignore_scripts: true\n/m, name);
  }
});

test("a job that may ask for an identity checks nothing out, installs nothing and runs nothing of ours", () => {
  const trusted = workflows.flatMap(({ name, text }) =>
    jobsOf(text)
      .filter(([, job]) => job.includes("id-token"))
      .map(([job, content]) => ({ name: `${name}: ${job}`, content })),
  );
  assert.deepEqual(
    trusted.map(({ name }) => name),
    ["pages.yml: deploy", "publish.yml: publish"],
  );
  for (const { name, content } of trusted) {
    assert.match(content, /^ {4}needs: build$/m, name);
    assert.match(content, /^ {4}environment:/m, name);
    for (const [, action] of content.matchAll(/uses: ([\w/-]+)@/g)) {
      const allowed = ["actions/deploy-pages", "actions/download-artifact"];
      assert.ok(allowed.includes(action), `${name}: ${action}`);
    }
    for (const [, command] of content.matchAll(/run: (.*)/g)) {
      assert.match(command, /\| sha256sum --check|^npm publish /, name);
    }
  }
  // Outside of the jobs nobody has it.
  for (const { name, text } of workflows) {
    const head = text.slice(0, text.indexOf("\njobs:\n"));
    assert.doesNotMatch(head, /: write/, name);
  }
});

test("what is published are the tarballs that were tested, by their checksums", () => {
  const text = readFileSync(inRoot(FOLDER, "publish.yml"), "utf8");
  const { build, publish } = Object.fromEntries(jobsOf(text));
  const order = (job, ...parts) => {
    const places = parts.map((part) => job.search(part));
    assert.ok(!places.includes(-1), `${places}`);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  };
  order(
    build,
    /release\.mjs --tag/,
    /\.ci\/run/,
    /npm run reproduce/,
    /release\.mjs .* --built/,
    /npm pack/,
    /sha256sum/,
    /upload-artifact@/,
  );
  assert.match(build, /sha256: \$\{\{ steps\.pack\.outputs\.sha256 \}\}/);
  assert.doesNotMatch(build, /npm publish|: write/);
  order(
    publish,
    /download-artifact@/,
    /sha256sum --check --strict/,
    /npm publish/,
  );
  assert.match(publish, /SHA256: \$\{\{ needs\.build\.outputs\.sha256 \}\}/);
  for (const { name } of PACKAGES.values()) {
    assert.match(build, new RegExp(`for name in [^;]*\\b${name}\\b`));
    const line = `^ {6}- run: npm publish \\./${name}\\.tgz .*--ignore-scripts$`;
    assert.match(publish, new RegExp(line, "m"));
  }
});
