// <pe-waves> of a page's own table: columns as curves.

import type { AnyFigure } from "../../kit/spec.ts";
import { cellValue } from "../../words/text.ts";
import {
  inside,
  kept,
  ownTable,
  sizeText,
  tableCode,
  tableCsv,
} from "../shared/own-table.ts";
import type { Curve, Here, Model, State } from "./waves.ts";

const SIZES = [
  [8, 4096],
  [1, 1024],
] as const;

/** Columns that are drawn: the first ones, or those at the ends and thirds. */
function columnsOf({ dims }: Readonly<State>, count: number): number[] {
  const all =
    dims === "first"
      ? [0, 1, 2, 3]
      : [0, 1 / 3, 2 / 3, 1].map((share) => Math.round(share * (count - 1)));
  return [...new Set(all)].filter((it) => it < count);
}

/** @throws Refused for what is no such table */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const table = ownTable(given, SIZES);
  const { values, rows, columns, reach } = table;
  const at = (row: number, column: number): number =>
    values[row * columns + column] as number;
  const curveOf = (dim: number): Curve => ({
    dim,
    wave: Number.NaN,
    values: Float32Array.from({ length: rows }, (_, row) => at(row, dim)),
  });
  const say = ({ state: { pos }, model, lang }: Here): string => {
    const list = model.curves.map(({ dim }) =>
      lang === "zh"
        ? `第 ${dim} 列 ${cellValue(at(pos, dim))}`
        : `column ${dim} ${cellValue(at(pos, dim))}`,
    );
    return lang === "zh"
      ? `第 ${pos} 行：${list.join("，")}。`
      : `Row ${pos}: ${list.join(", ")}.`;
  };
  const title = {
    name: { en: "Columns of a table as curves", zh: "把表的各列画成曲线" },
    caption: {
      en: "Drag to a row to read its values. “Spread” shows columns far apart in place of the first four.",
      zh: "拖到某一行即可读数。选“分散”可看相隔较远的列，而不是前四列。",
    },
  };
  return {
    ...spec,
    ...kept(spec, ["dims", "pos"]),
    strings: { ...spec.strings, ...title },
    settle: inside({ pos: rows }, { seqLen: rows }),
    compute: (state: Readonly<State>): Model => ({
      curves: columnsOf(state, columns).map(curveOf),
      step: 1,
      reach,
    }),
    finding: ({ model, lang }: Here) => {
      const dims = model.curves.map(({ dim }) => dim);
      return {
        en: `${sizeText(table).en}; the curves are columns <b>${dims.join(", ")}</b>.`,
        zh: `${sizeText(table).zh}；曲线是第 <b>${dims.join("、")}</b> 列。`,
      }[lang];
    },
    panels: spec.panels.map(
      (panel) =>
        ({
          ...panel,
          label: say,
          legend: (shown: Here) =>
            panel.legend?.(shown).map((key, k) => {
              const { dim } = shown.model.curves[k] as Curve;
              const text = { en: `column ${dim}`, zh: `第 ${dim} 列` };
              return { ...key, text: text[shown.lang] };
            }) ?? [],
        }) as typeof panel,
    ),
    sentence: say,
    tableData: ({ state: { pos }, model, lang }: Here) => ({
      caption: title.name[lang],
      corner: { en: "column", zh: "列" }[lang],
      columns: [{ en: `row ${pos}`, zh: `第 ${pos} 行` }[lang]],
      rows: model.curves.map(({ dim }) => ({
        head: String(dim),
        cells: [cellValue(at(pos, dim))],
      })),
    }),
    csv: () => tableCsv(table),
    code: ({ state: { pos }, model }: Here) =>
      tableCode(
        spec.tag,
        `for (const column of ${JSON.stringify(model.curves.map(({ dim }) => dim))}) {
  console.log(column, table[${pos}][column]);
}
`,
      ),
    listing: () => undefined,
    states: ({ state: { pos }, model }: Here) =>
      model.curves.map(({ dim }) => [dim, at(pos, dim)]),
  };
}
