// <pe-model-lengths> of a page's own models: rows of name, date and length, with
// method and source where they are known.
import { brief, Refused } from "../../kit/given-data.ts";
import type { AnyFigure } from "../../kit/spec.ts";
import { escapeHtml, group, type Lang, quantity } from "../../words/text.ts";
import { inside } from "../shared/own-table.ts";
import type { DatedModel } from "./dated-models.ts";
import { dateText } from "./dates.ts";
import type { Model } from "./model-lengths.ts";

/** Cells are texts, not numbers alone. */
export const cells = "text";

const MOST_MODELS = 20;
const MOST_LENGTH = 100_000_000;
const COLUMNS = ["name", "date", "length", "method", "source"] as const;
const DATE = /^(19|20)(\d\d)-(0?[1-9]|1[0-2])$/;

const refuse = (en: string, zh: string): never => {
  throw new Refused({ en, zh });
};

const wrong = (
  row: number,
  column: number,
  got: unknown,
  en: string,
  zh: string,
) =>
  refuse(
    `row ${row}, column ${column} (${COLUMNS[column - 1]}) holds ${brief(got)}; ${en}.`,
    `第 ${row} 行第 ${column} 列（${COLUMNS[column - 1]}）是 ${brief(got)}；${zh}。`,
  );

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value).trim();

function modelIn(given: unknown, row: number): DatedModel {
  if (typeof given !== "object" || given === null) {
    refuse(
      `row ${row} holds ${brief(given)}; every row must hold a name, a date and a length.`,
      `第 ${row} 行是 ${brief(given)}；每一行都必须有名称、日期和长度。`,
    );
  }
  const all: readonly unknown[] = Array.isArray(given)
    ? given
    : COLUMNS.map((column) => (given as Record<string, unknown>)[column]);
  if (all.length < 3 || all.length > COLUMNS.length) {
    refuse(
      `row ${row} has ${all.length} cells; every row must have 3 to 5: ${COLUMNS.join(", ")}.`,
      `第 ${row} 行有 ${all.length} 格；每行应有 3 至 5 格，依次为 ${COLUMNS.join("、")}。`,
    );
  }
  const [name, date, length, method, url] = all.map(textOf) as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  if (name === "" || name.length > 40) {
    wrong(
      row,
      1,
      all[0],
      "a name has 1 to 40 characters",
      "名称须为 1 至 40 个字符",
    );
  }
  const [, century, year, month] = DATE.exec(date) ?? [];
  if (month === undefined) {
    wrong(
      row,
      2,
      all[1],
      "a date is a year and a month, as 2024-07",
      "日期须写年和月，如 2024-07",
    );
  }
  const context = /^\d+$/.test(length) ? Number(length) : 0;
  if (context < 1 || context > MOST_LENGTH) {
    const most = group(String(MOST_LENGTH));
    wrong(
      row,
      3,
      all[2],
      `a length is a whole number from 1 to ${most}`,
      `长度须为 1 至 ${most} 的整数`,
    );
  }
  if (url && !/^https?:\/\//.test(url)) {
    wrong(
      row,
      5,
      all[4],
      "a source is an address that begins with https://",
      "出处须为以 https:// 开头的地址",
    );
  }
  return {
    name,
    year: Number(`${century}${year}`),
    month: Number(month),
    context,
    method: method || null,
    url: url ?? "",
  };
}

/** Rows, without a first one of names and without empty ones; each with its number. */
function modelsIn(given: unknown): readonly DatedModel[] {
  if (!Array.isArray(given)) {
    refuse(
      `it is ${brief(given)}; rows of name, date and length are taken.`,
      `它是 ${brief(given)}；应为由名称、日期、长度组成的各行。`,
    );
  }
  const rows = (given as readonly unknown[])
    .map((it, k) => ({ it, row: k + 1 }))
    .filter(({ it }) => !(Array.isArray(it) && it.length === 0))
    .filter(
      ({ it, row }) =>
        !(
          row === 1 &&
          Array.isArray(it) &&
          !/\d/.test(it.slice(1, 3).join(""))
        ),
    );
  if (rows.length < 2 || rows.length > MOST_MODELS) {
    refuse(
      `it has ${rows.length} models; this figure shows 2–${MOST_MODELS}.`,
      `它有 ${rows.length} 个模型；这张图能显示 2–${MOST_MODELS} 个。`,
    );
  }
  return rows
    .map(({ it, row }) => modelIn(it, row))
    .sort((a, b) => a.year - b.year || a.month - b.month);
}

/** About five whole numbers from the least to the most. */
function steps(from: number, to: number): readonly number[] {
  const by = Math.max(1, Math.ceil((to - from) / 5));
  return Array.from(
    { length: Math.floor((to - from) / by) + 1 },
    (_, k) => from + k * by,
  );
}

function shownOf(models: readonly DatedModel[]): Model {
  const years = models.map(({ year }) => year);
  const powers = models.map(({ context }) => Math.log2(context));
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const least = Math.max(0, Math.ceil(Math.min(...powers)) - 1);
  const most = Math.floor(Math.max(...powers)) + 1;
  return {
    models,
    years: { domain: [first, last + 1], ticks: steps(first, last) },
    lengths: {
      domain: [2 ** least, 2 ** most],
      ticks: steps(least, most).map((power) => 2 ** power),
    },
  };
}

/** @throws Refused for what is no such list */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const models = modelsIn(given);
  const longest = models.reduce((a, b) => (b.context > a.context ? b : a));
  const name = { en: "Context lengths by date", zh: "各模型的上下文长度" };
  const caption = {
    en: "Each dot is a model: when it was published and how many positions it takes. Drag to read one.",
    zh: "每个点是一个模型：何时发布，支持多少个位置。拖动可读某一个。",
  };
  return {
    ...spec,
    strings: { ...spec.strings, name, caption },
    bounds: { model: { max: () => models.length - 1 } },
    settle: inside({ model: models.length }, {}),
    compute: () => shownOf(models),
    finding: ({ lang }: { readonly lang: Lang }) => {
      const date = dateText(longest, lang);
      const length = quantity(longest.context);
      const who = escapeHtml(longest.name);
      return {
        en: `This page’s own list has <b>${models.length}</b> models. ${who}, ${date}, takes the longest text: <b>${length}</b> positions.`,
        zh: `这是本页自备的 <b>${models.length}</b> 个模型。支持最长文本的是 ${who}（${date}）：<b>${length}</b> 个位置。`,
      }[lang];
    },
  };
}
