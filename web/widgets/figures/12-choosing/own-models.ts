// <pe-model-lengths> of a page's own models: rows of name, date and length, with
// method and source where they are known.
import type { AnyFigure } from "../../kit/spec.ts";
import { escapeHtml, group, type Lang, quantity } from "../../words/text.ts";
import { nameIn, type Row, rowsIn, sourceIn } from "../shared/own-rows.ts";
import { inside } from "../shared/own-table.ts";
import type { DatedModel } from "./dated-models.ts";
import { dateText } from "./dates.ts";
import type { Model } from "./model-lengths.ts";

/** Cells are texts, not numbers alone. */
export const cells = "text";

const ROWS = {
  columns: ["name", "date", "length", "method", "source"],
  needed: 3,
  most: 20,
  what: { en: "models", zh: "个模型" },
} as const;
const MOST_LENGTH = 100_000_000;
const DATE = /^(19|20)(\d\d)-(0?[1-9]|1[0-2])$/;

function modelIn(row: Row): DatedModel {
  const { cells, wrong } = row;
  const [, date = "", length = "", method = ""] = cells;
  const name = nameIn(row);
  const [, century, year, month] = DATE.exec(date) ?? [];
  if (month === undefined) {
    wrong(1, {
      en: "a date is a year and a month, as 2024-07",
      zh: "日期须写年和月，如 2024-07",
    });
  }
  const context = /^\d+$/.test(length) ? Number(length) : 0;
  if (context < 1 || context > MOST_LENGTH) {
    const most = group(String(MOST_LENGTH));
    wrong(2, {
      en: `a length is a whole number from 1 to ${most}`,
      zh: `长度须为 1 至 ${most} 的整数`,
    });
  }
  return {
    name,
    year: Number(`${century}${year}`),
    month: Number(month),
    context,
    method: method || null,
    url: sourceIn(row, 4),
  };
}

const modelsIn = (given: unknown): readonly DatedModel[] =>
  rowsIn(given, ROWS)
    .map(modelIn)
    .sort((a, b) => a.year - b.year || a.month - b.month);

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
