// Chromium, for the tests and for the tools that look at the site.
import { createRequire } from "node:module";
import { chromiumPath, shellPath } from "../setup/system-packages.mjs";

// An import would look for names through its 7 MB first, which takes a third of
// the time that each process of tests needs to begin.
const { chromium } = /** @type {typeof import("playwright-core")} */ (
  createRequire(import.meta.url)("playwright-core")
);

const launch = (executablePath, more = {}) =>
  chromium.launch({
    executablePath,
    headless: true,
    ...more,
    args: [
      // Root, as in a container, cannot have the sandbox.
      "--no-sandbox",
      "--disable-gpu",
      // Without these it calls home, which takes time and may not succeed.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--no-first-run",
    ],
  });

/** The browser as people have it. */
export const wholeChromium = () => launch(chromiumPath());

/**
 * The browsers that `npm test -- web` runs all tests in, by name: the same
 * engine without windows of its own, where a page takes 0.13 s of a processor
 * to open and not 1.06.
 */
export const engines = { chromium: () => launch(shellPath()) };

/** The same with scrollbars that take room, as mice have them. */
export const withScrollbars = () =>
  launch(shellPath(), { ignoreDefaultArgs: ["--hide-scrollbars"] });
