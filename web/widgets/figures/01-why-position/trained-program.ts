// The program of <pe-trained-attention>: a trained model reads the sentence.
import { NOUNS } from "../../trained/known-words.ts";
import { runOf, type TrainedName } from "../../trained/setup.ts";
import { modelCode } from "../shared/model-again.ts";

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
  const { dModel: d, numHeads } = runOf(position, seed);
  return `${modelCode(position, positions, seed)}
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
