// What hosts send with the site, and what it says of itself.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { commit } from "../../tools/lib/commit.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { CONTENT_SECURITY_POLICY, serve } from "../../tools/lib/serve.mjs";

const site = (name) => readFileSync(inRoot("web", "dist", name), "utf8");
const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

test("npm start, _headers, the example for nginx and the pages name the same policy", async (t) => {
  const lines = site("_headers").trimEnd().split("\n");
  assert.equal(lines.shift(), "/*");
  const headers = lines.map((line) => /^ {2}([\w-]+): (.+)$/.exec(line));
  assert.equal(headers.length, 3);
  const server = await serve(inRoot("web", "dist"));
  t.after(() => server.close());
  const answer = await fetch(server.url);
  const nginx = readFileSync(inRoot("docs/hosting.md"), "utf8");
  const said = [...nginx.matchAll(/add_header ([\w-]+) "([^"]+)" always;/g)];
  assert.deepEqual(
    said.map(([, name, value]) => [name, value]),
    headers.map(([, name, value]) => [name, value]),
  );
  for (const [, name, value] of headers) {
    assert.equal(answer.headers.get(name), value, name);
  }
  for (const page of ["index.html", "en/index.html", "embed/clock.html"]) {
    const [, policy] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(
        site(page),
      );
    assert.equal(policy, CONTENT_SECURITY_POLICY, page);
  }
});

test("the site says which version and commit it is of", async () => {
  assert.match(
    site("about.txt"),
    new RegExp(
      `^posenc ${version}\\ncommit ([0-9a-f]{40}(, with changes)?|unknown)\\n$`,
    ),
  );
  assert.match(site("en/index.html"), /href="\.\.\/about\.txt"/);
});

test("outside a repository the commit is unknown", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-nowhere-"));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(await commit(folder), "unknown");
});

test("the service worker keeps no file that hosts do not give away", () => {
  const kept = site("sw.js");
  assert.ok(!kept.includes("_headers"));
  assert.ok(kept.includes("THIRD-PARTY-NOTICES.txt"));
});
