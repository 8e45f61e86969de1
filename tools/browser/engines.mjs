// The browsers that `npm test -- web` runs all tests in, one after another.
import { chromium } from "playwright-core";
import { chromiumPath } from "../setup/system-packages.mjs";

function launchChromium() {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: true,
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
}

/** Name of each engine and how to launch it. */
export const engines = { chromium: launchChromium };
