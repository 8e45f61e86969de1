// The part of programs that makes a trained model again: trained from its seed,
// rounded as it is shipped, and read by the library's own encoder.
import { written } from "../../trained/run-results.ts";
import { runOf, STEPS, type TrainedName } from "../../trained/setup.ts";

/** How positions enter the scores, as a program writes it. */
const SCHEMES: Readonly<Record<TrainedName, string>> = {
  none: `{ type: "none" }`,
  learned: `{ type: "none" }`,
  sinusoidal: `{ type: "none" }`,
  rope: `{ type: "rotary", layout: "halves" }`,
  alibi: `{ type: "alibi", symmetric: true }`,
  t5: `{ type: "t5", bidirectional: true, table: tensor("relative.weight", ${runOf("t5", 0).numHeads}) }`,
};

/**
 * A program's `model`, and `tensor(name, columns)` of its weights.
 *
 * @param positions - whether the model is told of positions
 */
export function modelCode(
  position: TrainedName,
  positions: boolean,
  seed: number,
): string {
  const { layers, dModel: d, numHeads } = runOf(position, seed);
  return `import { load } from "posenc";
import { load as loadTraining } from "posenc-training";

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
`;
}
