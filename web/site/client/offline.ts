// Lets the site be read without a network after the first visit.

/** Keeps the site, once the page is at rest; not while developing. */
export function startOffline(): void {
  const { serviceWorker, connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  // Where it is forbidden (an insecure origin, a sandbox) there is none.
  if (!import.meta.env.PROD || !serviceWorker || connection?.saveData) return;
  const root = document.documentElement.dataset.root ?? "./";
  const register = (): void => {
    serviceWorker
      .register(new URL("sw.js", new URL(root, document.baseURI)))
      .catch(() => {
        // The page works without.
      });
  };
  const idle = (): void => {
    if ("requestIdleCallback" in globalThis) {
      requestIdleCallback(register, { timeout: 5000 });
    } else setTimeout(register, 1000);
  };
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}
