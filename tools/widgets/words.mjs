// Lists of words in other languages, cut by the chapters of figures: a page with
// one figure takes a tenth of its language.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { inRoot } from "../lib/paths.mjs";
import { importSource } from "../lib/web-source.mjs";

const VIRTUAL = "virtual:posenc-words/";
/** What pages have whatever figures they have. */
const SHARED = ["*", "pe-quiz"];

const read = (language) =>
  JSON.parse(
    readFileSync(
      inRoot("web/widgets/words/languages", `${language}.json`),
      "utf8",
    ),
  );

/** What is asked for when a reader comes near the tools of a figure. */
const TOOLS = "tools";

/** What all figures say: what their tools do, and the rest. */
async function sharedWords(list) {
  const { sayTools } = await importSource("widgets/package/message-texts.ts");
  const tools = {};
  const rest = { ...list["*"] };
  sayTools({
    find(text) {
      if (text in rest) tools[text] = rest[text];
      delete rest[text];
      return undefined;
    },
  });
  return { tools, rest };
}

/** @param {readonly string[]} tags */
const some = (list, tags) =>
  Object.fromEntries(
    tags.filter((tag) => list[tag]).map((tag) => [tag, list[tag]]),
  );

/**
 * Makes `virtual:posenc-words/es` of `words/languages/es.json`.
 *
 * @param {ReadonlyMap<string, string>} figures tag → its source
 */
export function wordsByChapter(figures) {
  /** @type {Map<string, string[]>} */
  const chapters = new Map();
  for (const [tag, file] of figures) {
    if (SHARED.includes(tag)) continue;
    const chapter = basename(dirname(file));
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), tag]);
  }
  chapters.set(TOOLS, [TOOLS]);
  const names = [...chapters.keys()].sort();
  const index = (language, rest) => `
export const shared = ${JSON.stringify({ ...some(read(language), SHARED), "*": rest })};
const parts = [${names.map((name) => `() => import("${VIRTUAL}${language}/${name}")`)}];
const tags = ${JSON.stringify(names.map((name) => ` ${chapters.get(name)?.join(" ")} `))};
export const partOf = async (tag) =>
  (await parts[tags.findIndex((it) => it.includes(\` \${tag} \`))]?.())?.default;
`;
  return {
    name: "posenc-words",
    resolveId: (id) =>
      // Names of files are made of what is behind the last stroke.
      id.startsWith(VIRTUAL)
        ? `\0${id.replace(/(?<=words\/.*)\//, "-")}`
        : null,
    async load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const [, language, chapter] =
        /^(\w+)(?:-(.*))?$/.exec(id.slice(VIRTUAL.length + 1)) ?? [];
      const list = read(language);
      const { tools, rest } = await sharedWords(list);
      if (!chapter) return index(language, rest);
      const part =
        chapter === TOOLS
          ? { "*": tools }
          : some(list, chapters.get(chapter) ?? []);
      return `export default ${JSON.stringify(part)};`;
    },
  };
}
