#!/usr/bin/env node
import { load } from "../js/index.js";
import { runConfig } from "./config.js";
import { runGolden } from "./golden.js";
import { runRender } from "./render.js";
import { GROUPS, runTable } from "./table.js";
import { UsageError } from "./usage.js";

const HELP = `Usage: posenc COMMAND [options]

Positional encodings of Transformers, exact and fast.

Commands:
  table NAME     write a table of numbers as CSV, JSON or NumPy file
  freqs NAME     write frequencies, likewise
  render WIDGET  write a figure as SVG or PNG file
  config FILE    tell what each layer of a model does with positions
  golden FILE    write numbers to test an engine's layer with

Options:
  -h, --help     this text, or a command's: posenc table --help
  --version      the version

Exit codes: 0 done, 1 failed, 2 the command line is wrong; config has its own.
`;

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  switch (command) {
    case "table":
    case "freqs":
      return runTable(GROUPS[command], rest);
    case "render":
      return runRender(rest);
    case "config":
      return runConfig(rest);
    case "golden":
      return runGolden(rest);
    case "--version":
      process.stdout.write(`${(await load()).version}\n`);
      return;
    case "-h":
    case "--help":
    case "help":
      process.stdout.write(HELP);
      return;
    case undefined:
      process.stderr.write(HELP);
      process.exitCode = 2;
      return;
    default:
      throw new UsageError(
        "",
        `unknown command ${JSON.stringify(command)} (known: table, freqs, render, config, golden)`,
      );
  }
}

let hasFailed = false;

/** Ends with what went wrong, told once and in a line. */
function fail(error: unknown): void {
  // A reader that closes the pipe early (head) is no failure.
  if ((error as NodeJS.ErrnoException)?.code === "EPIPE") process.exit(0);
  if (hasFailed) return;
  hasFailed = true;
  const message = error instanceof Error ? error.message : String(error);
  const hint =
    error instanceof UsageError
      ? `Try '${["posenc", error.command, "--help"].filter(Boolean).join(" ")}'.\n`
      : "";
  // What the library refuses is a wrong command line too.
  const usage =
    error instanceof UsageError ||
    error instanceof RangeError ||
    error instanceof TypeError;
  process.stderr.write(
    `posenc: ${message.replace(/^posenc: /, "")}\n${hint}`,
    () => process.exit(usage ? 2 : 1),
  );
}

process.stdout.on("error", fail);
// Nothing is left to tell it to.
process.stderr.on("error", () => process.exit(1));

// Awaited, so that whoever imports this file knows when it is done.
await main(process.argv.slice(2)).catch(fail);
