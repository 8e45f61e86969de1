// What the folders of encodings export, as lists that nobody keeps by hand:
// src/posenc/js/{embedding,rotary,bias,relative} -> src/posenc/js/generated/encodings.
// It reads the text of the sources, which Biome keeps in one form.
import { readFileSync } from "node:fs";
import { inRoot, namesBelow } from "./paths.mjs";

const SOURCES = "src/posenc/js";
/** A folder for each place in which a position can enter a Transformer. */
export const FOLDERS = ["embedding", "rotary", "bias", "relative"];

const CALL = /^export const (\w+)[^=;]*=\s*\/\* @__PURE__ \*\/ named\(/gm;
/** What an import of the same name kept from being called so at once. */
const RENAMED = /^export \{([^}]*)\};/gm;
const OPTIONS = /^export type (\w+) = OptionsOf<typeof \w+>;/gm;
const TABLE = /^export const (\w+) = table\(\s*"(\w+\.\w+)"/gm;

/** Every source of these folders: its path below src/posenc/js, and its text. */
const sources = () =>
  FOLDERS.flatMap((folder) =>
    namesBelow(inRoot(SOURCES, folder))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .sort(),
  ).map((path) => ({
    path,
    text: readFileSync(inRoot(SOURCES, path), "utf8"),
  }));

const firstOf = (pattern) => (text) =>
  [...text.matchAll(pattern)].map(([, name]) => name);

/** The names under which a file exports calls. */
const callsIn = (text) => [
  ...firstOf(CALL)(text),
  ...firstOf(RENAMED)(text).flatMap((list) =>
    [...list.matchAll(/\w+ as (\w+)/g)].map(([, name]) => name),
  ),
];

/** `export { a, b } from "…";` for each file that has such names. */
const exporting = (word, namesIn) =>
  sources()
    .map(({ path, text }) => ({
      from: `../../${path.replace(/\.ts$/, ".js")}`,
      names: namesIn(text),
    }))
    .filter(({ names }) => names.length > 0)
    .map(
      ({ from, names }) =>
        `${word} { ${names.sort().join(", ")} } from "${from}";\n`,
    )
    .join("");

/** Tables of options: the call, the constant, and its file. */
export const optionTables = () =>
  sources().flatMap(({ path, text }) =>
    [...text.matchAll(TABLE)].map(([, name, call]) => ({ call, name, path })),
  );

function writeTables() {
  const tables = optionTables();
  const imports = tables.map(
    ({ name, path }, n) =>
      `import { ${name} as t${n} } from "../../${path.replace(/\.ts$/, ".js")}";\n`,
  );
  const entries = tables.map(({ call }, n) => `  "${call}": t${n},\n`);
  return `${imports.join("")}
/** @internal Tables of options by call: "bias.alibi". */
export const OPTION_TABLES = {
${entries.join("")}};
`;
}

const HEAD =
  "// Made by tools/lib/encodings.mjs from the folders of encodings.\n";

/** Every file of src/posenc/js/generated/encodings: name → text. */
export const writeEncodings = () => ({
  "calls.ts": HEAD + exporting("export", callsIn),
  "options.ts": HEAD + exporting("export type", firstOf(OPTIONS)),
  "tables.ts": HEAD + writeTables(),
});
