// One entry of the lists of what can be written.
import { catalog } from "../../js/catalog/entries.js";
import type { CatalogEntry, Enters } from "../../js/catalog/types.js";
import { OPTION_TABLES } from "../../js/generated/encodings/tables.js";
import type { Posenc } from "../../js/index.js";
import { choice, type Field, Reading, type Table } from "../../js/schema.js";
import { kebab } from "../args.js";
import type { Numbers } from "../formats.js";

/** What was given, by the names that the library has. */
export type Values = Readonly<Record<string, unknown>>;

/** An option: its field, and where its words are. */
export interface Option {
  readonly field: Field;
  /** Whose option it is in options.json: "bias.alibi". */
  readonly of?: string;
  /** Its name there, where it has another one here. */
  readonly named?: string;
  /** What it is, where the command line knows it alone. */
  readonly prose?: string;
  /** When it is needed, in place of always. */
  readonly needed?: string;
}

export type Options = Readonly<Record<string, Option>>;

/** Numbers, and how JSON says them where it is no tensor. */
export interface Made extends Numbers {
  readonly json?: object;
}

/** What `posenc table NAME` or `posenc freqs NAME` writes. */
export interface Command {
  /** What `--help` says of it. */
  readonly about: string;
  readonly options: Options;
  /** More options, under a heading of their own. */
  readonly more?: { readonly heading: string; readonly options: Options };
  /** Options that can be run. */
  readonly example: string;
  make(pe: Posenc, values: Values): Made;
}

/** Commands by folder of the library, then by name. */
export type Commands = Readonly<
  Record<string, Readonly<Record<string, Command>>>
>;

/** The options of a call, without buffers, which a process of its own has not. */
export const optionsOf = (
  { call, fields }: Pick<Table, "call" | "fields">,
  except: readonly string[] = [],
): Options =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { kind }]) => kind !== "buffer" && !except.includes(name))
      .map(([name, field]) => [name, { field, of: call }]),
  );

/** An argument that stands before the options of a call. */
export const argument = (field: Field, prose: string): Option => ({
  field,
  prose,
});

/** Which of several results; the first is the usual one. */
export function partOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  prose: string,
) {
  const field = choice(words as readonly string[], words[0]);
  const option: Option = { field: field as Field, prose };
  return {
    option,
    /** The word that was given. */
    read: (call: string, { part }: Values) =>
      new Reading(call, { part: field }, { part }).read(
        "part",
      ) as Words[number],
  };
}

type Call = (...args: unknown[]) => unknown;

/** A call by its name: "bias.alibi". */
const callOf = (pe: Posenc, name: string): Call =>
  name
    .split(".")
    .reduce((holder, key) => (holder as never)[key], pe as unknown) as Call;

/** Those of the values that are options of these. */
export const pickOf = (values: Values, options: object): Values =>
  Object.fromEntries(
    Object.keys(options)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );

interface Details {
  /** Arguments before the options. */
  readonly args?: Options;
  /** The shape of what is answered without one. */
  readonly shape?: (values: Values) => readonly number[];
  /** What is taken of an answer of several parts. */
  readonly take?: (result: never) => Numbers;
}

/** Numbers with a shape: a list has one axis. */
function shaped(result: unknown, shape?: readonly number[]): Numbers {
  if (!ArrayBuffer.isView(result)) return result as Numbers;
  const data = result as Numbers["data"];
  return { data, shape: shape ?? [data.length] };
}

/** What writes the result of one call. */
export function command(
  table: Pick<Table, "call" | "fields">,
  about: string,
  example: string,
  { args = {}, shape, take }: Details = {},
): Command {
  return {
    about,
    example,
    options: { ...args, ...optionsOf(table) },
    make(pe, values) {
      const own = pickOf(values, table.fields);
      const first = Object.keys(args).map((name) => values[name]);
      const hasOptions = Object.keys(table.fields).length > 0;
      const result = callOf(pe, table.call)(
        ...first,
        ...(hasOptions ? [own] : []),
      );
      return take ? take(result as never) : shaped(result, shape?.(values));
    },
  };
}

/** What an example gives where the least number allowed says little. */
const USUAL: Readonly<Record<string, string>> = {
  seqLen: "50",
  dModel: "64",
  timesteps: "0,10,100",
};

/** The names of options that an example gives: needed, or the last way of a rule. */
const exampleNames = ({ fields, rules }: Table): readonly string[] => [
  ...rules.flatMap(({ ways }) => ways.at(-1)?.needs ?? []),
  ...Object.keys(fields).filter((name) => !fields[name]?.optional),
];

function exampleValue(call: string, name: string, field: Field): string {
  const least = field.limits?.min;
  const usual =
    USUAL[name] ??
    field.words?.[0] ??
    (field.kind === "integer" && typeof least === "number"
      ? String(Math.max(least, 1))
      : field.kind === "real"
        ? "1"
        : undefined);
  if (usual !== undefined) return usual;
  throw new Error(
    `src/posenc/cli/commands: ${call} needs a command of its own, for its ${name}`,
  );
}

/** The command of an encoding, made of its entry in the catalog and its table. */
export function commandOf(table: Table, entry: CatalogEntry): Command {
  const { name, paper, year } = entry;
  const options = exampleNames(table).map((option) => {
    const field = table.fields[option] as Field;
    return `--${kebab(option)} ${exampleValue(table.call, option, field)}`;
  });
  const source = paper ? ` (${paper.title}, ${year})` : "";
  return command(table, `${name.en}${source}`, options.join(" "));
}

/**
 * Commands for those encodings of a folder that have none yet: of an encoding
 * that is one call, with its options alone.
 */
export function otherCommands(
  folder: Enters,
  known: Readonly<Record<string, Command>>,
): Readonly<Record<string, Command>> {
  const tables: Readonly<Record<string, Table>> = OPTION_TABLES;
  const calls = Object.values(known).flatMap(({ options }) =>
    Object.values(options).map(({ of }) => of),
  );
  return Object.fromEntries(
    catalog
      .filter(({ enters }) => enters === folder)
      .flatMap((entry) => entry.calls.map((call) => ({ entry, call })))
      .filter(({ call }) => !calls.includes(call))
      .map(({ entry, call }) => [
        kebab(call.slice(folder.length + 1)),
        commandOf(tables[call] as Table, entry),
      ]),
  );
}
