// What the types say of options that go together, and what the calls say.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "posenc";
import { WRONG_CALLS } from "./fixtures/types/wrong-programs.js";

const pe = await load();
const x = pe.embedding.sinusoidal({ seqLen: 4, dModel: 8 });
const frequencies = pe.rotary.frequencies({ headDim: 8 });
const scene = {
  pe,
  x,
  heads: { data: x.data, shape: [1, 1, 4, 8] },
  frequencies,
  tables: pe.rotary.tables({ frequencies, seqLen: 4 }),
  plan: pe.config.fromHuggingFace({
    model_type: "llama",
    hidden_size: 64,
    num_hidden_layers: 1,
    num_attention_heads: 8,
    max_position_embeddings: 64,
  }).plan,
  kind: () => "log",
};
const run = (program) =>
  new Function(...Object.keys(scene), program)(...Object.values(scene));

for (const [wrong, right] of WRONG_CALLS) {
  test(`${wrong} is refused, ${right} is not`, () => {
    assert.throws(() => run(wrong), { name: /^(?:Type|Range)Error$/ });
    run(right);
  });
}
