import * as pe from "posenc";
import { catalog } from "posenc/catalog";
import {
  type DatedModel,
  MODELS,
} from "../../../widgets/figures/12-choosing/dated-models.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** What DeBERTa's scale makes of a product of 1. */
function scaleOf(terms: readonly ("c2p" | "p2c")[]): number {
  const one = { data: [1], shape: [1, 1, 1] };
  const rows = { data: [0, 0], shape: [2, 1, 1] };
  const given = { q: one, k: one, span: 1, relK: rows, relQ: rows, terms };
  return pe.deberta(given).terms.c2c.data[0] as number;
}

/** Models whose makers say how positions enter. */
const KNOWN = MODELS.filter(({ method }) => method !== null);

const inScores = ({ method }: DatedModel): boolean =>
  catalog.find(({ id }) => id === method)?.enters !== "embedding";

/** The youngest model that adds its positions to the tokens. */
const LAST_ADDED = KNOWN.findLastIndex((model) => !inScores(model));

export const otherDesigns = markdownShelf(
  textsOf("shelf-other-designs/other-designs"),
  {
    path: "other-designs/",
    thumbnail: { tag: "pe-rope-plane", panel: "scores" },
    answers: { columns: "first-fixed" },
    values: {
      xlPairs: () =>
        pe.relativeDistances({ queryLen: 512, keyLen: 1024 }).length,
      root3: () => scaleOf([]) / scaleOf(["c2p", "p2c"]),
      known: () => KNOWN.length,
      relative: () => KNOWN.filter(inScores).length,
      last: () => KNOWN[LAST_ADDED]?.name ?? "",
      since: () => KNOWN.length - LAST_ADDED - 1,
    },
  },
);
