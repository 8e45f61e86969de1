// How every script of the package is made small.
import { readFileSync, writeFileSync } from "node:fs";

/** @typedef {"module" | "commonjs" | "script"} Format */

/**
 * @param {string} name for messages
 * @param {string} code
 * @param {Format} format
 */
async function minified(name, code, format) {
  const { minify } = await import("vite");
  const result = await minify(name, code, {
    module: format === "module",
    compress: { target: "es2022" },
    // Top-level names of a classic script are everybody's.
    mangle: { toplevel: format !== "script" },
    codegen: { removeWhitespace: true, legalComments: "none" },
  });
  const [error] = result.errors;
  if (error) throw new Error(`${name}: ${error.message}`);
  return result.code;
}

/** What stands for itself in a template, a string or an expression. */
const PLAIN = /^`[^`$\\"\n]*`$/;

/**
 * Addresses in quotes again, as bundlers look for them, not with the minifier's
 * templates: import("./a.js"), new URL("./a.js", import.meta.url), and of a
 * worker with such an address { type: "module" }.
 */
async function withQuotes(name, code, format) {
  const { parse } = await import("vite");
  const sourceType = format === "module" ? "module" : "script";
  const { module } = await parse(name, code, { sourceType });
  const imported = module.dynamicImports.map((it) => it.moduleRequest);
  const worker = module.importMetas.flatMap(({ start, end }) => {
    const [address = ""] = /`[^`]*`(?=,$)/.exec(code.slice(0, start)) ?? [];
    const [head, type] = /^\.url\),\{type:(`\w+`)/.exec(code.slice(end)) ?? [
      "",
    ];
    return [
      { start: start - 1 - address.length, end: start - 1 },
      {
        start: end + head.length - (type ?? "").length,
        end: end + head.length,
      },
    ];
  });
  const spans = [...imported, ...worker]
    .filter(({ start, end }) => PLAIN.test(code.slice(start, end)))
    .sort((a, b) => a.start - b.start);
  let [text, at] = ["", 0];
  for (const { start, end } of spans) {
    text += `${code.slice(at, start)}"${code.slice(start + 1, end - 1)}"`;
    at = end;
  }
  return text + code.slice(at);
}

/**
 * A classic script is read as its page is coded, a module never. Escapes mean
 * the same in names, strings, expressions and templates, whose raw text nobody
 * reads here but String.raw.
 */
function inAscii(name, code) {
  if (/\braw`[^`]*[^\0-\x7f]/.test(code)) {
    throw new Error(`${name}: String.raw takes no escapes; write ASCII there`);
  }
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * @param {string} file written anew
 * @param {Format} [format]
 */
export async function minifyFile(file, format = "module") {
  const small = await minified(file, readFileSync(file, "utf8"), format);
  const code = await withQuotes(file, small, format);
  writeFileSync(file, format === "script" ? inAscii(file, code) : code);
}

/**
 * A module in which bundlers see what has no side effects: the marks of that go
 * together with white space.
 *
 * @param {string} file written anew
 */
export async function minifyMarked(file) {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(file, "utf8"), {
    minifySyntax: true,
    minifyIdentifiers: true,
    charset: "utf8",
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(file, code);
}
