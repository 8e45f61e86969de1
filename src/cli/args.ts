// How a command line is read.
import { nearest } from "../js/errors.js";
import { UsageError } from "./usage.js";

/** "seq-len" → "seqLen" */
export const camel = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** "seqLen" → "seq-len" */
export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A number when it reads as one, else the word. */
export function toNumber(text: string): unknown {
  return text.trim() !== "" && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
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
      `${call}: unknown option --${name}${meant ? `, did you mean --${meant}?` : ""} (${list})`,
    );
  }
}
