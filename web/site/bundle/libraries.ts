// Whose code a build has put into its files besides our own, and their licences.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** A library, as its own package describes it. */
export interface Library {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it. */
  readonly license: string;
  /** The text of its licence. */
  readonly text: string;
}

const FOLDER = /^.*[\\/]?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;
const TEXT = /^(licen[cs]e|copying|notice)/i;

/** What a folder below node_modules holds; a library without a licence throws. */
export function readLibrary(folder: string): Library {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const files = readdirSync(folder).filter((file) => TEXT.test(file));
  if (files.length === 0 || typeof license !== "string") {
    throw new Error(
      `${name} ${version} is in what was built, and its package has no licence: ${folder}`,
    );
  }
  const texts = files
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    // Of what a bundler is made of itself, it puts nothing into a build.
    .map((text) => text.split(/^# Licenses of bundled depend/m)[0]?.trim());
  return { name, version, license, text: texts.join("\n\n") };
}

/** The few lines that a bundler adds. */
const HELPERS = /^\0(vite|rolldown)\//;

/** The libraries of the files that went into a build. */
export class Libraries {
  readonly #folders = new Set<string>();
  readonly #root: string;

  /** @param root - folder of the repository */
  constructor(root: string) {
    this.#root = root;
  }

  /** Files, as a bundler names them. */
  add(files: Iterable<string>): void {
    for (const file of files) {
      const helper = HELPERS.exec(file)?.[1];
      const folder = helper
        ? join(this.#root, "node_modules", helper)
        : FOLDER.exec(file.replaceAll("\0", ""))?.[0];
      // esbuild names files from the repository's folder on.
      if (folder) this.#folders.add(resolve(this.#root, folder));
    }
  }

  /** All of them, each once. */
  list(): readonly Library[] {
    const all = [...this.#folders].map(readLibrary);
    const found = new Map(all.map((it) => [`${it.name} ${it.version}`, it]));
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Listens to Vite, in workers too. */
  plugin(): Plugin {
    return {
      name: "posenc-libraries",
      renderChunk: (_, { modules }) => {
        this.add(Object.keys(modules));
        return null;
      },
      // Fonts, which sheets name: as seen from Vite's own folder.
      generateBundle: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset") continue;
          this.add(
            file.originalFileNames.map((name) =>
              name.replace(/^(\.\.\/)+/, ""),
            ),
          );
        }
      },
    };
  }
}

/** The notices that go with such a build. */
export function notices(libraries: readonly Library[]): string {
  const parts = libraries.map(
    ({ name, version, license, text }) =>
      `${"-".repeat(80)}\n${[name, version].filter(Boolean).join(" ")}, ${license}\n\n${text}\n`,
  );
  return `These files contain code of other people's libraries, under their licences:\n${libraries.map(({ name }) => name).join(", ")}.\n\n${parts.join("\n")}`;
}

const NATIVE: Readonly<Record<string, string>> = {
  "emscripten.txt": "MIT",
  "xsimd.txt": "BSD-3-Clause",
};

/**
 * What is compiled into the WebAssembly module: its kernels' SIMD and its
 * allocator. The toolchain has no file of their licences that a build finds.
 *
 * @param root - folder of the repository
 */
export const nativeLibraries = (root: string): readonly Library[] =>
  Object.entries(NATIVE).map(([file, license]) => ({
    name: file.replace(".txt", ""),
    version: "",
    license,
    text: readFileSync(join(root, "docs/licences", file), "utf8").trim(),
  }));
