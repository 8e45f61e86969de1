// <pe-heatmap> of a page's own table.
import type { AnyFigure, Shown } from "../../kit/spec.ts";
import { cellValue, type Lang, quantity } from "../../words/text.ts";
import {
  inside,
  kept,
  ownTable,
  sizeText,
  tableCode,
  tableCsv,
} from "../shared/own-table.ts";
import type { Model, State } from "./heatmap.ts";

type Here = Shown<State, Model>;

const SIZES = [
  [2, 1024],
  [2, 512],
] as const;

/** @throws Refused for what is no such table */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const table = ownTable(given, SIZES);
  const { values, rows, columns, reach } = table;
  let [largest, largestDim] = [-1, 0];
  for (let k = columns; k < values.length; k += 1) {
    const step = Math.abs(
      (values[k] as number) - (values[k - columns] as number),
    );
    if (step > largest) [largest, largestDim] = [step, k % columns];
  }
  const matrix = { values, rows, columns, domain: [-reach, reach] as const };
  const say = ({ state: { pos, dim, offset }, lang }: Here): string => {
    const value = cellValue(values[pos * columns + dim] as number);
    return {
      en: `Row ${offset + pos}, column ${dim}: ${value}.`,
      zh: `第 ${offset + pos} 行，第 ${dim} 列：${value}。`,
    }[lang];
  };
  const titles: Readonly<Record<string, (shown: Here) => string>> = {
    column: ({ state: { dim }, lang }) =>
      ({ en: `column ${dim}`, zh: `第 ${dim} 列` })[lang],
    row: ({ state: { offset, pos }, lang }) =>
      ({ en: `row ${offset + pos}`, zh: `第 ${offset + pos} 行` })[lang],
  };
  // One line for a row: nothing says that sines and cosines alternate in it.
  const plain = (shown: Here): Here => ({
    ...shown,
    state: { ...shown.state, layout: "halves" },
  });
  const title = {
    name: { en: "Heatmap of a table", zh: "表的热力图" },
    caption: {
      en: "Press or drag to choose a cell; the lines below are its column and its row.",
      zh: "点按或拖动可选单元格，下面两条曲线就是它所在的列和行。",
    },
  };
  return {
    ...spec,
    ...kept(spec, ["pos", "dim"]),
    strings: { ...spec.strings, ...title },
    settle: inside(
      { pos: rows, dim: columns },
      { seqLen: rows, dModel: columns, show: "values" },
    ),
    compute: (): Model => ({ matrix, largest, largestDim, lively: 0 }),
    finding: ({ lang }: { readonly lang: Lang }) => {
      const size = sizeText(table)[lang];
      return {
        en: `${size}. From one row to the next, column ${largestDim} moves most, by up to <b>${quantity(largest)}</b>.`,
        zh: `${size}。相邻两行之间变化最大的是第\u00a0${largestDim}\u00a0列，可达 <b>${quantity(largest)}</b>。`,
      }[lang];
    },
    panels: spec.panels.map((panel) => {
      if (panel.kind === "html") return panel;
      const { marks } = panel;
      return {
        ...panel,
        label: say,
        ...(marks && { marks: (shown, box) => marks(plain(shown), box) }),
        ...(panel.id in titles && { title: titles[panel.id] }),
        ...(panel.legend && { legend: () => [] }),
      } as typeof panel;
    }),
    sentence: say,
    tableData: (shown) => ({
      ...spec.tableData(shown),
      caption: title.name[shown.lang],
    }),
    csv: () => tableCsv(table),
    code: ({ state: { pos, dim } }: Here) =>
      tableCode(
        spec.tag,
        `console.log(table.length, table[0].length, table[${pos}][${dim}]);\n`,
      ),
    listing: () => undefined,
    states: ({ state: { pos, dim } }: Here) => [
      rows,
      columns,
      values[pos * columns + dim] as number,
    ],
  };
}
