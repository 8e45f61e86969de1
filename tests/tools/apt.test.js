import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { aptSources, debianMirror } from "../../tools/setup/apt.mjs";

/** Parses files of the given names and contents as apt's sources. */
function sourcesOf(t, files) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-apt-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content.replaceAll("FOLDER", folder));
    return path;
  });
  return aptSources(paths.filter((path) => /\.(list|sources)$/.test(path)));
}

test("one-line sources are read, with options and without sources and comments", (t) => {
  const found = sourcesOf(t, {
    "a.list": `# deb http://no.example/debian sid main
deb-src http://no.example/debian bookworm main
deb [arch=amd64 signed-by=/k.gpg] http://one.example/debian bookworm main contrib
  deb http://two.example/debian-security bookworm-security main # updates
`,
  });
  assert.deepEqual(found, [
    { uri: "http://one.example/debian", suite: "bookworm" },
    { uri: "http://two.example/debian-security", suite: "bookworm-security" },
  ]);
});

test("deb822 sources are read, with continued lines and without disabled ones", (t) => {
  const found = sourcesOf(t, {
    "a.sources": `Types: deb deb-src
# a comment inside
URIs: http://one.example/debian
Suites: bookworm
 bookworm-updates
Components: main

Enabled: no
Types: deb
URIs: http://no.example/debian
Suites: sid

Types: deb-src
URIs: http://no.example/debian
Suites: sid
`,
  });
  assert.deepEqual(found, [
    { uri: "http://one.example/debian", suite: "bookworm" },
    { uri: "http://one.example/debian", suite: "bookworm-updates" },
  ]);
});

test("a list of mirrors in a file stands for its mirrors", (t) => {
  const found = sourcesOf(t, {
    "a.list": "deb mirror+file:FOLDER/mirrors.txt bookworm main\n",
    "mirrors.txt": "https://one.example/debian\tpriority:1\n",
  });
  assert.deepEqual(found, [
    { uri: "https://one.example/debian", suite: "bookworm" },
  ]);
});

test("the mirror is the one of Debian's main archive", () => {
  const mirrorOf = (...uris) => debianMirror(uris.map((uri) => ({ uri })));
  assert.equal(
    mirrorOf("http://a.example/debian-security", "http://b.example/debian/"),
    "http://b.example/debian/",
  );
  assert.equal(
    mirrorOf("http://c.example/archive/debian/20250520T000000Z"),
    "http://c.example/archive/debian/20250520T000000Z",
  );
  assert.equal(mirrorOf("http://d.example/ubuntu"), undefined);
});
