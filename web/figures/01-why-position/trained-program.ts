// The program of <pe-trained-attention>: trains the model from its seed, rounds
// it as it is shipped, and has the library read the sentence with it.

import { NOUNS } from "../../trained/known-words.ts";
import { written } from "../../trained/run-results.ts";
import { runOf, STEPS, type TrainedName } from "../../trained/setup.ts";

interface Asked {
  readonly position: TrainedName;
  readonly positions: boolean;
  readonly place: number;
  readonly words: readonly string[];
  readonly tokens: readonly number[];
  readonly nouns: readonly number[];
  /** Place of the verb that is asked. */
  readonly verb: number;
  readonly seed: number;
}

/** How positions enter, as the program writes it. */
const SCHEMES: Readonly<Record<TrainedName, string>> = {
  none: `{ type: "none" }`,
  learned: `{ type: "none" }`,
  sinusoidal: `{ type: "none" }`,
  rope: `{ type: "rotary", layout: "half" }`,
  alibi: `{ type: "alibi", causal: false, symmetric: true }`,
  t5: `{ type: "t5", bidirectional: true, table: tensor("relative.weight", ${runOf("t5", 0).numHeads}) }`,
};

/** Rows that are added to the words. */
function rowsCode({ position, positions, place, tokens }: Asked): string {
  const { dModel } = runOf(position, 0);
  const length = tokens.length;
  if (positions && position === "sinusoidal") {
    return `pe.embedding.sinusoidal({ seqLen: ${length}, offset: ${place}, dModel: ${dModel} })`;
  }
  if (positions && position === "learned") {
    const places = tokens.map((_, t) => place + t);
    return `pe.embedding.lookup(tensor("positions.weight", ${dModel}), ${JSON.stringify(places)})`;
  }
  return `{ data: new Float32Array(${length * dModel}), shape: [${length}, ${dModel}] }`;
}

/** The program that computes what a model says. */
export function programOf(asked: Asked): string {
  const { position, positions, tokens, nouns, verb, words, seed } = asked;
  const { layers, dModel: d, numHeads } = runOf(position, seed);
  return `import { load } from "posenc";
import { load as loadTraining } from "posenc/training";

const [pe, training] = await Promise.all([load(), loadTraining()]);
// The model, trained from its seed: some seconds, the same numbers everywhere.
const trainer = training.trainer(${written(runOf(position, seed))});
trainer.step(${STEPS});
const trained = trainer.weights();
trainer.dispose();
// The page has the numbers of each tensor rounded to one of 31 levels.
const tensor = (name, columns) => {
  const { data } = trained[name];
  const largest = data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const unit = Number((largest / 15).toPrecision(5)) || 1;
  const level = (x) => Math.max(-15, Math.min(15, Math.round(x / unit)));
  const shape = columns ? [data.length / columns, columns] : [data.length];
  return { data: data.map((x) => level(x) * unit), shape };
};
const part = ({ data, shape: [rows, columns] }, n) => ({
  data: data.slice((n * data.length) / 3, ((n + 1) * data.length) / 3),
  shape: columns ? [rows / 3, columns] : [rows / 3],
});
const at = "layers.0.";
const linear = (to, from, columns) => ({
  [to + ".weight"]: tensor(from + ".weight", columns),
  [to + ".bias"]: tensor(from + ".bias"),
});
const norm = (to, from) => ({
  [to + ".gain"]: tensor(from + ".weight"),
  [to + ".bias"]: tensor(from + ".bias"),
});
const [qkv, shift] = [tensor(at + "attention.qkv.weight", ${d}), tensor(at + "attention.qkv.bias")];
const tokenEmbedding = tensor("tokens.weight", ${d});
const model = pe.transformer.encoder({
  layers: ${layers}, dModel: ${d}, numHeads: ${numHeads}, vocabularySize: tokenEmbedding.shape[0],
  norm: "pre", activation: "geluTanh", embeddingScale: 1,
  position: ${positions ? SCHEMES[position] : SCHEMES.none},
  weights: {
    tokenEmbedding,
    ...Object.fromEntries(["query", "key", "value"].flatMap((name, n) => [
      [at + "selfAttention." + name + ".weight", part(qkv, n)],
      [at + "selfAttention." + name + ".bias", part(shift, n)],
    ])),
    ...linear(at + "selfAttention.output", at + "attention.proj", ${d}),
    ...norm(at + "selfAttentionNorm", at + "norm1"),
    ...linear(at + "feedForward.hidden", at + "feed_forward.up", ${d}),
    ...linear(at + "feedForward.output", at + "feed_forward.down", ${4 * d}),
    ...norm(at + "feedForwardNorm", at + "norm2"),
    ...norm("finalNorm", "norm"),
  },
});

const tokens = ${JSON.stringify(tokens)}; // ${JSON.stringify(words).slice(1, -1)}
const rows = ${rowsCode(asked)};
const x = pe.embedding.add(pe.embedding.lookup(tokenEmbedding, tokens), rows, { tokenScale: Math.sqrt(${d}) });
const { logits, layers: [{ selfAttention }] } = model.forward(x, { logits: true, returnWeights: true });
// Who did it? Asked at the verb, word ${verb}.
const vocabulary = logits.shape[1];
const answer = logits.data.subarray(${verb} * vocabulary, ${verb + 1} * vocabulary).map((v) => Math.exp(v));
const sum = answer.reduce((a, b) => a + b);
for (const noun of ${JSON.stringify(nouns)}) console.log((answer[noun] / sum).toFixed(3)); // ${nouns.map((noun) => NOUNS[noun]?.en).join(", ")}
// Attention weights of the verb, head by head.
const T = tokens.length;
for (let head = 0; head < ${numHeads}; head += 1) {
  const row = (head * T + ${verb}) * T;
  console.log(...Array.from(selfAttention.data.subarray(row, row + T), (w) => w.toFixed(3)));
}
model.dispose();
`;
}
