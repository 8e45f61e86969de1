// The built site in a browser, for the tests and for the tools that measure it.
import { existsSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";
import { serve } from "../lib/serve.mjs";
import { engines } from "./engines.mjs";

/** Launches the engine that this run is about. */
export function launch() {
  return engines[process.env.POSENC_BROWSER ?? "chromium"]();
}

/**
 * Serves the built site, or another, under its Content-Security-Policy.
 *
 * @param {{ folder?: string, port?: number, host?: string, mount?: string }} [options]
 */
export function serveSite({ folder = inRoot("web", "dist"), ...options } = {}) {
  if (!existsSync(folder)) throw new Error(`no ${folder}: run npm run build`);
  return serve(folder, options);
}

/**
 * A page whose processor is that many times slower, in Chromium.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} times
 */
export async function slowDown(page, times) {
  if (times === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
}
