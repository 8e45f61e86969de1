// <pe-offsets>: which row of a table of relative vectors each pair looks up,
// and which pairs find none.
import * as pe from "posenc";
import {
  choice,
  integer,
  onOff,
  type StateOf,
} from "../../element/state/attributes.ts";
import { inkOn } from "../../kit/highlights.ts";
import type { Matrix } from "../../kit/panel.ts";
import {
  pairCells,
  pairWords,
  shutCells,
  signed,
} from "../../kit/pieces/pair-cells.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { decimals, escapeHtml, group, plural } from "../../words/text.ts";
import { PRINTED, REACH } from "./printed-table.ts";

const table = {
  "seq-len": integer({ default: 4, min: 1, max: 12 }),
  sign: choice(["key-minus-query", "query-minus-key"]),
  clipped: onOff(false),
  query: integer({ default: 0, min: 0, max: 11 }),
  key: integer({ default: 2, min: 0, max: 11 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** The offset of each pair, signed as the state says. */
  readonly offsets: Matrix;
  /** Row that each pair reads: −1 where the table has none. */
  readonly rows: Int32Array;
  readonly missing: number;
  /** The row of the chosen pair under both signs; undefined: none. */
  readonly vector: (query: number, key: number) => number[] | undefined;
}

const strings = {
  name: { en: "From offset to row", zh: "由偏移查行" },
  caption: {
    en: "Each cell is a pair of positions, and its number the offset that chooses a row of the table. Press a cell or use the arrow keys. Then make the text one token shorter, switch the sign, and clip.",
    zh: "每个格子是一对位置，格中的数是偏移，由它决定查表格的哪一行。点按格子或用方向键选择一对。再把序列缩短一个词元，切换符号约定，打开截断，各看一遍。",
  },
  seqLen: { en: "Tokens", zh: "词元数" },
  sign: { en: "Offset counts", zh: "偏移的算法" },
  "key-minus-query": { en: "key − query, j − i", zh: "键减查询，j − i" },
  "query-minus-key": { en: "query − key, i − j", zh: "查询减键，i − j" },
  query: { en: "Query position i", zh: "查询位置 i" },
  key: { en: "Key position j", zh: "键位置 j" },
  clipped: { en: "Clip offsets to the table", zh: "把偏移截断到表内" },
  row: { en: "offset", zh: "偏移" },
} as const;

type Here = Shown<State, Model>;

/** +2, 0, −1: an offset with its sign. */
export const signedOffset = (value: number): string =>
  value > 0 ? `+${value}` : group(String(value));

const listed = (row: readonly number[]): string =>
  `(${row.map((v) => decimals(v, 1)).join(",\u00a0")})`;

function say({ state, model, lang }: Here): string {
  const { query, key, seqLen } = state;
  const offset = model.offsets.values[query * seqLen + key] as number;
  const row = model.vector(query, key);
  const found = {
    en: row ? `reads ${listed(row)}` : "finds no row",
    zh: row ? `查得 ${listed(row)}` : "在表中没有对应的行",
  };
  return {
    en: `Query ${query}, key ${key}: offset ${signedOffset(offset)} ${found.en}.`,
    zh: `查询 ${query}、键 ${key}：偏移 ${signedOffset(offset)}，${found.zh}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-offsets",
  table,
  strings,
  bounds: {
    query: { max: ({ seqLen }) => seqLen - 1 },
    key: { max: ({ seqLen }) => seqLen - 1 },
  },
  controls: [{ key: "seqLen" }, { key: "sign" }, { key: "clipped" }],
  compute({ seqLen, sign, clipped }) {
    const size = { queryLen: seqLen, keyLen: seqLen };
    const distances = pe.relativeDistances(size);
    const way = sign === "key-minus-query" ? -1 : 1;
    const values = Float32Array.from(distances, (d) => way * d || 0);
    // key − query, clipped: 0 … 2·REACH.
    const indices = pe.shawIndices({ ...size, clip: REACH });
    const rows = Int32Array.from(indices, (index, k) => {
      const inside = Math.abs(values[k] as number) <= REACH;
      if (!inside && !clipped) return -1;
      return sign === "key-minus-query" ? index : 2 * REACH - index;
    });
    const looked = pe.embeddingLookup(
      PRINTED,
      [...rows].map((row) => Math.max(0, row)),
    ).data;
    const width = PRINTED.shape[1];
    return {
      offsets: signed(values, seqLen, seqLen, Math.max(REACH, seqLen - 1)),
      rows,
      missing: rows.filter((row) => row < 0).length,
      vector(query, key) {
        const at = query * seqLen + key;
        return (rows[at] as number) < 0
          ? undefined
          : [...looked.subarray(at * width, (at + 1) * width)];
      },
    };
  },
  finding({ state, model, lang }) {
    const { seqLen } = state;
    const { missing } = model;
    const [last, need] = [seqLen - 1, 2 * seqLen - 1];
    const reached = signedOffset(last);
    return {
      en: `${seqLen} ${plural(seqLen, "token has", "tokens have")} offsets from ${signedOffset(-last)} to ${reached}: <b>${need}</b> ${plural(need, "row")}. The table has ${2 * REACH + 1}; <b>${missing}</b> of ${seqLen * seqLen} ${plural(seqLen, "pair finds", "pairs find")} none${missing === 0 && last > REACH ? ", now that offsets are clipped" : ""}.`,
      zh: `${seqLen} 个词元的偏移从 ${signedOffset(-last)} 到 ${reached}，需要 <b>${need}</b> 行。表有 ${2 * REACH + 1} 行${missing === 0 && last > REACH ? "，截断之后" : "，"}${seqLen * seqLen} 对中有 <b>${missing}</b> 对查不到。`,
    }[lang];
  },
  rows: [
    [
      ["pairs", 1],
      ["table", 1],
    ],
  ],
  main: ["sign", "clipped"],
  panels: [
    pairCells<State, Model>({
      id: "pairs",
      title: ({ lang }) =>
        lang === "zh" ? "每一对的偏移" : "offset of each pair",
      matrix: ({ model }) => model.offsets,
      label: say,
      scale: false,
      marks({ model, theme }, box) {
        const { rows, columns, values } = model.offsets;
        const [w, h] = [box.width / columns, box.height / rows];
        const none = (query: number, key: number): boolean =>
          (model.rows[query * columns + key] as number) < 0;
        const size = Math.min(14, Math.max(9, h * 0.4));
        return [
          ...shutCells(model.offsets, box, none),
          ...Array.from(values, (value, k) => {
            const [query, key] = [Math.floor(k / columns), k % columns];
            const share = 0.5 + value / (2 * model.offsets.domain[1]);
            return {
              kind: "text" as const,
              x: (key + 0.5) * w,
              y: (query + 0.5) * h + size * 0.36,
              text: signedOffset(value),
              size,
              anchor: "middle" as const,
              fill: none(query, key)
                ? ("ink2" as const)
                : inkOn("diverging", theme, share),
            };
          }),
        ];
      },
    }),
    {
      kind: "html",
      id: "table",
      title: ({ lang }) =>
        lang === "zh" ? "文档 2 的表" : "the table of document 2",
      label: say,
      html(shown) {
        const { state, model, lang } = shown;
        const chosen = model.rows[state.query * state.seqLen + state.key];
        const body = Array.from({ length: 2 * REACH + 1 }, (_, row) => {
          const cells = rowOf(row).map(
            (v) => `<td class="num">${decimals(v, 1)}</td>`,
          );
          const now = row === chosen;
          return `<tr${now ? ' class="now" aria-current="true"' : ""}><th scope="row"${now ? ' class="now"' : ""}>${signedOffset(row - REACH)}</th>${cells.join("")}</tr>`;
        });
        return `<table><thead><tr><th scope="col">${strings.row[lang]}</th><th scope="col" colspan="3"><var>a</var></th></tr></thead><tbody>${body.join("")}</tbody></table><p>${escapeHtml(say(shown))}</p>`;
      },
      lines: (shown) => [
        ...Array.from(
          { length: 2 * REACH + 1 },
          (_, row) => `${signedOffset(row - REACH)}: ${listed(rowOf(row))}`,
        ),
        say(shown),
      ],
    },
  ],
  styles: ".html p { margin: 8px 0 0; }",
  sentence: say,
  tableData({ state, model, lang }) {
    const { seqLen } = state;
    const all = Array.from({ length: seqLen }, (_, k) => k);
    return {
      caption: strings.name[lang],
      corner: `${pairWords.query[lang]} \\ ${pairWords.key[lang]}`,
      columns: all.map(String),
      rows: all.map((query) => ({
        head: String(query),
        cells: all.map((key) => {
          const value = model.offsets.values[query * seqLen + key] as number;
          const row = model.vector(query, key);
          return `${signedOffset(value)} ${row ? listed(row) : "—"}`;
        }),
      })),
      marked: { row: state.query, column: state.key },
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const table = {
  data: [${PRINTED.data.join(", ")}],
  shape: [5, 3], // offsets −2 … 2
};
const size = { queryLen: ${state.seqLen}, keyLen: ${state.seqLen} };
const offsets = [...pe.relative.distances(size)].map((d) => ${state.sign === "key-minus-query" ? "-d); // key − query" : "d); // query − key"}
const indices = pe.relative.shawIndices({ ...size, clip: ${REACH} }); // of key − query
const rows = offsets.map((offset, n) =>
  ${state.clipped ? "" : `Math.abs(offset) > ${REACH} ? -1 : `}${state.sign === "key-minus-query" ? "indices[n]" : `${2 * REACH} - indices[n]`});
const at = ${state.query} * ${state.seqLen} + ${state.key};
console.log(offsets[at], rows[at]);
console.log(rows.filter((row) => row < 0).length); // pairs without a row
if (rows[at] >= 0) console.log(pe.embedding.lookup(table, [rows[at]]).data);
`,
  states({ state: { query, key, seqLen }, model }) {
    const at = query * seqLen + key;
    return [
      model.offsets.values[at] as number,
      model.rows[at] as number,
      model.missing,
      model.vector(query, key) ?? [],
    ];
  },
});

function rowOf(row: number): number[] {
  const width = PRINTED.shape[1];
  return PRINTED.data.slice(row * width, (row + 1) * width);
}
