// node --import …/redirect.mjs: what a process imports from dist/ comes from the
// build with source maps instead, where that has it (tools/coverage-js.mjs).
import { existsSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";

const DIST = new URL("../../dist/", import.meta.url).href;
const MAPPED = new URL("../../build/coverage-js/dist/", import.meta.url).href;

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (!found.url.startsWith(DIST)) return found;
  const url = MAPPED + found.url.slice(DIST.length);
  return existsSync(fileURLToPath(url)) ? { ...found, url } : found;
}

// A module of hooks is loaded twice: to register it, and in their own thread.
if (!process.env.POSENC_HOOKS) {
  register(import.meta.url, { data: undefined });
}
