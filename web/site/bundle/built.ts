// What Vite has built, asked by what the pages need of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";
import { addressesIn, LIST } from "../../widgets/figures/addresses.ts";

type Bundle = Rolldown.OutputBundle;

function findChunk(
  bundle: Bundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === "chunk" && isWanted(file),
  );
}

/** A chunk and what it imports, by file name. */
function withImports(
  bundle: Bundle,
  name: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(name)) return found;
  found.add(name);
  for (const next of chunk.imports) withImports(bundle, next, found);
  return found;
}

/** Style sheets of a chunk, those of what it imports first. */
function stylesOf(bundle: Bundle, name: string): string[] {
  const chunks = [...withImports(bundle, name)].reverse();
  return chunks.flatMap((file) => {
    const chunk = bundle[file] as Rolldown.OutputChunk;
    return [...(chunk.viteMetadata?.importedCss ?? [])];
  });
}

/** Script and styles of an entry, and the modules that it begins with. */
export function entryOf(bundle: Bundle, name: string) {
  const found = findChunk(
    bundle,
    (chunk) => chunk.isEntry && chunk.name === name,
  );
  if (!found) throw new Error(`Vite has built no ${name}`);
  const script = found.fileName;
  const all = [...withImports(bundle, script)];
  return {
    script,
    styles: stylesOf(bundle, script),
    modules: all.filter((file) => file !== script),
  };
}

/** Tag → the source of its figure. */
export const figureSources = (
  root: string,
): ReadonlyMap<string, { readonly file: string }> =>
  addressesIn(readFileSync(join(root, LIST), "utf8"));

/** Tag → the source of a widget that is no figure; the story has none. */
const OWN: Readonly<Record<string, string>> = {
  "pe-code": "widgets/element/listing/near.ts",
  "pe-ledger": "site/ledger/element.ts",
  "pe-playground": "widgets/playground/element.ts",
  "pe-quiz": "site/quiz/element.ts",
  story: "site/story/start-story.ts",
};

/** All modules that a widget loads: those of its figure, or its own. */
export function modulesOfWidget(
  bundle: Bundle,
  tag: string,
  source: string | undefined,
): Set<string> {
  const chunkOf = (source: string): string | undefined =>
    findChunk(bundle, ({ facadeModuleId }) =>
      Boolean(facadeModuleId?.endsWith(`/${source}`)),
    )?.fileName;
  const figure = source && chunkOf(source);
  const files = figure
    ? [chunkOf("widgets/kit/element.ts"), figure]
    : [chunkOf(OWN[tag] ?? tag)];
  const names = new Set<string>();
  for (const file of files) if (file) withImports(bundle, file, names);
  return names;
}
