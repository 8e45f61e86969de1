// `posenc table NAME` and `posenc freqs NAME`.
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { nearest } from "../js/errors.js";
import { load } from "../js/index.js";
import { joinNegative, kebab, refuseUnknown, withFlags } from "./args.js";
import { ATTENTION } from "./commands/attention.js";
import { BIAS } from "./commands/bias.js";
import {
  type Command,
  type Commands,
  type Made,
  type Options,
  otherCommands,
} from "./commands/command.js";
import { EMBEDDING } from "./commands/embedding.js";
import { FREQUENCIES } from "./commands/frequencies.js";
import { RELATIVE } from "./commands/relative.js";
import { ROTARY } from "./commands/rotary.js";
import {
  DTYPES,
  type Dtype,
  FORMATS,
  type Piece,
  pieces,
  rounded,
} from "./formats.js";
import { outputPieces } from "./output.js";
import { STDIN, Unreadable } from "./read-file.js";
import { commandHelp, type Group, groupHelp } from "./table-help.js";
import { UsageError } from "./usage.js";
import { parseValue } from "./values.js";

const TABLES: Commands = {
  embedding: { ...EMBEDDING, ...otherCommands("embedding", EMBEDDING) },
  rotary: ROTARY,
  attention: ATTENTION,
  bias: { ...BIAS, ...otherCommands("bias", BIAS) },
  relative: RELATIVE,
};

export const GROUPS = {
  table: {
    word: "table",
    about: "Writes a table of numbers.",
    commands: TABLES,
    example: "sinusoidal --seq-len 50 --d-model 128 -o pe.npy",
  },
  freqs: {
    word: "freqs",
    about: "Writes frequencies, in float64.",
    commands: { frequencies: FREQUENCIES },
    example: `rotary ${FREQUENCIES.rotary?.example} -o f.json`,
  },
} as const satisfies Readonly<Record<string, Group>>;

/** Options of every table. */
const OPTIONS = {
  format: { type: "string" },
  dtype: { type: "string" },
  output: { type: "string", short: "o" },
  help: { type: "boolean", short: "h" },
} as const;

/** The format that was named, else that of the file's ending; CSV without one. */
function formatOf(call: string, values: Readonly<Record<string, unknown>>) {
  const { format, output = "" } = values as Record<string, string | undefined>;
  const chosen = format ?? (extname(output).slice(1).toLowerCase() || "csv");
  if (Object.hasOwn(FORMATS, chosen)) return chosen;
  const names = Object.keys(FORMATS);
  throw new UsageError(
    call,
    format === undefined
      ? `-o must end in ${names.map((name) => `.${name}`).join(", ")}, or say --format, got ${JSON.stringify(output)}`
      : `--format must be one of ${names.join(", ")}, got ${JSON.stringify(format)}`,
  );
}

/** The kind of numbers that was asked for; undefined: as they come. */
function dtypeOf(call: string, { dtype }: Readonly<Record<string, unknown>>) {
  if (dtype === undefined || DTYPES.includes(dtype as Dtype)) {
    return dtype as Dtype | undefined;
  }
  throw new UsageError(
    call,
    `--dtype must be one of ${DTYPES.join(", ")}, got ${JSON.stringify(dtype)}`,
  );
}

/** All options of a command, by the names that the library has. */
const allOptions = ({ options, more }: Command): Options => ({
  ...options,
  ...more?.options,
});

/** A fault of the library in the words of the command line. */
function asOptions(options: Options, message: string): string {
  const own = message
    .replace(/^(posenc: )?([a-z]\w*\.)+\w+: /, "")
    // One that is given by options of its own.
    .replace(/^scaling\.type\b/, "scaling")
    .replace(/^scaling\.(?=\w)/, "")
    .replace(/is required \(a tensor/, "is required (a file with a tensor")
    .replace(/is required \(an object/, "is required (a file");
  // Short names are words as well, but not in such a sentence.
  const words = /^give /.test(own) ? /\b\w+/g : /^\w+|\b[a-z]+[A-Z]\w*/g;
  return own.replace(words, (word) =>
    Object.hasOwn(options, word) ? `--${kebab(word)}` : word,
  );
}

/** Refuses what the library refuses, in the words of the command line. */
function inWords<T>(call: string, options: Options, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) {
      throw error;
    }
    throw new UsageError(call, asOptions(options, error.message));
  }
}

/** Reads the options of a command. */
function read(call: string, options: Options, args: readonly string[]) {
  const names = Object.keys(options).map(kebab);
  const flags = Object.entries(options)
    .filter(([, { field }]) => field.kind === "flag")
    .map(([name]) => kebab(name));
  const whole = withFlags(args, flags);
  const known = [...names, ...Object.keys(OPTIONS)];
  refuseUnknown(call, whole, known, `options: ${names.join(", ")}`);
  try {
    return parseArgs({
      // A value may be negative: join it, or parseArgs takes it for an option.
      args: joinNegative(whole),
      options: {
        ...Object.fromEntries(names.map((n) => [n, { type: "string" }])),
        ...OPTIONS,
      } as const,
    }).values as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new UsageError(call, (error as Error).message);
  }
}

/** The values of a command's options. */
function valuesOf(
  call: string,
  options: Options,
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const [, second] = Object.keys(options).filter(
    (name) => texts[kebab(name)] === STDIN,
  );
  if (second !== undefined) {
    throw new UsageError(call, `takes one option from standard input (-)`);
  }
  for (const [name, { field }] of Object.entries(options)) {
    const option = kebab(name);
    const text = texts[option];
    if (text === undefined) continue;
    try {
      values[name] = parseValue(field, text as string);
    } catch (error) {
      const message = `--${option} ${(error as Error).message}`;
      // The command line may be right where the disk is not.
      if (error instanceof Unreadable) throw new Error(`${call}: ${message}`);
      throw new UsageError(call, message);
    }
  }
  return values;
}

function find({ word, commands }: Group, name: string): Command {
  const all = Object.assign({}, ...Object.values(commands));
  if (Object.hasOwn(all, name)) return all[name];
  const names = Object.keys(all);
  const meant = nearest(name, names);
  throw new UsageError(
    word,
    `unknown table ${JSON.stringify(name)}${meant ? `, did you mean ${meant}?` : ""} (known: ${names.join(", ")})`,
  );
}

/** What is written, in pieces. */
const writing = (
  made: Made,
  format: string,
  dtype: Dtype | undefined,
): Iterable<readonly [Piece, number]> =>
  format === "json" && made.json && !dtype
    ? [[`${JSON.stringify(made.json)}\n`, 1]]
    : pieces(
        dtype ? rounded(made, dtype) : made,
        FORMATS[format] as (typeof FORMATS)[string],
      );

/** Runs `posenc table …` and `posenc freqs …`. */
export async function runTable(
  group: Group,
  args: readonly string[],
): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stderr.write(groupHelp(group));
    process.exitCode = 2;
    return;
  }
  if (name === "-h" || name === "--help") {
    process.stdout.write(groupHelp(group));
    return;
  }
  const command = find(group, name);
  const call = `${group.word} ${name}`;
  const options = allOptions(command);
  const texts = read(call, options, rest);
  if (texts.help) {
    process.stdout.write(commandHelp(call, command));
    return;
  }
  const format = formatOf(call, texts);
  const dtype = dtypeOf(call, texts);
  const values = valuesOf(call, options, texts);
  const pe = await load();
  const made = inWords(call, options, () => command.make(pe, values));
  await outputPieces(
    writing(made, format, dtype),
    texts.output as string | undefined,
  );
}
