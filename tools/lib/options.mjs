// The tables of options of the libraries, written out for people: in the package's
// declarations each `type X = OptionsOf<typeof TABLE>` becomes an interface,
// whose members have their doc comment, range and default; where rules say which
// options go together, a type with a union of what each way takes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { SOURCE } from "./packages.mjs";
import { dist, inRoot } from "./paths.mjs";
import { Failure } from "./steps.mjs";

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} prose its doc comment
 * @property {string} told range and default as a sentence; may be empty
 * @property {boolean} optional
 * @property {string} type in TypeScript, types of other files as imports
 * @property {object} field as src/posenc/js/schema.ts makes it
 * @property {string} [group] the public type of an object inside the options
 *
 * @typedef {object} Alias
 * @property {string} file the source, from the root
 * @property {string} name of the public type
 * @property {string} table the constant that it is made of
 * @property {string[]} calls that take it; none: it is a part of others
 * @property {Option[]} options
 * @property {readonly import("../../src/posenc/js/rules.ts").Rule[]} rules
 * @property {object} schemes of its file: whose option → scheme → fields
 */

const BUNDLE = "build/options/tables.mjs";
/** Where the sources of a workspace are. */
const sourcesOf = (workspace) => `src/${workspace}/js`;
/** Where posenc's declarations are, which others find by its name. */
const LIBRARY = dist("posenc");

/** The modules that hold tables, as they run: file → what it exports. */
async function evaluate(files) {
  const { build } = await import("esbuild");
  const lines = files.map(
    (file, i) => `export * as f${i} from ${JSON.stringify(inRoot(file))};`,
  );
  const texts = `export * as texts from ${JSON.stringify(inRoot("src/posenc/js/option-text.ts"))};`;
  const result = await build({
    stdin: { contents: [...lines, texts].join("\n"), resolveDir: inRoot() },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    write: false,
    define: { __POSENC_VERSION__: '""' },
    conditions: [SOURCE],
    logLevel: "silent",
  });
  mkdirSync(dirname(inRoot(BUNDLE)), { recursive: true });
  writeFileSync(inRoot(BUNDLE), result.outputFiles[0].contents);
  const { href } = pathToFileURL(inRoot(BUNDLE));
  const all = await import(`${href}?${Date.now()}`);
  return {
    texts: all.texts,
    exportsOf: new Map(files.map((file, i) => [file, all[`f${i}`]])),
  };
}

/** The text of a doc comment, without its stars. */
const plain = (comment) =>
  comment
    .replace(/^\/\*\*\s?|\s*\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*\s?/, "").trimEnd())
    .join("\n")
    .trim();

function proseOf(ts, symbol) {
  for (const node of symbol.declarations ?? []) {
    const text = node.getSourceFile().text;
    const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const docs = ranges
      .map(({ pos, end }) => text.slice(pos, end))
      .filter((it) => it.startsWith("/**"));
    if (docs.length > 0) return plain(docs.at(-1));
  }
  return "";
}

/** `OptionsOf<typeof TABLE>` as the name of TABLE. */
function tableOf(ts, node) {
  if (!ts.isTypeReferenceNode(node)) return undefined;
  if (node.typeName.getText() !== "OptionsOf") return undefined;
  const [query] = node.typeArguments ?? [];
  return query && ts.isTypeQueryNode(query) ? query.exprName : undefined;
}

const rootPath = (file) => relative(inRoot(), file).split(sep).join("/");

/** A type, with `import("./tensor.js")` for what other files declare. */
function typeText(ts, checker, type, file) {
  const flags =
    ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.UseFullyQualifiedType |
    ts.TypeFormatFlags.WriteArrayAsGenericType;
  return checker
    .typeToString(type, undefined, flags)
    .replace(/import\("([^"]*)"\)/g, (_, path) => {
      if (rootPath(path).startsWith(`${LIBRARY}/`)) {
        return 'import("posenc/internal")';
      }
      const from = posix.relative(posix.dirname(file), rootPath(path));
      return `import("${from.startsWith(".") ? from : `./${from}`}.js")`;
    });
}

/** The type of an option where it is given, whatever may be given beside it. */
function wholeType(ts, checker, options, name, file) {
  const ways = options.isUnion() ? options.types : [options];
  const texts = ways
    .map((way) => checker.getPropertyOfType(way, name))
    // Rules that contradict each other leave nothing.
    .filter((property) => property !== undefined)
    .map((property) => checker.getTypeOfSymbol(property))
    // Left out, in some ways.
    .filter((own) => own.flags !== ts.TypeFlags.Undefined)
    .map((own) =>
      typeText(ts, checker, own, file).replace(/ \| undefined$/, ""),
    );
  return texts.reduce((a, b) => (b.length > a.length ? b : a));
}

/** The name of a public type as `file` has to write it. */
function nameFrom(file, { file: other, name }) {
  if (file === other) return name;
  const from = posix.relative(posix.dirname(file), other.replace(/ts$/, "js"));
  return `import("${from.startsWith(".") ? from : `./${from}`}").${name}`;
}

/** Every `type X = OptionsOf<typeof TABLE>` of a program. */
function findAliases(ts, program, workspace) {
  const found = [];
  for (const source of program.getSourceFiles()) {
    const file = rootPath(source.fileName);
    if (!file.startsWith(`${sourcesOf(workspace)}/`)) continue;
    for (const node of source.statements) {
      if (!ts.isTypeAliasDeclaration(node)) continue;
      const table = tableOf(ts, node.type);
      if (table) found.push({ file, node, table });
    }
  }
  return found;
}

function parse(ts, workspace) {
  const config = ts.getParsedCommandLineOfConfigFile(
    inRoot(`src/${workspace}/tsconfig.build.json`),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  );
  return ts.createProgram(config.fileNames, config.options);
}

/** The constant that an alias is made of: a table, or the fields themselves. */
function constantOf(exportsOf, { file, table }) {
  const value = exportsOf.get(file)[table.getText()];
  if (!value) {
    throw new Failure(`${file}: ${table.getText()} is not exported`, {
      hint: "a public type is made of it: export it",
    });
  }
  return value.rules ? value : { rules: [], fields: value };
}

/** Calls whose options are those of a public type and no others. */
const callsOf = (exportsOf, fields) =>
  [...exportsOf.values()]
    .flatMap((all) => Object.values(all))
    .filter((it) => it?.open && it.fields === fields)
    .map(({ call }) => call);

/** Options by the scheme that has them, where a file exports such a list. */
const schemesOf = ({ SCALINGS }) =>
  SCALINGS ? { "rotary.frequencies.scaling": SCALINGS } : {};

/** The type in which the fields of an alias have their doc comments. */
function fieldsType(checker, table) {
  const type = checker.getTypeAtLocation(table);
  const isPart = type.getProperty("fields") && type.getProperty("rules");
  return isPart ? checker.getTypeOfSymbol(type.getProperty("fields")) : type;
}

/** Reads every table of a workspace. Returns {@link Alias}es. */
async function readTables(workspace) {
  const { ts } = await import("./typescript.mjs");
  const program = parse(ts, workspace);
  const checker = program.getTypeChecker();
  const found = findAliases(ts, program, workspace);
  const files = [...new Set(found.map(({ file }) => file))].sort();
  const { texts, exportsOf } = await evaluate(files);
  // The name of an object inside the options, where it has one.
  const groups = new Map(
    found.map((it) => [
      constantOf(exportsOf, it).fields,
      { file: it.file, name: it.node.name.text },
    ]),
  );
  return found.map(({ file, node, table }) => {
    const { call, fields, rules } = constantOf(exportsOf, { file, table });
    const calls = call === undefined ? callsOf(exportsOf, fields) : [call];
    const type = checker.getTypeAtLocation(node);
    const prose = fieldsType(checker, table);
    const typeOf = (name, field) => {
      const group = field.kind === "group" && groups.get(field.fields);
      if (group) return nameFrom(file, group);
      return wholeType(ts, checker, type, name, file);
    };
    const options = Object.entries(fields).map(([name, field]) => ({
      name,
      prose: proseOf(ts, prose.getProperty(name)),
      told: texts.optionText(field),
      allowed: texts.allowedText(field),
      instead: texts.defaultText(field),
      optional: field.optional,
      type: typeOf(name, field),
      field,
      group:
        field.kind === "group" ? groups.get(field.fields)?.name : undefined,
    }));
    return {
      file,
      name: node.name.text,
      table: table.getText(),
      calls,
      options,
      rules,
      schemes: schemesOf(exportsOf.get(file)),
    };
  });
}

function member({ name, prose, told, optional, type }) {
  const paragraphs = [prose, told].filter(Boolean).join("\n\n");
  const comment = paragraphs
    .split("\n")
    .map((line) => `     * ${line}`.trimEnd())
    .join("\n");
  const given = optional ? `?: ${type} | undefined` : `: ${type}`;
  return `    /**\n${comment}\n     */\n    readonly ${name}${given};\n`;
}

/** The options that a way speaks of: name → how it is given. */
const namedBy = ({ needs = [], takes = [], is = {}, stays = {} }) => ({
  ...Object.fromEntries(takes.map((name) => [name, { optional: true }])),
  ...Object.fromEntries(needs.map((name) => [name, { optional: false }])),
  ...Object.fromEntries(
    [
      ...Object.entries(is).map((it) => [...it, false]),
      ...Object.entries(stays).map((it) => [...it, true]),
    ].map(([name, value, optional]) => [
      name,
      { optional, type: JSON.stringify(value) },
    ]),
  ),
});

const namesOf = ({ ways }) => [
  ...new Set(ways.flatMap((way) => Object.keys(namedBy(way)))),
];

/** The union of the ways of a rule, each with what it is given. */
function declaredRule(rule, options) {
  const names = namesOf(rule);
  const own = options.filter(({ name }) => names.includes(name));
  const lost = names.filter((name) => !own.some((it) => it.name === name));
  if (lost.length > 0) {
    throw new Failure(`no option is called ${lost.join(", ")}, as a rule says`);
  }
  const declareWay = (way) => {
    const named = namedBy(way);
    const members = own.map((option) =>
      named[option.name]
        ? member({ ...option, ...named[option.name] })
        : `    readonly ${option.name}?: undefined;\n`,
    );
    return `  | {\n${members.join("")}  }\n`;
  };
  return `(\n${rule.ways.map(declareWay).join("")})`;
}

function declared({ name, options, rules }) {
  const ruled = rules.flatMap(namesOf);
  const free = options.filter((it) => !ruled.includes(it.name));
  const members = `{\n${free.map(member).join("")}}`;
  if (rules.length === 0) return `export interface ${name} ${members}`;
  const parts = [
    ...(free.length > 0 ? [members] : []),
    ...rules.map((rule) => declaredRule(rule, options)),
  ];
  return `export type ${name} = ${parts.join(" & ")};`;
}

/** Writes the tables of a workspace out in the declarations in `folder`. */
export async function writeOut(workspace, folder) {
  const aliases = await readTables(workspace);
  for (const file of new Set(aliases.map((it) => it.file))) {
    const own = aliases.filter((it) => it.file === file);
    const path = join(folder, file.slice(sourcesOf(workspace).length + 1, -3));
    let text = readFileSync(`${path}.d.ts`, "utf8");
    for (const alias of own) {
      const line = `export type ${alias.name} = OptionsOf<typeof ${alias.table}>;`;
      if (!text.includes(line)) {
        throw new Failure(`the declarations of ${file} lack ${line}`);
      }
      text = text.replace(line, () => declared(alias));
    }
    if (/^export (type|interface) [^;]*\bOptionsOf</m.test(text)) {
      throw new Failure(`${file}: a type of options has no name of its own`, {
        hint: "give it one: export type X = OptionsOf<typeof TABLE>",
      });
    }
    writeFileSync(`${path}.d.ts`, text);
  }
  return aliases;
}

const LINKED = /(^|.*\s)(?:see|as in) \{@link (\w+)(?:\.(\w+))?\}\.$/is;

/** The doc comment of an option, or the one that it refers to. */
function fullProse(aliases, { name, prose }) {
  const [, , type, member = name] = LINKED.exec(prose) ?? [];
  const there = aliases
    .find((it) => it.name === type)
    ?.options.find((it) => it.name === member);
  return there?.prose ?? prose;
}

/** What is said of the options of schemes, which have them from other types. */
function proseOfSchemes(aliases) {
  const found = {};
  for (const { file, schemes } of aliases) {
    const said = aliases
      .filter((it) => it.file === file)
      .flatMap(({ options }) => options);
    for (const [whose, byType] of Object.entries(schemes)) {
      const all = Object.values(byType).flatMap((it) => Object.entries(it));
      found[whose] = Object.fromEntries(
        all
          .map(([name, field]) =>
            said.find((it) => it.name === name && it.field === field),
          )
          .filter((it) => it !== undefined)
          .reverse()
          .map(({ name, prose }) => [name, { prose }]),
      );
    }
  }
  return found;
}

/**
 * What `--help` of the command line says of the options, by call; of objects
 * inside the options under `fields`.
 */
export function forHelp(aliases) {
  const helpOf = (options) =>
    Object.fromEntries(
      options.map((option) => {
        const { name, allowed, instead, group } = option;
        const inside = aliases.find((it) => it.name === group);
        const fields = inside && { fields: helpOf(inside.options) };
        const prose = fullProse(aliases, option);
        return [name, { prose, allowed, instead, ...fields }];
      }),
    );
  return {
    ...Object.fromEntries(
      aliases.flatMap(({ calls, options }) =>
        calls.map((call) => [call, helpOf(options)]),
      ),
    ),
    ...proseOfSchemes(aliases),
  };
}
