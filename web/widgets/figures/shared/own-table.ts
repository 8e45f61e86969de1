// What figures say and do alike that show a table of the page's own.
import { type Sizes, type Tensor, tensorOf } from "../../kit/given-data.ts";
import type { AnyFigure } from "../../kit/spec.ts";
import type { Text } from "../../words/text.ts";
import { quantity } from "../../words/text.ts";

type State = Record<string, unknown>;

/** A table of rows and columns, with what is said of it. */
export interface OwnTable {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly low: number;
  readonly high: number;
  /** The largest size of any number, rounded up to two digits; never 0. */
  readonly reach: number;
}

export function roundedUp(value: number): number {
  if (value === 0) return 1;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  const up = Math.ceil(value / unit) * unit;
  return Number(up.toPrecision(2));
}

/** @throws Refused for what is no such table */
export function ownTable(given: unknown, sizes: Sizes): OwnTable {
  const { values, shape }: Tensor = tensorOf(given, sizes);
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const [rows, columns] = shape.slice(-2) as [number, number];
  const reach = roundedUp(Math.max(Math.abs(low), Math.abs(high)));
  return { values, rows, columns, low, high, reach };
}

/** Its size and range, as a finding begins; computed numbers in <b>. */
export const sizeText = ({ rows, columns, low, high }: OwnTable): Text => {
  const [from, to] = [quantity(low), quantity(high)];
  return {
    en: `This page’s own table has <b>${rows}</b> rows and <b>${columns}</b> columns, with values from <b>${from}</b> to <b>${to}</b>`,
    zh: `这是本页自备的表：<b>${rows}</b> 行 × <b>${columns}</b> 列，取值从 <b>${from}</b> 到 <b>${to}</b>`,
  };
};

export function tableCsv({ values, rows, columns }: OwnTable): string {
  const lines = Array.from({ length: rows }, (_, r) =>
    values.subarray(r * columns, (r + 1) * columns).join(","),
  );
  return `${lines.join("\n")}\n`;
}

/** A program that reads the numbers from the file that the figure saves. */
export const tableCode = (tag: string, rest: string): string =>
  `import { readFileSync } from "node:fs";

// The numbers of the figure, as it saves them: “CSV” among its tools.
const text = readFileSync("${tag}.csv", "utf8");
const table = text.trim().split("\\n").map((line) => line.split(",").map(Number));
${rest}`;

/** Keeps numbers within a table: each from 0 to below its count. */
export const inside =
  (counts: Readonly<Record<string, number>>, fixed: State) =>
  (state: State): State => {
    const next = { ...state, ...fixed };
    for (const [key, count] of Object.entries(counts)) {
      const value = Math.round(next[key] as number);
      next[key] = Math.max(0, Math.min(count - 1, value));
    }
    return next;
  };

/** The controls that still mean something. */
export const kept = (
  spec: AnyFigure,
  keys: readonly string[],
): Pick<AnyFigure, "controls" | "main"> => ({
  controls: spec.controls.filter(({ key }) => keys.includes(key)),
  main: keys.slice(0, 2),
});
