// Rows of texts and numbers that a page gives a figure: models, events. What is
// wrong is refused with its row and column.
import { brief, Refused } from "../../kit/given-data.ts";
import type { Text } from "../../words/text.ts";

export const refuse = (en: string, zh: string): never => {
  throw new Refused({ en, zh });
};

/** What rows must look like. */
export interface Rows {
  /** Names of the columns, which objects have as keys. */
  readonly columns: readonly string[];
  /** How many of them no row may lack. */
  readonly needed: number;
  /** Most rows. */
  readonly most: number;
  /** What a row is called. */
  readonly what: Text;
}

/** Cells of a row, and how to refuse one of them. */
export interface Row {
  readonly cells: readonly string[];
  wrong(column: number, why: Text): never;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value).trim();

function rowOf(given: unknown, row: number, rows: Rows): Row {
  const { columns, needed } = rows;
  if (typeof given !== "object" || given === null) {
    refuse(
      `row ${row} holds ${brief(given)}; every row must have ${needed} to ${columns.length} cells: ${columns.join(", ")}.`,
      `第 ${row} 行是 ${brief(given)}；每行应有 ${needed} 至 ${columns.length} 格，依次为 ${columns.join("、")}。`,
    );
  }
  const all: readonly unknown[] = Array.isArray(given)
    ? given
    : columns.map((column) => (given as Record<string, unknown>)[column]);
  if (all.length < needed || all.length > columns.length) {
    const count =
      needed === columns.length
        ? String(needed)
        : `${needed} to ${columns.length}`;
    refuse(
      `row ${row} has ${all.length} cells; every row must have ${count}: ${columns.join(", ")}.`,
      `第 ${row} 行有 ${all.length} 格；每行应有 ${count.replace("to", "至")} 格，依次为 ${columns.join("、")}。`,
    );
  }
  return {
    cells: columns.map((_, k) => textOf(all[k])),
    wrong: (column, { en, zh }) =>
      refuse(
        `row ${row}, column ${column + 1} (${columns[column]}) holds ${brief(all[column])}; ${en}.`,
        `第 ${row} 行第 ${column + 1} 列（${columns[column]}）是 ${brief(all[column])}；${zh}。`,
      ),
  };
}

/**
 * Rows, without a first one of names and without empty ones.
 *
 * @throws Refused for what are no such rows
 */
export function rowsIn(given: unknown, rows: Rows): readonly Row[] {
  const { columns, needed, most, what } = rows;
  if (!Array.isArray(given)) {
    refuse(
      `it is ${brief(given)}; rows of ${columns.slice(0, needed).join(", ")} are taken.`,
      `它是 ${brief(given)}；应为由 ${columns.slice(0, needed).join("、")} 组成的各行。`,
    );
  }
  const all = (given as readonly unknown[])
    .map((it, k) => ({ it, row: k + 1 }))
    .filter(({ it }) => !(Array.isArray(it) && it.length === 0))
    .filter(
      ({ it, row }) =>
        // A line of names holds no number.
        !(row === 1 && Array.isArray(it) && !/\d/.test(it.slice(1).join(""))),
    );
  if (all.length < 2 || all.length > most) {
    refuse(
      `it has ${all.length} ${what.en}; this figure shows 2–${most}.`,
      `它有 ${all.length} ${what.zh}；这张图能显示 2–${most} ${what.zh.slice(0, 1)}。`,
    );
  }
  return all.map(({ it, row }) => rowOf(it, row, rows));
}

const MOST_LETTERS = 40;

/** A name that fits beside its dot or on its button. */
export function nameIn({ cells, wrong }: Row, column = 0): string {
  const name = cells[column] as string;
  if (name === "" || name.length > MOST_LETTERS) {
    wrong(column, {
      en: `a name has 1 to ${MOST_LETTERS} characters`,
      zh: `名称须为 1 至 ${MOST_LETTERS} 个字符`,
    });
  }
  return name;
}

/** A link that leads to the web, or none. */
export function sourceIn({ cells, wrong }: Row, column: number): string {
  const url = cells[column] as string;
  if (url !== "" && !/^https?:\/\//.test(url)) {
    wrong(column, {
      en: "a source is an address that begins with https://",
      zh: "出处须为以 https:// 开头的地址",
    });
  }
  return url;
}
