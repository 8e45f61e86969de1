import { extname } from "node:path";
import { parseArgs } from "node:util";
import { load, type Posenc, type Tensor } from "../js/index.js";
import { camel, joinNegative, kebab, refuseUnknown, toNumber } from "./args.js";
import { FORMATS, pieces } from "./formats.js";
import { outputPieces } from "./output.js";
import { UsageError } from "./usage.js";

/** One table that `posenc table` can write. */
interface TableCommand {
  /** What `--help` says of it. */
  readonly about: string;
  /** Options of its own: name to the word that stands for the value. */
  readonly options: Readonly<Record<string, string>>;
  readonly make: (pe: Posenc, options: Record<string, unknown>) => Tensor;
}

const TABLES: Readonly<Record<string, TableCommand>> = {
  sinusoidal: {
    about: "Sinusoidal encoding (Vaswani et al. 2017), one row per position",
    options: {
      "seq-len": "N        number of positions",
      offset: "P         first position (default 0)",
      positions: "P,P,...  the positions themselves, instead of --seq-len",
      "d-model": "D        width of a row",
      base: "B           base of the wavelengths (default 10000)",
      layout: "NAME      interleaved (default) or halves",
      spacing: "NAME     paper (default) or endpoint",
    },
    make: (pe, options) =>
      pe.embedding.sinusoidal(
        options as unknown as Parameters<Posenc["embedding"]["sinusoidal"]>[0],
      ),
  },
};

/** Options of every table. */
const OPTIONS = {
  format: { type: "string" },
  output: { type: "string", short: "o" },
  help: { type: "boolean", short: "h" },
} as const;

/** Help of `posenc table`. */
export const TABLE_HELP = `Usage: posenc table NAME [options]

Writes a table of numbers.

Names:
${Object.entries(TABLES)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join("\n")}

${Object.entries(TABLES)
  .map(
    ([name, { options }]) =>
      `Options of ${name}:\n${Object.entries(options)
        .map(([option, text]) => `  --${option} ${text}`)
        .join("\n")}`,
  )
  .join("\n\n")}

Options of every table:
  --format NAME    csv, json or npy (default: the ending of the file, else csv)
  -o, --output F   file to write; without it, standard output
  -h, --help       this text

Example:
  posenc table sinusoidal --seq-len 50 --d-model 128 -o pe.npy
`;

/** A number when it reads as one, a list when it has commas, else the word. */
function parseValue(name: string, text: string): unknown {
  if (name === "positions")
    return text.split(",").map((part) => toNumber(part));
  return toNumber(text);
}

/** The format that was named, else that of the file's ending, else CSV. */
function formatOf(call: string, values: Readonly<Record<string, unknown>>) {
  const ending = extname(String(values.output ?? "")).slice(1);
  const known = Object.hasOwn(FORMATS, ending) ? ending : "csv";
  const chosen = (values.format ?? known) as string;
  const format = Object.hasOwn(FORMATS, chosen) ? FORMATS[chosen] : undefined;
  if (format !== undefined) return format;
  throw new UsageError(
    `${call}: --format must be one of ${Object.keys(FORMATS).join(", ")}, got ${JSON.stringify(chosen)}`,
  );
}

/** A fault of the library in the words of the command line. */
function asOptions(
  call: string,
  options: readonly string[],
  message: string,
): string {
  const own = message.replace(/^(posenc: )?embedding\.\w+: /, "");
  const named = own.replace(/^\w+|\b[a-z]+[A-Z]\w*/g, (word) =>
    options.includes(kebab(word)) ? `--${kebab(word)}` : word,
  );
  return `${call}: ${named}`;
}

/** Runs `posenc table …`. */
export async function runTable(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stderr.write(TABLE_HELP);
    process.exitCode = 2;
    return;
  }
  if (name === "-h" || name === "--help") {
    process.stdout.write(TABLE_HELP);
    return;
  }
  const command = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (command === undefined) {
    throw new UsageError(
      `table: unknown table ${JSON.stringify(name)} (known: ${Object.keys(TABLES).join(", ")})`,
    );
  }
  const names = Object.keys(command.options);
  const known = [...names, ...Object.keys(OPTIONS)];
  refuseUnknown(`table ${name}`, rest, known, `options: ${names.join(", ")}`);
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({
      // A value may be negative: join it, or parseArgs takes it for an option.
      args: joinNegative(rest),
      options: {
        ...Object.fromEntries(names.map((n) => [n, { type: "string" }])),
        ...OPTIONS,
      } as const,
    }));
  } catch (error) {
    throw new UsageError(`table ${name}: ${(error as Error).message}`);
  }
  if (values.help) {
    process.stdout.write(TABLE_HELP);
    return;
  }
  const format = formatOf(`table ${name}`, values);
  const options: Record<string, unknown> = {};
  for (const option of names) {
    const text = values[option];
    if (text !== undefined) {
      options[camel(option)] = parseValue(option, text as string);
    }
  }
  const pe = await load();
  let made: Tensor;
  try {
    made = command.make(pe, options);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError))
      throw error;
    throw new UsageError(asOptions(`table ${name}`, names, error.message));
  }
  await outputPieces(pieces(made, format), values.output as string | undefined);
}
