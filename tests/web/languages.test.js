// Lists of words that come with the figures: they have every text of every figure,
// and none that no figure says.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import * as pe from "posenc";
import { importSource } from "./figure.js";

const FOLDER = new URL("../../web/widgets/words/languages/", import.meta.url);

let all;
before(async () => {
  await pe.init();
  const { allTexts } = await importSource("widgets/package/all-texts.ts");
  all = await allTexts();
});

/** Names of things, formulas, addresses and the words of sentences that are looked at. */
const SAME = JSON.parse(
  readFileSync(
    new URL("./same-in-every-language.json", import.meta.url),
    "utf8",
  ),
);

/** Numbers and letters, and names that are everywhere. */
const isName = (text) =>
  /^([\W\d_]*|.{1,2}|NTK|YaRN|RoPE|MPT|LLaMA|ALiBi|i = \{1\}|(Llama |Qwen|Phi)\{1\})$/u.test(
    text,
  );

const placesOf = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test("what is the same in every language is said by a figure", () => {
  const unknown = Object.entries(SAME).flatMap(([tag, texts]) =>
    texts
      .filter((it) => !(it in (all[tag] ?? {})))
      .map((it) => `${tag}: ${it}`),
  );
  assert.deepEqual(unknown, []);
});

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    const list = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));

    test("says every text of every figure, and nothing else", () => {
      const missing = [];
      const unknown = [];
      for (const tag of new Set([...Object.keys(all), ...Object.keys(list)])) {
        const [words, said] = [list[tag] ?? {}, all[tag] ?? {}];
        for (const text of Object.keys(said)) {
          if (text in words || isName(text) || SAME[tag]?.includes(text)) {
            continue;
          }
          // What another figure says for it, to begin with.
          const known = Object.values(list).find((it) => text in it)?.[text];
          missing.push(
            `web/widgets/words/languages/${file}, "${tag}": add ${JSON.stringify(text)}: ${JSON.stringify(known ?? "…")}`,
          );
        }
        for (const text of Object.keys(words)) {
          if (!(text in said)) unknown.push(`${tag}: ${text}`);
        }
      }
      assert.equal(missing.join("\n"), "");
      assert.deepEqual(unknown, [], "not said by the figure");
    });

    test("keeps every number", () => {
      for (const words of Object.values(list)) {
        for (const [from, to] of Object.entries(words)) {
          assert.deepEqual(placesOf(to), placesOf(from), from);
        }
      }
    });
  });
}
