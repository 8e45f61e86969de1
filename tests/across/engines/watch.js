// Collects what goes wrong in a page, for engines that do not tell it from
// outside. What a module throws at its top level is told to nobody there. It lasts as long as the tab, whatever pages it goes to.
(() => {
  const KEY = "problems";
  const add = (text) => {
    const all = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.setItem(KEY, JSON.stringify([...all, text]));
  };
  addEventListener(
    "error",
    (/** @type {any} */ { message, target }) =>
      add(
        message
          ? `uncaught: ${message}`
          : `not loaded: ${target.src ?? target.href}`,
      ),
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) =>
    add(`unhandled: ${reason?.message ?? reason}`),
  );
  addEventListener("securitypolicyviolation", (event) =>
    add(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
  new PerformanceObserver((list) => {
    for (const { name, responseStatus } of /** @type {any} */ (
      list.getEntries()
    )) {
      if (responseStatus >= 400) add(`${responseStatus} ${name}`);
    }
  }).observe({ type: "resource", buffered: true });
  for (const level of ["error", "warn"]) {
    const say = console[level];
    console[level] = (...parts) => {
      add(parts.join(" "));
      say.apply(console, parts);
    };
  }
})();
