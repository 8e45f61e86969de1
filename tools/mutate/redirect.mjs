// node --import …/redirect.mjs: what a process imports from dist/ comes from
// the folder POSENC_MUTANT instead, where that has it.
import { existsSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

const DIST = new URL("../../dist/", import.meta.url).href;

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (!found.url.startsWith(DIST)) return found;
  const mutant = pathToFileURL(`${process.env.POSENC_MUTANT}/`).href;
  const url = mutant + found.url.slice(DIST.length);
  return existsSync(fileURLToPath(url)) ? { ...found, url } : found;
}

// A module of hooks is loaded twice: to register it, and in their own thread.
if (isMainThread) register(import.meta.url);
