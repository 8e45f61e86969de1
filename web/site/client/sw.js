// Keeps the site for reading without a network. The build puts in the version
// and the files; their addresses are relative to the folder of this script, so
// that it works below any path.
const VERSION = "__VERSION__";
const FILES = __FILES__;

const CACHE = `posenc ${self.registration.scope} ${VERSION}`;
const OWN = `posenc ${self.registration.scope} `;
/** How long a page may take before the kept one is shown. */
const PATIENCE_MS = 4000;

const address = (file) => new URL(file, self.registration.scope).href;

/** A page has one name, with or without its index.html. */
const nameOf = (url) => {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/index\.html$/, "/");
};

/** Only whole answers of our own are kept. */
const isSound = (response) =>
  response.ok && response.status === 200 && response.type === "basic";

async function fetchSound(url) {
  // Past the browser's own cache, which may hold an older file.
  const response = await fetch(url, { cache: "no-cache" });
  if (!isSound(response) || response.redirected) {
    throw new Error(`${response.status} ${url}`);
  }
  return response;
}

/** All files or none: a version that is kept by half would break pages. */
async function install() {
  const cache = await caches.open(CACHE);
  const waiting = [...FILES];
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const url = address(file);
      // Files whose name holds their hash are the same in every version.
      const known = file.startsWith("assets/") && (await caches.match(url));
      await cache.put(nameOf(url), known || (await fetchSound(url)));
    }
  };
  try {
    await Promise.all([work(), work(), work(), work()]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Older versions go when no page uses them any more. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

const kept = async (url) => (await caches.open(CACHE)).match(nameOf(url));

const afterPatience = () =>
  new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** The newest that can be had: from the network, or what was kept. */
async function newest(request) {
  const fetched = fetch(request).then((response) =>
    response.status >= 500 ? undefined : response,
  );
  const quick = await Promise.race([
    fetched.catch(() => undefined),
    afterPatience(),
  ]);
  if (quick) return quick;
  const known = await kept(request.url);
  if (known) return known;
  try {
    const late = await fetched;
    if (late) return late;
  } catch {
    // Neither network nor kept: said below.
  }
  const page = request.mode === "navigate" && (await kept(address("404.html")));
  return page
    ? new Response(page.body, { status: 503, headers: page.headers })
    : Response.error();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = self.registration;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const hashed = request.url.startsWith(address("assets/"));
  event.respondWith(
    hashed
      ? // Of any version: a page may be newer than the worker that answers it.
        caches
          .match(nameOf(request.url))
          .then((known) => known ?? fetch(request))
      : newest(request),
  );
});
