// The texts of pages that live in Markdown, name.en.md beside name.zh.md, in the
// form in which texts.mjs gives those of sources: block by block.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesBelow } from "./paths.mjs";
import { Failure } from "./steps.mjs";

const FOLDER = "web/site/tutorial";

/** Blocks between fences of code, formulas, or lines that are directives alone. */
const FENCE = /^(```|\$\$)/;

/** What is read: no anchors and marks; values as {name}, what begins with code as {code}. */
const shownOf = (line) =>
  line
    .trim()
    .replace(/^`[^`]*`/, "{code}")
    .replace(/:(?:anchor|covers|work)(?:\[[^\]]*\])?(?:\{[^}]*\})?/g, "")
    .replace(/:value\[(\w+)\]/g, "{$1}")
    .replace(/:zh\[[^\]]*\]/g, "{quoted}")
    .replaceAll("&nbsp;", "\u00a0")
    .replace(/\\(?=[:[\]<~|])/g, "")
    .replace(/^::source\[.*?at="(.*)"\}$/, "$1")
    .replace(/^:{2,}[\w-]+\[?/, "")
    .replace(/\](?:\{[^}]*\})?$/, "")
    .replace(/^(?:#+|[-*]|\d+\.|>) +(?:\[[ x]\] +)?/, "")
    .trim();

/** The cells of a row, or the text itself. */
const cellsOf = (text) =>
  text.startsWith("|") ? text.split(/(?<!\\)\|/).slice(1, -1) : [text];

/** @returns {{ text: string, line: number }[]} */
export function blocksOf(text) {
  const blocks = [];
  let fence = "";
  let open = false;
  text.split("\n").forEach((line, k) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark) {
      fence = fence ? "" : mark;
      open = false;
      return;
    }
    if (fence) return;
    const isOwn = /^(?:[|#:>-]|\d+\. )/.test(line);
    if (line.trim() === "") open = false;
    else if (open && !isOwn) blocks[blocks.length - 1].text += `\n${line}`;
    else {
      open = !/^[|#:]/.test(line);
      blocks.push({ text: line, line: k + 1 });
    }
  });
  return blocks
    .filter(
      ({ text }) =>
        !/^(?:[|:\s-]+|:{2,}[\w-]*(?:\{.*\})?|::(?:claim|made|mistakes|program|pe-[\w-]+)\b.*|::source\[\w+\](?:\{section=.*\})?)$/.test(
          text,
        ),
    )
    .flatMap(({ text, line }) =>
      cellsOf(text).map((cell) => ({ text: shownOf(cell), line })),
    )
    .filter(({ text }) => text !== "");
}

/** Whose texts are in Markdown, without the language. */
export const markdownBelow = (root) =>
  namesBelow(join(root, FOLDER))
    .filter((name) => name.endsWith(".en.md"))
    .map((name) => `${FOLDER}/${name.replaceAll("\\", "/").slice(0, -6)}`)
    .sort();

/**
 * All pairs of the Markdown files, which have as many blocks in both languages.
 *
 * @returns {import("./texts.mjs").Pair[]}
 */
export function markdownPairs(root) {
  return markdownBelow(root).flatMap((name) => {
    const [en, zh] = ["en", "zh"].map((lang) =>
      blocksOf(readFileSync(join(root, `${name}.${lang}.md`), "utf8")),
    );
    if (en.length !== zh.length) {
      throw new Failure(
        `${name}.en.md has ${en.length} blocks, ${name}.zh.md ${zh.length}`,
        { hint: "give both the same paragraphs, items and rows" },
      );
    }
    return en.map((block, k) => ({
      en: block.text,
      zh: zh[k].text,
      shown: { en: block.text, zh: zh[k].text },
      places: {
        en: `${name}.en.md:${block.line}`,
        zh: `${name}.zh.md:${zh[k].line}`,
      },
    }));
  });
}
