// Serves a folder as a strict static host would: the site's own
// Content-Security-Policy, right types, nothing else. Start and tests share it.
import { readFileSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { inRoot } from "./paths.mjs";

/** The policy that the site promises to work under, and its pages name. */
export const CONTENT_SECURITY_POLICY = JSON.parse(
  readFileSync(inRoot("web", "site", "policy.json"), "utf8"),
);

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Longer paths are no mistake of a person. */
const LONGEST = 2048;

/**
 * The names in a path of the URL, decoded; `undefined` if no browser would ask
 * so: with dots that lead upwards, a slash within a name, signs that are none.
 */
function namesIn(path) {
  if (!path.startsWith("/") || path.length > LONGEST) return undefined;
  try {
    const names = path.slice(1).split("/").map(decodeURIComponent);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
    const wrong = /^\.\.?$|[/\\\u0000-\u001f\u007f]/;
    return names.some((name) => wrong.test(name)) ? undefined : names;
  } catch {
    return undefined;
  }
}

/** A file of the folder, links resolved; `undefined` if they leave it. */
async function inside(folder, file) {
  const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
  return real === root || real.startsWith(root + sep) ? real : undefined;
}

/** The file for a path of the URL and whether it is a folder, if it is there. */
async function locate(folder, mount, path, names) {
  if (!path.startsWith(mount)) return undefined;
  const own = names.slice(mount.split("/").length - 2);
  // Hidden files are nobody's business; an empty name is a doubled slash.
  const isOpen = own.every(
    (name, k) => !name.startsWith(".") && (name || k === own.length - 1),
  );
  const file = isOpen && (await inside(folder, join(folder, ...own)));
  if (!file) return undefined;
  const stats = await stat(file);
  return stats.isFile() || stats.isDirectory()
    ? { file, isFolder: stats.isDirectory() }
    : undefined;
}

/**
 * @param {string} folder
 * @param {string} mount
 * @param {import("node:http").IncomingMessage} request
 */
async function answer(folder, mount, { method, url = "/" }) {
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, headers: { Allow: "GET, HEAD" } };
  }
  const [path, search = ""] = url.split(/(?=\?)(.*)/s);
  const names = namesIn(path);
  if (names === undefined) return { status: 400 };
  try {
    const found = await locate(folder, mount, path, names);
    if (found === undefined) return { status: 404 };
    let { file } = found;
    if (found.isFolder && !path.endsWith("/")) {
      // Relative links of the page stand on the final slash.
      const way = names.map(encodeURIComponent).join("/");
      return { status: 308, headers: { Location: `/${way}/${search}` } };
    }
    if (found.isFolder) file = await inside(folder, join(file, "index.html"));
    else if (path.endsWith("/")) file = undefined;
    if (file === undefined) return { status: 404 };
    const body = await readFile(file);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    return { status: 200, headers: { "Content-Type": type }, body };
  } catch {
    return { status: 404 };
  }
}

/**
 * The port that a server listens on.
 *
 * @param {import("node:net").Server} server
 */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the server does not listen on a port");
  }
  return address.port;
}

/** @returns {Promise<void>} */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * Serves `folder`.
 *
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.port] 0 for any free one
 * @param {string} [options.host]
 * @param {string} [options.mount] path that the folder appears under, as on a
 *   host where it is not the root
 * @returns `url` of the folder, `port`, and `close()`
 */
export async function serve(folder, options = {}) {
  const { port = 0, host = "127.0.0.1", mount = "/" } = options;
  // Without a final slash, which would hide every file.
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(root, mount, request);
    const text = { "Content-Type": "text/plain; charset=utf-8" };
    response.writeHead(status, {
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      // Frames without an origin load the site's scripts; Pages and CDNs do so.
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
      ...(body ? {} : text),
      ...headers,
    });
    if (request.method === "HEAD") response.end();
    else response.end(body ?? `${status}\n`);
  });
  await listen(server, port, host);
  const bound = portOf(server);
  const name = host === "127.0.0.1" ? "localhost" : host;
  return {
    port: bound,
    url: `http://${name}:${bound}${mount}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
