import * as pe from "posenc";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Wavelengths of the pairs of a head. */
const waves = (base: number): readonly number[] =>
  Array.from(
    pe.rotaryFrequencies({ headDim: 128, base }).inverseFrequency,
    (f) => (2 * Math.PI) / f,
  );

/** Chapter 6. */
export const rope = markdownChapter(textsOf("6-rope/rope"), {
  number: 6,
  path: "rope/",
  thumbnail: { tag: "pe-rope", panel: "scene", zoom: 4 },
  values: {
    // Pairs that do not complete a turn within 4096 positions.
    unfinished: () => waves(10_000).filter((wave) => wave > 4096).length,
    llama3: () => (waves(500_000).at(-1) as number) / 8192,
  },
});
