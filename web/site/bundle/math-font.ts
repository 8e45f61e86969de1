// The font of signs in formulas: what stretches (parentheses, bars, roots) has
// tall forms in few systems' fonts. The letters are those of the text.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import type { Libraries } from "./libraries.ts";

const root = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const WHOLE =
  "node_modules/@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2";
/** styles/fonts.css names it. */
const FILE = "build/fonts/math-signs.woff2";

/** Signs of formulas, and the space, which makes it the first font of a formula. */
export const SIGNS = " ()[]{}|+<=>~±·×‖…′‾→←⇒∂∈∏∑−∗√∝∞∥∫≈≠≤≥≪⌈⌉⌊⌋⏟⟨⟩⟺⋅";

/** Writes the font before a build, or the server, reads the style sheet. */
export function mathFont(libraries?: Libraries): Plugin {
  libraries?.add([root(WHOLE)]);
  return {
    name: "posenc-math-font",
    async config() {
      const file = root(FILE);
      const whole = readFileSync(root(WHOLE));
      const of = `${whole.length} ${SIGNS}`;
      const note = `${file}.txt`;
      if (existsSync(file) && existsSync(note)) {
        if (readFileSync(note, "utf8") === of) return;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        await subsetFont(whole, SIGNS, { targetFormat: "woff2" }),
      );
      writeFileSync(note, of);
    },
  };
}
