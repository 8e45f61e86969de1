// <pe-similarity> of a page's own rows: the products of all pairs of them.
import type { AnyFigure } from "../../kit/spec.ts";
import { decimals, quantity } from "../../words/text.ts";
import {
  inside,
  kept,
  ownTable,
  roundedUp,
  sizeText,
  tableCode,
} from "../shared/own-table.ts";
import type { ByOffset, Here, Model } from "./similarity.ts";

const SIZES = [
  [8, 128],
  [1, 1024],
] as const;

/**
 * @param byOffset - from the figure: bundlers would take all of it along with this
 * @throws Refused for what is no such table
 */
export function takesRows(
  byOffset: ByOffset,
  given: unknown,
  spec: AnyFigure,
): AnyFigure {
  const table = ownTable(given, SIZES);
  const { values: rows, rows: n, columns } = table;
  const values = new Float32Array(n * n);
  let most = 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = 0;
      for (let k = 0; k < columns; k += 1) {
        sum +=
          (rows[i * columns + k] as number) * (rows[j * columns + k] as number);
      }
      values[i * n + j] = sum;
      values[j * n + i] = sum;
      most = Math.max(most, Math.abs(sum));
    }
  }
  const reach = roundedUp(most);
  const model: Model = {
    matrix: { values, rows: n, columns: n, domain: [-reach, reach] },
    ...byOffset(values, n),
    self:
      values.reduce((sum, value, k) => sum + (k % (n + 1) ? 0 : value), 0) / n,
    hits: 0,
    able: 0,
  };
  const title = {
    name: { en: "Products of all pairs of rows", zh: "所有行两两的乘积" },
    caption: {
      en: "Press a cell to see its row as a curve: the products of one row with every row.",
      zh: "点按一格，看它所在的行画成曲线：这一行与所有行的乘积。",
    },
  };
  return {
    ...spec,
    ...kept(spec, ["pos", "key"]),
    strings: { ...spec.strings, ...title },
    settle: inside({ pos: n, key: n }, { seqLen: n, weight: "none" }),
    compute: (): Model => model,
    finding: ({ lang }: Here) => {
      const size = sizeText(table)[lang];
      const share = `${decimals(100 * model.explained, 0)}%`;
      const along = quantity(model.along);
      return {
        en: `${size}. The offset explains <b>${share}</b> of the variance of the products of its rows; along a diagonal they differ by up to <b>${along}</b>.`,
        zh: `${size}。偏移解释了各行乘积方差的 <b>${share}</b>；同一条对角线上的乘积最多相差 <b>${along}</b>。`,
      }[lang];
    },
    code: ({ state: { pos, key } }: Here) =>
      tableCode(
        spec.tag,
        `console.log(table.length, table[${pos}][${key}]);\n`,
      ),
    listing: () => undefined,
    states: ({ state: { pos, key } }: Here) => [
      n,
      values[pos * n + key] as number,
    ],
  };
}
