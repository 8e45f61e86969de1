// Serves a folder as a strict static host would: the site's own
// Content-Security-Policy, right types, nothing else. Start and tests share it.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

/** The policy that the site promises to work under. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'";

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

/** The file for a path of the URL; `undefined` if it leaves the folder. */
function locate(folder, mount, path) {
  if (!path.startsWith(mount)) return undefined;
  const inside = path.slice(mount.length);
  if (inside.includes("\0") || inside.includes("\\")) return undefined;
  const file = join(folder, inside);
  return file === folder || file.startsWith(folder + sep) ? file : undefined;
}

async function answer(folder, mount, request) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return { status: 405, headers: { Allow: "GET, HEAD" } };
  }
  let path;
  let search;
  try {
    const url = new URL(request.url, "http://localhost");
    path = decodeURIComponent(url.pathname);
    search = url.search;
  } catch {
    return { status: 400 };
  }
  let file = locate(folder, mount, path);
  if (file === undefined) return { status: 404 };
  try {
    if ((await stat(file)).isDirectory()) {
      if (!path.endsWith("/")) {
        // Relative links of the page stand on the final slash.
        const location = `${encodeURI(path)}/${search}`;
        return { status: 308, headers: { Location: location } };
      }
      file = join(file, "index.html");
    }
    const body = await readFile(file);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    return { status: 200, headers: { "Content-Type": type }, body };
  } catch {
    return { status: 404 };
  }
}

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
 * @param options.port 0 for any free one
 * @param options.mount path that the folder appears under, as on a host where
 * it is not the root
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
  const bound = server.address().port;
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
