// node --import …/redirect.mjs: what a process imports from a dist/ comes from
// the build with source maps instead, where that has it (tools/coverage-js.mjs).
import { existsSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";

const below = (path) => new URL(`../../${path}/`, import.meta.url).href;
const FOLDERS = ["posenc", "training"].map((name) => ({
  built: below(`src/${name}/dist`),
  mapped: below(`build/coverage-js/${name}`),
}));

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const folder = FOLDERS.find(({ built }) => found.url.startsWith(built));
  if (!folder) return found;
  const url = folder.mapped + found.url.slice(folder.built.length);
  return existsSync(fileURLToPath(url)) ? { ...found, url } : found;
}

// A module of hooks is loaded twice: to register it, and in their own thread.
if (!process.env.POSENC_HOOKS) {
  register(import.meta.url, { data: undefined });
}
