// Somebody else's page, at an origin of its own and under a strict policy.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { inDist, ONE_FILE } from "../../../tools/lib/paths.mjs";
import { portOf } from "../../../tools/lib/serve.mjs";
import { name } from "./engine.js";

const FILES = {
  "/one-file.js": ONE_FILE,
  "/embed.js": inDist("widgets", "embed.js"),
  "/watch.js": new URL("watch.js", import.meta.url),
};
/** What the driver of an engine does not tell, its pages do. */
const watch = name === "webkit" ? '<script src="watch.js"></script>' : "";

/**
 * Another origin with one page; resolves with its address.
 *
 * @param {object} [allowed] sources of the policy
 * @param {string} [allowed.frames]
 * @param {string} [allowed.workers]
 */
export async function hostPage(
  t,
  body,
  { frames = "'none'", workers = "'none'" } = {},
) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${watch}<title>Notes</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; frame-src ${frames}; worker-src ${workers}`;
  const server = createServer((request, response) => {
    const file = request.url.startsWith("/dist/")
      ? inDist("widgets", request.url.slice("/dist/".length))
      : FILES[request.url];
    response.writeHead(file || request.url === "/" ? 200 : 404, {
      "Content-Type": file ? "text/javascript" : "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
    });
    response.end(file ? readFileSync(file) : html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(server)}/`;
}
