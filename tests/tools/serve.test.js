import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { CONTENT_SECURITY_POLICY, serve } from "../../tools/serve.mjs";

/** Serves a small site; resolves with a function that asks it for a path. */
async function site(t, options) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-serve-"));
  const root = join(folder, "site");
  mkdirSync(join(root, "sub"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(root, "index.html"), "home");
  writeFileSync(join(root, "a.wasm"), "");
  writeFileSync(join(root, "sub", "index.html"), "sub");
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

test("nothing outside the folder is served", async (t) => {
  const get = await site(t);
  for (const path of [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/sub/../../secret.txt",
    "/%00",
    "/none",
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
  assert.equal((await get("/%")).status, 400);
  assert.equal((await get("/", "POST")).status, 405);
});

test("a site mounted below a path is only there", async (t) => {
  const get = await site(t, { mount: "/course/notes/" });
  assert.equal((await get("/course/notes/")).body, "home");
  assert.equal((await get("/course/notes/sub/")).body, "sub");
  assert.equal((await get("/")).status, 404);
});
