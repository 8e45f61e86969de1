// The figures that ask trained models: the library's encoder runs them as the
// module of training does, and what the chapters say of them is so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { inRoot } from "../../tools/lib/paths.mjs";
import { importSource } from "./figure.js";

const [{ readBy, readAll, TRAINED_NAMES }, { tokenOf }, models, figures] =
  await Promise.all([
    importSource("widgets/trained/encoders.ts"),
    importSource("widgets/trained/known-words.ts"),
    importSource("widgets/trained/trained-model.ts"),
    importSource("widgets/figures/list.ts"),
  ]);
const { defaults } = await importSource("widgets/element/state/attributes.ts");

const tokensOf = (text) => text.split(" ").map(tokenOf);
const DOG = tokensOf("dog bites man");
const VERB = 1;

/** The noun that a model answers, asked at a word. */
function told(name, tokens, { place = 0, positions = true, at = VERB } = {}) {
  const shares = readBy(name, { tokens, place, positions }).nouns(at);
  return shares.indexOf(Math.max(...shares));
}

async function shown(tag, change = {}, lang = "en") {
  const spec = await figures.figures[tag]();
  const state = spec.settle({ ...defaults(spec.table, lang), ...change });
  const model = spec.compute(state);
  return { spec, shown: { state, model, lang, theme: "light", link: null } };
}

describe("a trained model in the library's own encoder", () => {
  test("attends and answers as posenc-training does", async () => {
    const tokens = tokensOf("yesterday cat chases mouse outside");
    for (const name of TRAINED_NAMES) {
      const own = readBy(name, { tokens, place: 0, positions: true });
      const trained = await models.trainedModel(name);
      const { weights } = trained.attention(tokens);
      const gap = (a, b) =>
        Math.max(...[...a].map((x, k) => Math.abs(x - b[k])));
      assert.equal(own.weights.length, weights.length);
      assert.ok(gap(own.weights, weights) < 1e-5, name);
      assert.ok(gap(own.nouns(2), trained.answer(tokens)) < 1e-4, name);
    }
  });

  test("reads texts side by side as it reads them one by one", () => {
    const texts = [0, 7, 30].map((place) => ({
      tokens: DOG,
      place,
      positions: true,
    }));
    readAll("learned", texts).forEach(({ weights }, n) => {
      const alone = readBy("learned", texts[n]).weights;
      weights.forEach((weight, k) => {
        assert.ok(Math.abs(weight - alone[k]) < 1e-6);
      });
    });
  });

  test("comes in 60 KB, all six", () => {
    const bytes = TRAINED_NAMES.map(
      (name) =>
        gzipSync(
          readFileSync(inRoot(`web/widgets/trained/models/${name}.json`)),
        ).length,
    );
    assert.equal(bytes.length, 6);
    assert.ok(bytes.reduce((a, b) => a + b) < 60 * 1024, bytes.join(" + "));
  });
});

describe("what chapters say of the trained models", () => {
  const [dog, , man] = DOG;
  const turned = DOG.toReversed();

  test("without positions the answer is the same whatever the order", () => {
    for (const name of TRAINED_NAMES) {
      const positions = name === "none";
      assert.equal(
        told(name, DOG, { positions }),
        told(name, turned, { positions }),
        name,
      );
    }
  });

  test("with them it follows the order, but not with a symmetric bias", () => {
    for (const name of ["learned", "sinusoidal", "rope", "t5"]) {
      assert.equal(told(name, DOG), dog, name);
      assert.equal(told(name, turned), man, name);
    }
    assert.equal(told("alibi", DOG), told("alibi", turned));
    assert.equal(told("alibi", DOG, { place: 56 }), told("alibi", DOG));
  });

  test("at place 56 RoPE and T5 tell, added rows do not", () => {
    const far = { place: 56 };
    for (const name of ["rope", "t5"]) {
      assert.equal(told(name, DOG, far), dog, name);
      assert.equal(told(name, turned, far), man, name);
    }
    for (const name of ["learned", "sinusoidal"]) {
      assert.notEqual(told(name, DOG, far), dog, name);
    }
  });

  test("with sinusoids a head looks at a neighbour of the verb", () => {
    const { weights } = readBy("sinusoidal", {
      tokens: DOG,
      place: 3,
      positions: true,
    });
    const most = [0, 1, 2, 3].map((head) => {
      const row = (head * DOG.length + VERB) * DOG.length;
      return Math.max(weights[row], weights[row + 2]);
    });
    assert.ok(Math.max(...most) > 0.8, most.join(" "));
  });

  test("a learned table answers in the rows that were trained alone", async () => {
    const { shown: it } = await shown("pe-learned-rows");
    const { trained, untrained } = it.model;
    assert.equal(trained.right, 1);
    assert.ok(untrained.right < 0.75, `${untrained.right}`);
    // And nothing shows in the rows themselves.
    assert.ok(Math.abs(trained.size - untrained.size) < 0.05);
    // From head to head, a verb that looks at its agent at every place.
    const looks = [...trained.looks[0].values].filter((_, k) => k % 3 === 0);
    assert.ok(Math.min(...looks) > 0.9, looks.join(" "));
  });
});

describe("the figure of a trained model", () => {
  test("takes the reader's own words, in either language, and no others", async () => {
    const { spec } = await shown("pe-trained-attention");
    const { words } = spec.table;
    for (const good of ["fox follows hen", "狐狸|跟着|母鸡", "Dog sees Cat"]) {
      assert.equal(words.read(good), good);
    }
    for (const bad of ["dog bites unicorn", "dog cat", "bites", "bites sees"]) {
      assert.equal(words.read(bad), undefined, bad);
    }
    const { shown: it } = await shown("pe-trained-attention", {
      sentence: "own",
      words: "狐狸|跟着|母鸡",
      position: "rope",
    });
    assert.match(spec.sentence(it), /“fox” 100\.0%/);
  });

  test("keeps a moved word within the sentence, and asks the chosen verb", async () => {
    const { spec, shown: it } = await shown("pe-trained-attention", {
      sentence: "twice",
      pick: 5,
      position: "rope",
    });
    assert.match(spec.sentence(it), /wolf .*sheep .*bear/);
    const { shown: short } = await shown("pe-trained-attention", { pick: 8 });
    assert.equal(short.state.pick, 2);
  });
});
