// Help of `posenc table` and `posenc freqs`, made from the tables of options.
import { allowedText, defaultText } from "../js/option-text.js";
import { kebab } from "./args.js";
import type { Command, Commands, Option, Options } from "./commands/command.js";
import { entries, typed } from "./layout.js";
import { plain, proseOf } from "./prose.js";

/** A command with names behind it. */
export interface Group {
  readonly word: string;
  readonly about: string;
  readonly commands: Commands;
  readonly example: string;
}

/** What stands for the value of each kind of option. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  integer: " N",
  real: " X",
  flag: "",
  choice: " NAME",
  numbers: " X,X,...",
  integers: " N,N,...",
  tensor: " FILE",
  group: " FILE",
  given: " X,X,...",
  scheme: " NAME",
};

const COMMON = entries([
  [
    "--format NAME",
    "csv, json or npy (default: the ending of the file; csv without one)",
  ],
  [
    "--dtype NAME",
    "float16, float32 or float64, each number rounded to the nearest; in .npy they take 2, 4 or 8 bytes (default: as computed)",
  ],
  [
    "-o, --output FILE",
    "file to write; without it, or with -, standard output",
  ],
  ["-h, --help", "this text"],
]);

const VALUES = `Values:
${entries([
  [
    "X,X,...",
    "numbers with commas between them, rows with semicolons; or a file",
  ],
  [
    "FILE",
    "numbers: .npy, .csv, or .json with nested arrays or shape and data; objects: .json, or .npz of numpy.savez; - is standard input, of one option, in any of these",
  ],
])}
A flag is on with --NAME, off with --no-NAME.`;

/** What the value may be: words, a range, the shape of a file. */
function allowed({ field }: Option): string {
  const { kind, words, as = "" } = field;
  if (kind === "scheme") return `${as}: ${words?.join(", ")}`;
  if (words) return `one of ${words.join(", ")}`;
  return kind === "given" ? as : allowedText(field);
}

/** What is allowed, the default, and when it is needed: a sentence. */
function told(option: Option, options: Options): string {
  const { field, needed } = option;
  const fallback = defaultText(field).replaceAll('"', "");
  const parts = [
    allowed(option),
    field.optional && fallback && `default ${fallback}`,
    needed ?? (field.optional ? "" : "required"),
  ];
  const text = plain(parts.filter(Boolean).join("; "), options);
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function entryOf(
  name: string,
  option: Option,
  options: Options,
): readonly [string, string] {
  const prose = proseOf(name, option, options);
  const between = prose.includes("\n") ? "\n" : " ";
  return [
    `--${kebab(name)}${PLACEHOLDERS[option.field.kind] ?? ""}`,
    [prose, told(option, options)].filter(Boolean).join(between),
  ];
}

const listed = (own: Options, all: Options): string =>
  entries(
    Object.entries(own).map(([name, option]) => entryOf(name, option, all)),
  );

/** `posenc table --help` */
export function groupHelp({ word, about, commands, example }: Group): string {
  const lists = Object.entries(commands).map(
    ([folder, names]) =>
      `${folder[0]?.toUpperCase()}${folder.slice(1)}:\n${entries(
        Object.entries(names).map(([name, it]) => [name, it.about]),
      )}`,
  );
  return `Usage: posenc ${word} NAME [options]

${about}

${lists.join("\n\n")}

Options of every name:
${COMMON}

Options of one name: posenc ${word} NAME --help

Example:
${typed(`posenc ${word} ${example}`)}
`;
}

/** `posenc table NAME --help` */
export function commandHelp(call: string, command: Command): string {
  const { about, options, more, example } = command;
  const all = { ...options, ...more?.options };
  const further = more
    ? `\n${more.heading}:\n${listed(more.options, all)}\n`
    : "";
  return `Usage: posenc ${call} [options]

${about}.

Options:
${listed(options, all)}
${further}
Output:
${COMMON}

${VALUES}

Example:
${typed(`posenc ${call} ${example}`)}
`;
}
