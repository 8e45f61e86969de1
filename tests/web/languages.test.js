// Lists of words that come with the figures: each text in them is one that figures
// say, and the figures in them say nothing else.
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

/** Names of things, formulas and letters are the same in every language. */
const isName = (text) =>
  /^([\W\d_]*|.{1,2}|NTK|YaRN|RoPE|MPT|LLaMA|ALiBi|i = \{1\}|(Llama |Qwen|Phi)\{1\})$/u.test(
    text,
  );

const placesOf = (text) => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    const list = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));

    test("knows the figures' texts, and all of those it names", () => {
      for (const [tag, words] of Object.entries(list)) {
        const said = all[tag];
        assert.ok(said, `there is no ${tag}`);
        const unknown = Object.keys(words).filter((it) => !(it in said));
        assert.deepEqual(unknown, [], `${tag} doesn’t say that`);
        const missing = Object.keys(said).filter(
          (it) => !(it in words) && !isName(it),
        );
        assert.deepEqual(missing, [], `${tag} says more`);
      }
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
