// Every picture of attention says where its weights come from: random numbers, a
// hand, or training.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as library from "posenc";
import { libraryWith } from "../../tools/lib/web-source.mjs";
import { importSource } from "./figure.js";

/** Calls since it was emptied. */
const calls = new Set();
const noted = libraryWith(
  Object.fromEntries(
    Object.entries(library)
      .filter(([name]) => !/^(init|load|version)$/.test(name))
      .map(([name, call]) => [
        name,
        (...input) => {
          calls.add(name);
          return /** @type {Function} */ (call)(...input);
        },
      ]),
  ),
);

const [{ figures }, { defaults }, { BufferCache }, { titleOf }, { headHtml }] =
  await Promise.all([
    importSource("widgets/figures/list.ts", "neutral", noted),
    importSource("widgets/element/state/attributes.ts"),
    importSource("widgets/kit/buffer-cache.ts"),
    importSource("widgets/kit/panel.ts"),
    importSource("widgets/kit/template.ts"),
  ]);

/** Calls that attend, or compute the scores of it. */
const ATTENDING =
  /^(attention|transformer(Encoder|Decoder)|shaw|transformerXL|deberta|tupe|cope)$/;

/** Figures that attend and draw neither weights nor scores nor outputs. */
const ELSEWHERE = {
  "pe-context-cost": "the bytes and the multiplications that attention takes",
  "pe-ladder": "verdicts on each encoding",
};

/** Where the weights of the others come from. */
const ORIGINS = {
  "pe-attention-entropy": "random",
  "pe-chain": "random",
  "pe-cliff": "made",
  "pe-counted-positions": "made",
  "pe-counting": "made",
  "pe-decoding": "random",
  "pe-distance-profile": "random",
  "pe-key-shift": "random",
  "pe-layers": "random",
  "pe-learned-rows": "trained",
  "pe-logit-terms": "random",
  "pe-negation": "made",
  "pe-permute": "random",
  "pe-rope-additive": "random",
  "pe-rotary-layout": "random",
  "pe-score-forms": "made",
  "pe-shaw": "random",
  "pe-shift-trick": "random",
  "pe-shuffle": "random",
  "pe-trained-attention": "trained",
};

async function attendingOf(tag) {
  const spec = await figures[tag]();
  const state = spec.settle({ ...defaults(spec.table) });
  calls.clear();
  const keep = new BufferCache();
  const model = spec.compute(state, keep);
  const shown = (lang) => ({ state, model, lang, theme: "light", link: null });
  return {
    attends: [...calls].some((call) => ATTENDING.test(call)),
    panels: spec.panels.filter(({ attention }) => attention),
    shown,
    keep,
  };
}

describe("attention in pictures", () => {
  test("is known, with where its weights come from, in every figure that attends", async () => {
    const found = {};
    for (const tag of Object.keys(figures)) {
      const { attends, panels, keep } = await attendingOf(tag);
      keep.release();
      const origins = new Set(panels.map(({ attention }) => attention));
      const isIts = attends && !Object.hasOwn(ELSEWHERE, tag);
      if (!isIts && origins.size === 0) continue;
      found[tag] = [...origins].join(" and ") || "nothing";
    }
    assert.deepEqual(found, ORIGINS);
  });

  test("says so in the picture, in both languages", async () => {
    const words = {
      random: ["random, not trained", "随机，未经训练"],
      made: ["set by hand, not trained", "手工设定，未经训练"],
      trained: ["trained", "训练得到"],
    };
    for (const [tag, origin] of Object.entries(ORIGINS)) {
      const { panels, shown, keep } = await attendingOf(tag);
      for (const panel of panels) {
        for (const [k, lang] of ["en", "zh"].entries()) {
          const title = titleOf(panel, shown(lang));
          assert.ok(title.includes(words[origin][k]), `${tag}: ${title}`);
          assert.ok(headHtml(panel, shown(lang)).includes(words[origin][k]));
        }
      }
      keep.release();
    }
  });
});
