// What C++ exports and counts, as TypeScript: src/posenc/wasm and the enums of src/posenc/core
// -> src/posenc/js/generated/border. It reads the text of the sources, which
// clang-format keeps in one form, so that nobody needs a compiler for it; a test
// compares what it found with the exports of the module.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {object} Parameter
 * @property {string} type as C++ has it: `Size`, `Floats`, `bias::Future`
 * @property {string} name
 *
 * @typedef {object} Export
 * @property {string} name
 * @property {string} result `int` or `double`
 * @property {Parameter[]} parameters
 *
 * @typedef {object} Enum
 * @property {string} folder of src/posenc/core, or `wasm`
 * @property {string} name
 * @property {[word: string, value: number][]} words
 *
 * @typedef {object} List
 * @property {string} name of the function that writes it
 * @property {string[]} names in their order
 */

const withoutComments = (text) => text.replace(/\/\/[^\n]*/g, "");

const EXPORT = /POSENC_EXPORT (\w+) (\w+)\(([^)]*)\)/g;
const ENUM = /enum class (\w+) : int \{([^}]*)\}/g;
/** Lists of numbers whose places an enum names, and structs of float64. */
const PLACES =
  /(?:struct (\w+Arguments) \{\s*enum|enum (\w+Arguments)) : std::size_t \{([^}]*)\}/g;
const FIELDS = /struct (\w+Fields) \{\s*double ([^;]*);\s*\}/g;
const USING = /using (?:\w+::)*(\w+)::(\w+);/g;

/** `max_bias`, `kMaxBias` → `maxBias` */
export const camel = (name) =>
  name
    .replace(/^k(?=[A-Z])/, "")
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    .replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const listed = (text) =>
  text
    .split(",")
    .map((it) => it.replace(/\s+/g, " ").trim())
    .filter(Boolean);

function parameter(text) {
  const [, type, name] = /^(.*) (\w+)$/.exec(text) ?? [];
  return { type, name };
}

/** Names that a file uses without their folder: `Future` → `bias`. */
const usings = (text) =>
  new Map([...text.matchAll(USING)].map(([, folder, name]) => [name, folder]));

/** The enums of one source. */
function enumsOf(text, folder) {
  return [...text.matchAll(ENUM)].map(([, name, body]) => ({
    folder,
    name,
    words: listed(body).map((entry) => {
      const found = /^(\w+) = (-?\d+)$/.exec(entry);
      if (!found) {
        throw new Error(
          `${folder}::${name}: ${entry} has no number of its own`,
        );
      }
      return [camel(found[1]), Number(found[2])];
    }),
  }));
}

/** What one file of src/posenc/wasm exports. */
function exportsOf(text) {
  const known = usings(text);
  return [...text.matchAll(EXPORT)].map(([, result, name, list]) => ({
    name,
    result,
    parameters: listed(list)
      .map(parameter)
      .map(({ type, name: own }) => ({
        type: known.has(type) ? `${known.get(type)}::${type}` : type,
        name: own,
      })),
  }));
}

/** @returns {List[]} */
function listsOf(text) {
  const places = [...text.matchAll(PLACES)].map(([, of, alone, body]) => ({
    name: of ?? alone,
    names: listed(body).map(camel),
  }));
  const fields = [...text.matchAll(FIELDS)].map(([, name, body]) => ({
    name,
    names: listed(body).map(camel),
  }));
  return [...places, ...fields];
}

const sources = (folder, ending) =>
  readdirSync(inRoot(folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) =>
      withoutComments(readFileSync(inRoot(join(folder, name)), "utf8")),
    );

/** All that crosses the border. */
export function readBorder() {
  const wasm = [
    ...sources("src/posenc/wasm", ".cpp"),
    ...sources("src/posenc/wasm", ".hpp"),
  ];
  const folders = readdirSync(inRoot("src/posenc/core"), {
    withFileTypes: true,
  })
    .filter((it) => it.isDirectory())
    .map((it) => it.name);
  return {
    exports: wasm.flatMap(exportsOf),
    lists: wasm.flatMap(listsOf),
    enums: [
      ...folders.flatMap((folder) =>
        sources(`src/posenc/core/${folder}`, ".hpp").flatMap((text) =>
          enumsOf(text, folder),
        ),
      ),
      ...wasm.flatMap((text) => enumsOf(text, "wasm")),
    ],
  };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * What the package calls the exports: name → short name. The long ones would be
 * downloaded twice, in the module and in the script that calls it.
 *
 * @param {readonly Export[]} exports
 * @returns {Map<string, string>}
 */
export const shortNames = (exports) =>
  new Map(
    exports.map(({ name }, index) => {
      const turn = Math.floor(index / LETTERS.length);
      return [name, LETTERS[index % LETTERS.length] + (turn || "")];
    }),
  );

/** What src/posenc/js calls by its own name, beside the bindings (buffer.ts). */
const SYSTEM = ["memory", "malloc", "free", "_initialize"];

/** What the published module calls its exports: name → name. */
export const exportedNames = () =>
  new Map([
    ...SYSTEM.map((name) => /** @type {const} */ ([name, name])),
    ...shortNames(readBorder().exports),
  ]);

/** C++'s kinds that are no enum. */
const KINDS = {
  Size: "number",
  double: "number",
  int: "number",
  bool: "boolean",
  Floats: "Floats",
  Doubles: "Doubles",
  Ints: "Ints",
  Bytes: "Bytes",
  OptionalFloats: "Floats | 0",
  OptionalDoubles: "Doubles | 0",
  OptionalInts: "Ints | 0",
  OptionalBytes: "Bytes | 0",
};

const ARRAYS = [
  ["Floats", "Float32Array"],
  ["Doubles", "Float64Array"],
  ["Ints", "Int32Array"],
  ["Bytes", "Uint8Array"],
];
const hasKind =
  (kind) =>
  ({ parameters }) =>
    parameters.some(({ type }) => type.endsWith(kind));

const RESULTS = { int: "Status", double: "number" };

/** The type of a parameter; `used` collects the enums by folder. */
function typeOf({ name }, { type, name: own }, used) {
  if (type in KINDS) return KINDS[type];
  const [, folder, word] = /^(?:.*::)?(\w+)::(\w+)$/.exec(type) ?? [];
  if (folder === undefined) {
    throw new Error(
      `${name}: ${own} is of type ${type}, which JavaScript does not know: use ${Object.keys(KINDS).join(", ")} or an enum with its folder`,
    );
  }
  used.add(`${folder}.${word}`);
  return `${folder}.${word}`;
}

function writeExport(it, short, used) {
  const fields = it.parameters.map(
    (own) => `  readonly ${camel(own.name)}: ${typeOf(it, own, used)};\n`,
  );
  const values = it.parameters.map(({ name }) => `a.${camel(name)}`);
  return {
    declaration: `  /** \`${it.name}\` */\n  readonly ${short}: Plain;\n`,
    code: `/** \`${it.name}\` */
export const ${camel(it.name)} = (
  m: Bindings,
  a: {
${fields.map((line) => `  ${line}`).join("")}  },
): ${RESULTS[it.result]} => m.${short}(${values.join(", ")});
`,
  };
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

const writeList = ({ name, names }) => `export type ${capital(name)} = Readonly<
  Record<${names.map((it) => JSON.stringify(it)).join(" | ")}, number>
>;
/** The list that C++ reads by \`${name}\`. */
export const ${camel(name)} = (a: ${capital(name)}): number[] => [${names.map((it) => `a.${it}`).join(", ")}];
`;

const writeEnum = ({ name, words }) => `export const ${name} = {
${words.map(([word, value]) => `  ${word}: ${value},\n`).join("")}} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}];
`;

const HEAD =
  "// Made by tools/lib/border.mjs from src/posenc/wasm and src/posenc/core.\n";

/** The enums of training, as src/training/js/generated/enums.ts. */
export const writeTrainingEnums = () =>
  `// Made by tools/lib/border.mjs from src/training/core.\n${sources(
    "src/training/core/training",
    ".hpp",
  )
    .flatMap((text) => enumsOf(text, "training"))
    .map(writeEnum)
    .join("\n")}`;

/** Every file of src/posenc/js/generated/border: name → text. */
export function writeBorder({ exports, lists, enums } = readBorder()) {
  const files = {};
  const folders = new Set(enums.map(({ folder }) => folder));
  for (const folder of folders) {
    const own = enums.filter((it) => it.folder === folder);
    files[`enums/${folder}.ts`] = HEAD + own.map(writeEnum).join("\n");
  }
  const short = shortNames(exports);
  const groups = groupBy(exports, ({ name }) => name.split("_")[0]);
  for (const [group, own] of groups) {
    const used = new Set();
    const written = own.map((it) => writeExport(it, short.get(it.name), used));
    const from = [...new Set([...used].map((it) => it.split(".")[0]))].sort();
    files[`${group}.ts`] =
      `${HEAD}import type { Address, Status } from "../../buffer.js";
${from.map((it) => `import type * as ${it} from "./enums/${it}.js";\n`).join("")}
${ARRAYS.filter(([name]) => own.some(hasKind(name)))
  .map(([name, array]) => `type ${name} = Address<${array}>;\n`)
  .join("")}
/** WebAssembly takes true for 1. */
type Plain = (...numbers: (number | boolean)[]) => number;

export interface Bindings {
${written.map(({ declaration }) => declaration).join("")}}

${written.map(({ code }) => code).join("\n")}`;
  }
  files["lists.ts"] = HEAD + lists.map(writeList).join("\n");
  return files;
}

export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
