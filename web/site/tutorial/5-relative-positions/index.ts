import * as pe from "posenc";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";
import { end, exact } from "./buckets.ts";

/** Chapter 5. */
export const relativePositions = markdownChapter(
  textsOf("5-relative-positions/relative-positions"),
  {
    number: 5,
    path: "relative-positions/",
    thumbnail: { tag: "pe-offsets", panel: "pairs" },
    answers: { "bucket-strip": "last-bucket" },
    values: {
      norm: () => {
        const { data } = pe.sinusoidal({
          positions: [1e6],
          dModel: 512,
        });
        return Math.sqrt(data.reduce((sum, v) => sum + v * v, 0));
      },
      pairs: () => pe.relativeDistances({ queryLen: 512, keyLen: 512 }).length,
      exact: () => exact(true),
      exactCausal: () => exact(false),
      end: () => end(true),
      endCausal: () => end(false),
      table: () => pe.learned({ maxLen: 32, dModel: 12 }).data.length,
    },
  },
);
