// A table as a file of comma-separated values.
import type { TableData } from "../element/look/tools.ts";

const RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

/** As programs read numbers: "−5.75 × 10⁻⁸" is -5.75e-8, "524 288" is 524288. */
const readable = (text: string): string =>
  text
    .replace(/\u2212/g, "-")
    .replace(/(?<=\d)\u202f(?=\d)/g, "")
    .replace(/(?<=\d)\s×\s10([⁻⁰¹²³⁴-⁹]+)/g, (_, power: string) => {
      const digits = [...power].map((it) => "-0123456789"[RAISED.indexOf(it)]);
      return `e${digits.join("")}`;
    });

const cell = (text: string): string =>
  /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;

const line = (cells: readonly string[]): string =>
  cells.map((text) => cell(readable(text))).join(",");

/** A line per row, cells in quotes where needed. */
export function csvOf({ corner, columns, rows }: TableData): string {
  return [
    line([corner, ...columns]),
    ...rows.map(({ head, cells }) => line([head, ...cells])),
    "",
  ].join("\n");
}
