// How a command line is read.
import { nearest } from "../js/errors.js";
import { UsageError } from "./usage.js";

/** "seqLen" → "seq-len"; "L" stays. */
export const kebab = (name: string): string =>
  name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The number that a decimal is; NaN: it is none, such as "0x10" or "Infinity". */
export const decimal = (text: string): number =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
    ? Number(text)
    : Number.NaN;

/** A number when it reads as one, else the word. */
export function toNumber(text: string): unknown {
  const x = decimal(text);
  return Number.isNaN(x) ? text : x;
}

/** Joins an option with a negative number, which would pass for an option. */
export function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (
      /^-[\d.]/.test(arg) &&
      before?.startsWith("--") &&
      !before.includes("=")
    ) {
      joined[joined.length - 1] = `${before}=${arg}`;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}

/**
 * Flags with their values: `--symmetric`, `--symmetric true` and
 * `--no-symmetric` as `--symmetric=…`.
 */
export function withFlags(
  args: readonly string[],
  flags: readonly string[],
): string[] {
  const whole: string[] = [];
  args.forEach((arg, k) => {
    const before = args[k - 1] ?? "";
    const isValue = arg === "true" || arg === "false";
    if (isValue && flags.some((flag) => before === `--${flag}`)) {
      whole[whole.length - 1] = `${before}=${arg}`;
      return;
    }
    const flag = flags.find((it) => arg === `--${it}` || arg === `--no-${it}`);
    whole.push(
      flag === undefined ? arg : `--${flag}=${!arg.startsWith("--no-")}`,
    );
  });
  return whole;
}

/** Refuses options that a command does not know. */
export function refuseUnknown(
  call: string,
  args: readonly string[],
  known: readonly string[],
  list: string,
): void {
  for (const arg of args) {
    const [, name] = /^--([^=]+)/.exec(arg) ?? [];
    if (name === undefined || known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new UsageError(
      call,
      `unknown option --${name}${meant ? `, did you mean --${meant}?` : ""} (${list})`,
    );
  }
}
