// Keeps the site for reading without a network. The build puts in the version
// and the files; their addresses are relative to the folder of this script, so
// that it works below any path.
const VERSION = "__VERSION__";
const PAGES = __PAGES__;
/** File → SHA-256 of its bytes. Other sites of the origin can write our caches. */
const ASSETS = new Map(Object.entries(__ASSETS__));

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

const integrityOf = (file) =>
  ASSETS.has(file) ? `sha256-${ASSETS.get(file)}=` : "";

/** Whether these are the bytes that the build wrote. */
async function isGenuine(file, bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...sum)) === `${ASSETS.get(file)}=`;
}

async function fetchSound(file) {
  const url = address(file);
  // Past the browser's own cache, which may hold an older file.
  const cache = "no-cache";
  const response = await fetch(url, { cache, integrity: integrityOf(file) });
  if (!isSound(response) || response.redirected) {
    throw new Error(`${response.status} ${url}`);
  }
  return response;
}

/** What a cache has of an asset, if nobody has changed it. */
async function genuine(name, file) {
  if (!ASSETS.has(file)) return undefined;
  const cache = await caches.open(name);
  const response = await cache.match(address(file));
  if (!response) return undefined;
  const bytes = await response.clone().arrayBuffer();
  return (await isGenuine(file, bytes)) ? response : undefined;
}

const ownCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith(OWN));

/** An asset as an older version kept it. */
async function fromBefore(file) {
  for (const name of await ownCaches()) {
    const response = await genuine(name, file);
    if (response) return response;
  }
  return undefined;
}

/** All files or none: a version that is kept by half would break pages. */
async function install() {
  const cache = await caches.open(CACHE);
  const waiting = [...PAGES, ...ASSETS.keys()];
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const known = await fromBefore(file);
      await cache.put(nameOf(address(file)), known ?? (await fetchSound(file)));
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
  for (const name of await ownCaches()) {
    if (name !== CACHE) await caches.delete(name);
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

/** How long a newer version may take to answer. */
const LOAN_MS = 2000;

/**
 * An asset of a newer version, which waits until the pages that are open have
 * gone: it alone knows the hash.
 */
async function borrowed(file) {
  const newer = self.registration.waiting;
  if (!newer) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, LOAN_MS);
  });
  newer.postMessage({ lend: file }, [port2]);
  const loan = await answer;
  port1.close();
  return loan && new Response(loan.bytes, { headers: loan.headers });
}

async function lend(file, port) {
  const response = await genuine(CACHE, file);
  port.postMessage(
    response && {
      bytes: await response.arrayBuffer(),
      headers: [...response.headers],
    },
  );
}

/** What was kept; a file that somebody has changed is fetched again. */
async function asset(request) {
  const { scope } = self.registration;
  const file = nameOf(request.url).slice(scope.length);
  if (!ASSETS.has(file)) return (await borrowed(file)) ?? fetch(request);
  const known = await genuine(CACHE, file);
  if (known) return known;
  try {
    const sound = await fetchSound(file);
    await (await caches.open(CACHE)).put(address(file), sound.clone());
    return sound;
  } catch {
    // As without a worker.
    return fetch(request);
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data?.lend && ports[0]) event.waitUntil(lend(data.lend, ports[0]));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = self.registration;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const hashed = request.url.startsWith(address("assets/"));
  event.respondWith(hashed ? asset(request) : newest(request));
});
