// `posenc golden`: numbers to test an engine's layer with.
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { config } from "../js/config.js";
import { GOLDEN_FORMATS } from "../js/golden-files.js";
import { load } from "../js/index.js";
import { decimal } from "./args.js";
import { exitCode, layerOf, readConfig } from "./config.js";
import { output } from "./output.js";
import { UsageError } from "./usage.js";

const COMMAND = "golden";

const HELP = `Usage: posenc golden FILE [options]

Reads a model's config.json and writes queries and keys of a few tokens before
and after the rotation of one layer, their scores with scale, bias, soft cap and
mask, the attention weights with sinks, and the values with the layer's output,
in float64, with the errors to expect of an engine in float32, bfloat16 and
float16. FILE - is standard input.

Options:
  --layer N          the layer; dN in the decoder of a model with two stacks;
                     0 unless given
  --positions LIST   such as 0,1,2,17 (unless given); for models with several
                     axes also one time:height:width per token, such as 0:3:4
  --heads N          how many heads of the queries, from head 0; 2 unless given
  --seed N           the same numbers for the same seed; 0 unless given
  --format FORMAT    json, safetensors, npz, h (a C header), pytest, gtest; by the
                     ending of -o, or json
  -o, --output FILE  write there; standard output unless given
  -h, --help         this text

Exit codes: 0 done, 1 the plan leaves something out or could not be made, 2 the
command line or the file is wrong, 3 the model type is not known here.

Example: posenc golden config.json --layer 5 --format pytest -o test_rope.py
`;

const OPTIONS = {
  layer: { type: "string" },
  positions: { type: "string" },
  heads: { type: "string" },
  seed: { type: "string" },
  format: { type: "string" },
  output: { type: "string", short: "o" },
  help: { type: "boolean", short: "h" },
} as const;

const ENDINGS: Readonly<Record<string, string>> = {
  ".safetensors": "safetensors",
  ".npz": "npz",
  ".h": "h",
  ".hpp": "h",
  ".py": "pytest",
  ".cc": "gtest",
  ".cpp": "gtest",
  ".json": "json",
};

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(COMMAND, (error as Error).message);
  }
}

/** "0,1,5:3:4" as positions. */
function positionsOf(text: string): (number | number[])[] {
  return text.split(",").map((part) => {
    const numbers = part.split(":").map((word) => {
      const x = decimal(word);
      if (Number.isInteger(x)) return x;
      throw new UsageError(
        COMMAND,
        `--positions must be integers such as 0,1,17, got ${JSON.stringify(part)}`,
      );
    });
    return numbers.length > 1 ? numbers : (numbers[0] as number);
  });
}

function integer(name: string, text: string): number {
  const x = decimal(text);
  if (Number.isInteger(x)) return x;
  throw new UsageError(
    COMMAND,
    `--${name} must be an integer, got ${JSON.stringify(text)}`,
  );
}

const isFormat = (name: string): name is keyof typeof GOLDEN_FORMATS =>
  Object.hasOwn(GOLDEN_FORMATS, name);

/** Runs `posenc golden …`. */
export async function runGolden(args: readonly string[]): Promise<void> {
  const { values, positionals } = options(args);
  if (values.help) return output(HELP);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) {
    throw new UsageError(
      COMMAND,
      file === undefined
        ? "needs a file, or - for standard input"
        : `takes one file, got ${positionals.length}`,
    );
  }
  const ending = ENDINGS[extname(values.output ?? "").toLowerCase()];
  const format = values.format ?? ending ?? "json";
  if (!isFormat(format)) {
    throw new UsageError(
      COMMAND,
      `--format must be one of ${Object.keys(GOLDEN_FORMATS).join(", ")}, got ${JSON.stringify(format)}`,
    );
  }
  const reading = config.fromHuggingFace(await readConfig(COMMAND, file));
  const code = exitCode(reading);
  const { plan, findings } = reading;
  for (const { level, code: name, message } of findings) {
    if (level === "info" && name !== "not-in-plan") continue;
    process.stderr.write(`posenc: golden: ${level} ${name}: ${message}\n`);
  }
  process.exitCode = code;
  if (plan === null) return;
  const { layer = "0" } = values;
  layerOf(COMMAND, plan, layer);
  const decoder = layer.startsWith("d");
  const { golden } = await load();
  const vectors = golden({
    plan,
    layer: Number(layer.replace(/^d/, "")),
    decoder,
    ...(values.positions !== undefined && {
      positions: positionsOf(values.positions),
    }),
    ...(values.heads !== undefined && {
      heads: integer("heads", values.heads),
    }),
    ...(values.seed !== undefined && { seed: integer("seed", values.seed) }),
  });
  return output(GOLDEN_FORMATS[format](vectors), values.output);
}
