import * as pe from "posenc";
import { decimals, scientific } from "../../../widgets/words/text.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Chapter 3. */
export const sinusoids = markdownChapter(textsOf("3-sinusoids/sinusoids"), {
  number: 3,
  path: "sinusoids/",
  thumbnail: { tag: "pe-clock", panel: "hands", state: { dModel: 6 } },
  answers: { ladder: "wider turning" },
  values: {
    shiftError: () => {
      const dModel = 512;
      const rows = pe.sinusoidal({ seqLen: 1500, dModel });
      const { max } = pe.analysisShiftError(rows, { offset: 1000, dModel });
      return scientific(max, 1);
    },
    fastest: () =>
      decimals(pe.analysisWavelengths({ dModel: 512 })[0] as number, 3),
    slowest512: () => pe.analysisWavelengths({ dModel: 512 }).at(-1) as number,
    slowest64: () => pe.analysisWavelengths({ dModel: 64 }).at(-1) as number,
    last512: () => {
      const wave = pe.analysisWavelengths({ dModel: 512 }).at(-1) as number;
      return (wave / (2 * Math.PI)).toFixed(1);
    },
  },
});
