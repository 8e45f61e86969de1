import * as pe from "posenc";
import { decimals } from "../../../widgets/words/text.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Norm of a sinusoidal row of that width. */
export function rowNorm(dModel: number): number {
  const { data } = pe.sinusoidal({ positions: [1234], dModel });
  return Math.hypot(...data);
}

/** Chapter 4. */
export const learnedTables = markdownChapter(
  textsOf("4-learned-tables/learned-tables"),
  {
    number: 4,
    path: "learned-tables/",
    thumbnail: { tag: "pe-fusion", panel: "sum" },
    answers: {
      "really-trained": "neighbour-rows",
      norms: "ratio-512",
      adding: "lost-word",
    },
    values: { row: () => decimals(rowNorm(512), 1) },
  },
);
