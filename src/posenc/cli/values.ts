// What stands on the command line as the library takes it, by kind of option.
import type { Fields, OptionInfo } from "../js/schema.js";
import type { ReadTensor } from "../js/tensor.js";
import { toNumber } from "./args.js";
import {
  asList,
  asNumber,
  asTensor,
  isFileName,
  readContent,
  readFile,
} from "./read-file.js";

const TENSORS = [".npy", ".json", ".csv"];
const OBJECTS = [".json", ".npz"];

/** "1,2,3" */
const list = (text: string): unknown[] =>
  text.split(",").map((part) => toNumber(part));

/** A line of numbers, or one column of them, where one axis is wanted. */
function fitted(value: unknown, { rule }: OptionInfo): unknown {
  const { data, shape } = value as ReadTensor;
  return rule?.rank === 1 && shape?.length === 2 && shape.includes(1)
    ? { data, shape: [data.length] }
    : value;
}

function tensor(file: string, info: OptionInfo): unknown {
  const { value, ending } = readContent(file, TENSORS);
  const read = asTensor(value);
  return ending === ".csv" ? fitted(read, info) : read;
}

/** An object of a file, each of its parts as its field wants it. */
function group(file: string, fields: Fields = {}): unknown {
  const value = readFile(file, OBJECTS);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => {
    const kind = fields[name]?.kind ?? "";
    if (kind === "tensor") return [name, asTensor(part)];
    return [name, kind === "real" ? asNumber(part) : asList(part)];
  });
  return Array.isArray(value) ? value : Object.fromEntries(parts);
}

/** Rows of numbers: "1,2;3,4", or a file. */
function rows(text: string): unknown {
  if (isFileName(text)) return readFile(text, TENSORS);
  if (!text.includes(";")) return list(text);
  return text
    .split(";")
    .filter((row) => row.trim() !== "")
    .map((row) => list(row));
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** How each kind of option is read. */
const READERS: Readonly<
  Record<string, (text: string, info: OptionInfo) => unknown>
> = {
  flag: (text) => WORDS[text] ?? text,
  numbers: (text) =>
    isFileName(text) ? asList(readFile(text, TENSORS)) : list(text),
  integers: (text) =>
    isFileName(text) ? asList(readFile(text, TENSORS)) : list(text),
  tensor,
  group: (text, { fields }) => group(text, fields),
  given: rows,
  scheme: (text) => (isFileName(text) ? readFile(text, [".json"]) : text),
};

/**
 * The value that a text stands for.
 *
 * @throws Error that says what the option must be, or does
 */
export const parseValue = (info: OptionInfo, text: string): unknown =>
  (READERS[info.kind] ?? toNumber)(text, info);
