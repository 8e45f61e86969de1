import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import fc from "fast-check";
import { CONTENT_SECURITY_POLICY, serve } from "../../tools/lib/serve.mjs";

/** Serves a small site; resolves with a function that asks it for a path. */
async function site(t, options) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-serve-"));
  const root = join(folder, "site");
  mkdirSync(join(root, "sub"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(root, "index.html"), "home");
  writeFileSync(join(root, "a.wasm"), "");
  writeFileSync(join(root, "sub", "index.html"), "sub");
  writeFileSync(join(root, "sub", "a b#c.txt"), "odd");
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "config"), "secret");
  writeFileSync(join(root, "sub", ".env"), "secret");
  symlinkSync("../secret.txt", join(root, "way.txt"));
  symlinkSync("..", join(root, "up"));
  mkdirSync(join(root, "lure"));
  symlinkSync("../../secret.txt", join(root, "lure", "index.html"));
  symlinkSync("sub", join(root, "same"));
  symlinkSync("nowhere", join(root, "broken"));
  const server = await serve(root, options);
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  // Not fetch: it would tidy the path up before it sends it.
  return (path, method = "GET") =>
    new Promise((resolve, reject) => {
      const sent = request({ port: server.port, path, method }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => {
          body += text;
        });
        response.on("end", () => {
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body,
          });
        });
      });
      sent.on("error", reject).end();
    });
}

test("files come with their type and the strict policy", async (t) => {
  const get = await site(t);
  const page = await get("/");
  assert.equal(page.status, 200);
  assert.equal(page.body, "home");
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  const policy = page.headers["content-security-policy"];
  assert.equal(policy, CONTENT_SECURITY_POLICY);
  assert.match(policy, /default-src 'none'/);
  const { headers } = await get("/a.wasm?v=1");
  assert.equal(headers["content-type"], "application/wasm");
});

test("a folder without its slash is sent to the one with it", async (t) => {
  const get = await site(t);
  const { status, headers } = await get("/sub?x=1");
  assert.equal(status, 308);
  assert.equal(headers.location, "/sub/?x=1");
  assert.equal((await get("/sub/")).body, "sub");
});

test("nothing outside the folder is served, and nothing hidden in it", async (t) => {
  const get = await site(t);
  for (const path of [
    "/way.txt",
    "/up/secret.txt",
    "/up",
    "/up/",
    "/lure/",
    "/broken",
    "/.git/config",
    "/.git",
    "/sub/.env",
    "/%2egit/config",
    "/none",
    "//en",
    "//sub",
    "/sub//",
    "//",
    "/index.html/",
    "/sub/index.html/x",
  ]) {
    const { status, headers, body } = await get(path);
    assert.equal(status, 404, path);
    assert.equal(headers.location, undefined, path);
    assert.equal(body, "404\n", path);
  }
  assert.equal((await get("/same/")).body, "sub");
  assert.equal((await get("/sub/a%20b%23c.txt")).body, "odd");
});

test("what no browser asks for is refused", async (t) => {
  const get = await site(t);
  for (const path of [
    "/../secret.txt",
    "/sub/../../secret.txt",
    "/./",
    "/sub/..",
    "/%2e%2e/secret.txt",
    "/%2E./secret.txt",
    "/sub/%2e%2e/",
    "/..%2fsecret.txt",
    "/%2Fen",
    "/%2F%2Fexample.org",
    "/%5cexample.org",
    "/%5C..%5Csecret.txt",
    "/\\example.org",
    "/%00",
    "/sub/%00",
    "/%0d%0aX:1",
    // A slash and a dot in more bytes than they need.
    "/%c0%af",
    "/%e0%80%af",
    "/%c0%ae%c0%ae/secret.txt",
    "/%",
    "/%zz",
    "/%ff",
    `/${"a".repeat(3000)}`,
    "http://localhost/",
    "*",
    "x",
  ]) {
    const { status, headers } = await get(path);
    assert.equal(status, 400, path);
    assert.equal(headers.location, undefined, path);
  }
  assert.equal((await get("/", "POST")).status, 405);
});

test("whatever is asked for, an answer stays within the site", async (t) => {
  const get = await site(t);
  const part = fc.constantFrom(
    "/",
    "%2f",
    "%2F",
    "\\",
    "%5c",
    ".",
    "..",
    "%2e",
    "%",
    "%00",
    "%0a",
    "sub",
    "same",
    "up",
    "way.txt",
    "secret.txt",
    ".git",
    "config",
    "?",
    "#",
    "example.org",
    "@",
    ":",
    "http:",
    "%c0%ae",
    "%e2%82%ac",
    "a",
    "é",
  );
  const paths = fc.array(part, { maxLength: 8 }).map((it) => `/${it.join("")}`);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const { status, headers, body } = await get(path);
      assert.ok([200, 308, 400, 404].includes(status), String(status));
      assert.notEqual(body, "secret");
      if (status === 308) assert.match(headers.location, /^\/[^/\\]/);
    }),
    { numRuns: 1000, seed: 3 },
  );
});

test("a site mounted below a path is only there", async (t) => {
  const get = await site(t, { mount: "/course/notes/" });
  assert.equal((await get("/course/notes/")).body, "home");
  assert.equal((await get("/course/notes/sub/")).body, "sub");
  assert.equal((await get("/")).status, 404);
});
