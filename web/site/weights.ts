// What readers download of the npm package.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import {
  firstOf,
  neededOf,
  type Table,
  tagOf,
} from "../widgets/package/loader/checked.ts";

/** A way of taking figures, and what it costs. */
export interface Weight {
  /** A file, or what is loaded together. */
  readonly file: string;
  readonly raw: number;
  readonly gzipped: number;
}

const gzipped = (content: Uint8Array): number =>
  gzipSync(content, { level: 9 }).length;

/** Of what is loaded together. @param file - what it is called */
export function sumOf(file: string, contents: readonly Uint8Array[]): Weight {
  const sum = (of: (content: Uint8Array) => number): number =>
    contents.reduce((all, content) => all + of(content), 0);
  return { file, raw: sum(({ length }) => length), gzipped: sum(gzipped) };
}

/** Of one file. @param folder - dist of posenc-widgets */
export const ofFile = async (folder: string, file: string): Promise<Weight> =>
  sumOf(file, [await readFile(join(folder, file))]);

/**
 * All that auto.js loads until a figure is live, for each of them; the lightest
 * first.
 *
 * @param folder - dist of posenc-widgets
 */
export async function onDemand(folder: string): Promise<readonly Weight[]> {
  const names = await readdir(folder);
  const live = names.find((name) => name.startsWith("live-")) as string;
  const weights: Weight[] = [];
  for (const name of await readdir(join(folder, "shared"))) {
    const table = `shared/${name}`;
    if (firstOf(table) === undefined) continue;
    const { default: files } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, table)).href
    )) as Table;
    for (const [path, needed] of neededOf(files)) {
      const all = new Set(["auto.js", table, live, path, ...needed]);
      const contents = [...all].map((it) => readFile(join(folder, it)));
      const tag = tagOf(path) as string;
      weights.push(sumOf(tag, await Promise.all(contents)));
    }
  }
  return weights.sort((a, b) => a.gzipped - b.gzipped);
}

/**
 * What a program with figures loads until they are live, as a bundler that
 * splits makes it.
 *
 * @param folder - dist of posenc-widgets
 * @param program - its imports are from there
 */
export async function inBundle(
  folder: string,
  program: string,
): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    absWorkingDir: folder,
    outdir: folder,
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const isFirst = (name: string): boolean =>
    outputs[name]?.entryPoint === "<stdin>";
  const first = new Set(Object.keys(outputs).filter(isFirst));
  for (const name of first) {
    for (const { kind, path } of outputs[name]?.imports ?? []) {
      if (kind === "import-statement") first.add(path);
    }
  }
  const paths = new Set([...first].map((name) => join(folder, name)));
  const contents = outputFiles.filter(({ path }) => paths.has(path));
  return sumOf(
    program,
    contents.map((file) => file.contents),
  );
}
