// What require() gets, beside the modules: Jest takes nothing else, and Node
// has no require() of modules before 20.19 and 22.12. The types are those of
// the modules, so that what one gives the other takes.
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "./paths.mjs";

const AS_MODULE = 'with: { "resolution-mode": "import" }';

/**
 * Declarations of a CommonJS file with the exports of a module.
 *
 * @param {string} from the module, as the file would import it
 * @param {readonly string[]} values functions and other values
 * @param {readonly string[]} [classes] what is a type too
 */
export function typesFor(from, values, classes = []) {
  const found = `import("${from}", { ${AS_MODULE} })`;
  return [
    `export type * from "${from}" with { "resolution-mode": "import" };`,
    ...[...values, ...classes].map(
      (name) => `export declare const ${name}: typeof ${found}.${name};`,
    ),
    ...classes.map((name) => `export type ${name} = ${found}.${name};`),
    "",
  ].join("\n");
}

/** A CommonJS file with some of the exports of another. */
export const partOf = (from, names) =>
  [
    '"use strict";',
    `const whole = require("${from}");`,
    ...names.map((name) => `exports.${name} = whole.${name};`),
    "",
  ].join("\n");

/** What all entries have in common, once: buffers of one fit calls of another. */
const WHOLE = "whole.cjs";

/**
 * Files of `cjs/`, besides the one that holds the code: name → content.
 *
 * @param {string} folder where the modules are built already
 * @param {readonly string[]} entries their names
 */
export async function commonEntries(folder, entries) {
  const files = {};
  for (const name of entries) {
    const { href } = pathToFileURL(inRoot(folder, `${name}.js`));
    const names = Object.keys(await import(`${href}?${Date.now()}`));
    files[`${name}.cjs`] = partOf(`./${WHOLE}`, names);
    files[`${name}.d.cts`] = typesFor(posix.join("..", `${name}.js`), names);
  }
  return files;
}

/**
 * How esbuild bundles that code.
 *
 * @param {string} folder
 * @param {readonly string[]} sources of the entries
 * @returns {import("esbuild").BuildOptions}
 */
export const wholeBundle = (folder, sources) => ({
  stdin: {
    contents: sources
      .map((file) => `export * from ${JSON.stringify(`./${file}`)};`)
      .join("\n"),
    resolveDir: inRoot(),
  },
  splitting: false,
  format: "cjs",
  outdir: undefined,
  outfile: inRoot(folder, WHOLE),
});
