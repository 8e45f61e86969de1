// The program of <pe-learned-rows>.
import { runOf, TRAINED_PLACES } from "../../trained/setup.ts";
import { modelCode } from "../shared/model-again.ts";

interface Asked {
  readonly head: number;
  readonly from: number;
  readonly sentences: readonly (readonly number[])[];
}

/** Where the verb looks at the first place, what is right, how alike rows are. */
export function rowsProgram({ head, from, sentences }: Asked): string {
  const { dModel: d, numHeads } = runOf("learned", 0);
  return `${modelCode("learned", true, 0)}
const rows = tensor("positions.weight", ${d});
// Agent, verb, patient: a sentence for every noun.
const sentences = ${JSON.stringify(sentences)};
for (const first of [0, ${from}]) {
  const count = ${TRAINED_PLACES};
  const some = pe.embedding.lookup(rows, Array.from({ length: count }, (_, n) => first + n));
  const cosines = [...pe.analysis.similarity(some, { normalized: true }).data]
    .filter((_, at) => at % (count + 1) !== 0);
  console.log(cosines.reduce((sum, x) => sum + Math.abs(x), 0) / cosines.length);
  let right = 0;
  const looks = [0, 0, 0];
  const places = count - 2;
  for (let place = 0; place < places; place += 1) {
    for (const tokens of sentences) {
      const x = pe.embedding.add(
        pe.embedding.lookup(tokenEmbedding, tokens),
        pe.embedding.lookup(rows, [0, 1, 2].map((t) => first + place + t)),
        { tokenScale: Math.sqrt(${d}) },
      );
      const { logits, layers: [{ selfAttention }] } = model.forward(x, { logits: true, returnWeights: true });
      const vocabulary = logits.shape[1];
      const answer = logits.data.subarray(vocabulary, 2 * vocabulary); // at the verb
      if (answer.indexOf(Math.max(...answer)) === tokens[0]) right += 1;
      const row = ${head - 1} * 9 + 3; // of head ${head} of ${numHeads}
      if (place === 0) looks.forEach((_, to) => {
        looks[to] += selfAttention.data[row + to] / sentences.length;
      });
    }
  }
  console.log(right / (places * sentences.length));
  console.log(...looks.map((weight) => weight.toFixed(4)));
}
model.dispose();
`;
}
