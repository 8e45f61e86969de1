#!/usr/bin/env node
import { load } from "../js/index.js";
import { runRender } from "./render.js";
import { runTable } from "./table.js";
import { UsageError } from "./usage.js";

const HELP = `Usage: posenc COMMAND [options]

Positional encodings of Transformers, exact and fast.

Commands:
  table NAME     write a table of numbers as CSV, JSON or NumPy file
  render WIDGET  write a figure as SVG or PNG file

Options:
  -h, --help     this text, or a command's: posenc table --help
  --version      the version

Exit codes: 0 done, 1 failed, 2 the command line is wrong.
`;

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  switch (command) {
    case "table":
      return runTable(rest);
    case "render":
      return runRender(rest);
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
        `unknown command ${JSON.stringify(command)} (known: table, render)`,
      );
  }
}

// A reader that closes the pipe early (head) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`posenc: ${message.replace(/^posenc: /, "")}\n`);
  if (error instanceof UsageError) {
    process.stderr.write("Try 'posenc --help'.\n");
  }
  // What the library refuses is a wrong command line too.
  const usage =
    error instanceof UsageError ||
    error instanceof RangeError ||
    error instanceof TypeError;
  process.exitCode = usage ? 2 : 1;
});
