// TypeScript in the process of the tests: a command for each program would start
// a compiler that is not compiled yet itself, which takes half of its time.
import { join } from "node:path";
import { ts } from "../../../tools/lib/typescript.mjs";

/**
 * A compiler for programs in `folder`. What lies in node_modules is read once
 * for programs with the same options, and checked for each.
 *
 * @param {string} folder
 * @returns {(...args: string[]) => string} what TypeScript's command would say
 *   with these arguments; nothing is wrong if it is empty
 */
export function compilerIn(folder) {
  const kept = new Map();
  return (...args) => {
    const { options, fileNames, errors } = ts.parseCommandLine(args);
    const rootNames = fileNames.map((name) => join(folder, name));
    const host = ts.createCompilerHost(options);
    host.getCurrentDirectory = () => folder;
    const read = host.getSourceFile;
    host.getSourceFile = (name, how, ...more) => {
      if (!name.includes("/node_modules/")) return read(name, how, ...more);
      const key = JSON.stringify([name, how, options]);
      if (!kept.has(key)) kept.set(key, read(name, how, ...more));
      return kept.get(key);
    };
    const program = ts.createProgram({ rootNames, options, host });
    const found = [...errors, ...ts.getPreEmitDiagnostics(program)];
    return ts.formatDiagnostics(found, host);
  };
}
