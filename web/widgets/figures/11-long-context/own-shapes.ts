// <pe-context-cost> of a page's own models: rows of name, layers, heads, heads of
// keys and values, head dimension.
import type { AnyFigure } from "../../kit/spec.ts";
import { escapeHtml, type Lang, quantity } from "../../words/text.ts";
import { nameIn, type Row, rowsIn } from "../shared/own-rows.ts";
import { kept } from "../shared/own-table.ts";
import type { Model, Shape, State } from "./context-cost.ts";

/** Cells are texts, not numbers alone. */
export const cells = "text";

const ROWS = {
  columns: ["name", "layers", "heads", "kv-heads", "head-dim"],
  needed: 5,
  most: 8,
  what: { en: "models", zh: "个模型" },
} as const;

const MOST = [0, 200, 256, 256, 512] as const;

function wholeIn({ cells: all, wrong }: Row, column: number, most: number) {
  const value = /^\d+$/.test(all[column] as string) ? Number(all[column]) : 0;
  if (value < 1 || value > most) {
    wrong(column, {
      en: `this is a whole number from 1 to ${most}`,
      zh: `这里须为 1 至 ${most} 的整数`,
    });
  }
  return value;
}

function modelIn(row: Row): { readonly name: string; readonly shape: Shape } {
  const name = nameIn(row);
  const [layers, heads] = [1, 2].map((k) =>
    wholeIn(row, k, MOST[k] as number),
  ) as [number, number];
  const kvHeads = wholeIn(row, 3, heads);
  const headDim = wholeIn(row, 4, MOST[4]);
  return { name, shape: { layers, heads, kvHeads, headDim } };
}

const KEYS = ["layers", "heads", "kvHeads", "headDim"] as const;

/** @throws Refused for what is no such list */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const models = rowsIn(given, ROWS).map(modelIn);
  const chosenIn = (state: Readonly<State>) =>
    models.find(({ shape }) =>
      KEYS.every((key) => shape[key] === state[key]),
    ) ?? (models[0] as (typeof models)[number]);
  const caption = {
    en: "Bytes against length, both in powers of ten. Drag to another length, or press the name of a model: the cache of keys and values grows with its layers and with its heads of keys and values.",
    zh: "字节数随长度的变化，两轴都是对数。拖动改变长度，或点按一个模型的名称：键值缓存随层数和键值头数增长。",
  };
  return {
    ...spec,
    ...kept(spec, ["seqLen", "format"]),
    strings: { ...spec.strings, caption },
    // It has the shape of one of them, the first unless another was asked for.
    settle: (state) => {
      const next = spec.settle?.(state) ?? state;
      return { ...next, ...chosenIn(next as unknown as State).shape };
    },
    compute: (state, buffers): Model => ({
      ...spec.compute(state, buffers),
      models,
    }),
    finding: (shown) => {
      const name = escapeHtml(chosenIn(shown.state).name);
      const found = spec.finding(shown);
      const text = { en: `${name}: ${found}`, zh: `${name}：${found}` };
      return text[shown.lang as Lang];
    },
    // A line for each of them at the length that is chosen.
    tableData: (shown) => {
      const of = (shape: Shape) =>
        spec.tableData({ ...shown, state: { ...shown.state, ...shape } });
      const rows = models.map(({ name, shape }) => {
        const { rows: all, marked } = of(shape);
        return { head: name, cells: all[marked?.row ?? 0]?.cells ?? [] };
      });
      const chosen = chosenIn(shown.state as unknown as State);
      const n = quantity(shown.state.seqLen as number);
      const { columns } = of(chosen.shape);
      const lang = shown.lang as Lang;
      return {
        caption: {
          en: `Bytes at ${n} tokens`,
          zh: `${n} 个词元时的字节数`,
        }[lang],
        corner: { en: "model", zh: "模型" }[lang],
        columns,
        rows,
        marked: { row: models.indexOf(chosen), column: 0 },
      };
    },
  };
}
