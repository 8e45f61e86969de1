// The small models that the site ships, asked as pages ask them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { inRoot } from "../../tools/lib/paths.mjs";
import { importSource } from "./figure.js";

const { trainedModel } = await importSource("widgets/trained/trained-model.ts");
const { TRAINED } = await importSource("widgets/trained/setup.ts");
const { NOUNS, WORDS, textAround, tokenOf } = await importSource(
  "widgets/trained/known-words.ts",
);

const [DOG, BITES, MAN] = ["dog", "bites", "man"].map(tokenOf);

/** Share of the probability that the agent has, of agent and patient. */
function shareOfAgent(model, sentence, place, length) {
  const shares = model.answer(textAround(sentence, place, length));
  const [agent, , patient] = sentence;
  return shares[agent] / (shares[agent] + shares[patient]);
}

/** Places where the agent is told, of all from first to last, both ways round. */
function right(model, first, last, length = 0) {
  let count = 0;
  for (let place = first; place <= last; place += 1) {
    for (const sentence of [
      [DOG, BITES, MAN],
      [MAN, BITES, DOG],
    ]) {
      const words = Math.max(length, place + 3, 20);
      if (shareOfAgent(model, sentence, place, words) > 0.5) count += 1;
    }
  }
  return count / (2 * (last - first + 1));
}

test("words are tokens in both languages", () => {
  assert.equal(new Set(WORDS.map(({ en }) => en)).size, WORDS.length);
  assert.equal(new Set(WORDS.map(({ zh }) => zh)).size, WORDS.length);
  assert.equal(tokenOf("狗"), DOG);
  assert.equal(tokenOf("Dog"), DOG);
  assert.equal(tokenOf("unicorn"), -1);
});

test("models with order tell who did it within the trained places", async () => {
  for (const name of ["learned", "sinusoidal", "rope", "t5"]) {
    assert.equal(right(await trainedModel(name), 0, 17), 1, name);
  }
});

test("a symmetric bias and no positions at all cannot tell", async () => {
  for (const name of ["none", "alibi"]) {
    const model = await trainedModel(name);
    for (const place of [0, 9, 17]) {
      const share = shareOfAgent(model, [DOG, BITES, MAN], place, 20);
      const other = shareOfAgent(model, [MAN, BITES, DOG], place, 20);
      // What is given to the agent in one order is taken in the other.
      assert.ok(
        Math.abs(share + other - 1) < 0.02,
        `${name} ${share} ${other}`,
      );
    }
  }
});

test("beyond the trained places RoPE goes on, the learned table does not", async () => {
  assert.equal(right(await trainedModel("rope"), 20, 61), 1);
  const learned = right(await trainedModel("learned"), 20, 61);
  assert.ok(learned < 0.8, `${learned}`);
});

test("answers are probabilities, weights of attention sum to 1", async () => {
  const model = await trainedModel("rope");
  const words = ["狗", "bites", "人"];
  const shares = model.answer(words);
  assert.equal(shares.length, NOUNS.length);
  const sum = shares.reduce((a, b) => a + b);
  assert.ok(sum > 0.99 && sum <= 1 + 1e-9, `${sum}`);
  assert.deepEqual(shares, model.answer(words, 1));
  const { layers, heads, length, weights } = model.attention(words);
  assert.deepEqual([layers, heads, length], [1, 4, 3]);
  for (let row = 0; row < layers * heads * length; row += 1) {
    const all = weights.slice(row * length, (row + 1) * length);
    assert.ok(Math.abs(all.reduce((a, b) => a + b) - 1) < 1e-5);
  }
});

test("what no model knows is refused by name", async () => {
  const model = await trainedModel("none");
  assert.throws(() => model.answer(["dog", "unicorn"]), {
    name: "RangeError",
    message: 'said[1] must be a word of the trained models, got "unicorn"',
  });
  assert.throws(() => model.answer(["dog", "man"]), {
    name: "RangeError",
    message: "where must be a place of the text, from 0 to 1, got -1",
  });
});

test("the four models of the home page stay below 60 KB gzipped", () => {
  const sizes = ["none", "learned", "sinusoidal", "rope"].map(
    (name) =>
      gzipSync(readFileSync(inRoot(`web/widgets/trained/models/${name}.json`)))
        .length,
  );
  assert.ok(sizes.reduce((a, b) => a + b) < 60_000, sizes.join(" + "));
  assert.equal(Object.keys(TRAINED).length, 6);
});
