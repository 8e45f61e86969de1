// What commands share: how a command line is read, and how output is written.
import { writeFile } from "node:fs/promises";

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

/** Writes a file, or standard output when there is no name or it is "-". */
export function output(
  content: string | Uint8Array,
  file: string | undefined,
): Promise<void> {
  return file === undefined || file === "-"
    ? print(content)
    : writeFile(file, content);
}

/** Waits until all is written, so that a pipe gets the whole of it. */
function print(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(content, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}
