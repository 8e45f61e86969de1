import * as pe from "posenc";
import { catalog, type Enters } from "posenc/catalog";
import { MODELS } from "../../../widgets/figures/12-choosing/dated-models.ts";
import { EVENTS } from "../../../widgets/figures/12-choosing/events.ts";
import { decimals, group } from "../../../widgets/words/text.ts";
import type { Values } from "../../page.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** The model of the table of costs. */
const LAYER = { tokens: 4096, heads: 32, width: 128 } as const;

/** Numbers in the tables of cosines and sines. */
function tableSize(): number {
  const { tokens, width } = LAYER;
  const { cos, sin } = pe.rotaryTables({
    frequencies: pe.rotaryFrequencies({ headDim: width }),
    seqLen: tokens,
  });
  return cos.data.length + sin.data.length;
}

const costs: Values = {
  additive: () => {
    const { tokens, heads, width } = LAYER;
    const size = { seqLen: tokens, dModel: heads * width };
    return group(String(pe.sinusoidal(size).data.length));
  },
  tables: () => group(String(tableSize())),
  // Half of the table for each head, of queries and of keys.
  turns: () => group(String((tableSize() / 2) * LAYER.heads * 2)),
  slopes: () => pe.alibiSlopes({ numHeads: LAYER.heads }).length,
  scores: () => group(String(LAYER.heads * LAYER.tokens ** 2)),
};

/** The year in which a length was first reached. */
const firstTo = (length: number): string =>
  String(MODELS.find(({ context }) => context >= length)?.year);

const WIDTH = 512;
/** Two places, the same distance apart. */
const NEAR = [3, 10] as const;
const FAR = [4003, 4010] as const;

const rows = (positions: readonly number[]) =>
  pe.sinusoidal({ positions, dModel: WIDTH });

const norm = (position: number) => (): string =>
  decimals(Math.hypot(...rows([position]).data), 3);

/** The product of the rows of two positions. */
const product = (positions: readonly number[]) => (): string => {
  const x = rows(positions);
  return decimals(pe.transformerLinear(x, x).data[1] as number, 3);
};

/** The length of the difference of the rows of two positions. */
const apart = (positions: readonly number[]) => (): string => {
  const { data } = rows(positions);
  const gaps = Array.from(
    data.subarray(0, WIDTH),
    (x, k) => x - (data[WIDTH + k] as number),
  );
  return decimals(Math.hypot(...gaps), 3);
};

/** The largest difference of two tables that are made one after the other. */
const again = (): string => {
  const one = pe.sinusoidal({ seqLen: 100, dModel: WIDTH }).data;
  const two = pe.sinusoidal({ seqLen: 100, dModel: WIDTH }).data;
  return String(
    Math.max(...one.map((x, k) => Math.abs(x - (two[k] as number)))),
  );
};

/** Designs that enter there: all, those with learned numbers, those that go on. */
function counts(enters: Enters): Values {
  const own = catalog.filter((entry) => entry.enters === enters);
  return {
    [`${enters}All`]: () => own.length,
    [`${enters}Learned`]: () => own.filter((it) => it.trainable).length,
    [`${enters}Long`]: () =>
      own.filter(({ extrapolates }) => extrapolates === "yes").length,
  };
}

export const compared = markdownShelf(textsOf("shelf-compared/compared"), {
  path: "compared/",
  thumbnail: { tag: "pe-model-lengths", panel: "dots" },
  values: {
    ...costs,
    hundred: () => firstTo(131_072),
    // Whose makers have not said how positions enter.
    silent: () => {
      const names = MODELS.filter(({ method }) => method === null).map(
        ({ name }) => name,
      );
      return { en: names.join(" and "), zh: names.join(" 和 ") };
    },
    many: () => EVENTS.filter(({ model }) => model).length,
    again,
    norm: norm(1e6),
    first: norm(0),
    nearProduct: product(NEAR),
    farProduct: product(FAR),
    nearGap: apart(NEAR),
    farGap: apart(FAR),
    parameters: () => group(String(512 * WIDTH)),
    designs: () => catalog.length,
    ...counts("embedding"),
    ...counts("rotary"),
    ...counts("bias"),
    ...counts("relative"),
  },
});
