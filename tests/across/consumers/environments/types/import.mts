import { init, load, type Posenc, sinusoidal } from "posenc";
import { catalog } from "posenc/catalog";
import "posenc-widgets/jsx";
import module from "posenc/posenc.wasm";
import { connect as connectThreads } from "posenc/worker";
import { load as loadTraining, type Report } from "posenc-training";
import { connect } from "posenc-training/worker";
import { Heatmap } from "posenc-widgets/pe-heatmap";

const pe: Posenc = await load();
const own: Posenc = await load({ module });
await init({ url: module });
const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
const figure: Heatmap = new Heatmap();
// @ts-expect-error a number is no row
export const wrong: string = pe.embedding;
const training = await loadTraining();
const trainer = training.trainer({
  ...{ task: { type: "back", back: 2 }, trainLen: 9 },
  position: { type: "custom", bias: "-abs(i-j)" },
});
const report: Report = trainer.step(1);
const there = await (await connect({ workers: 1 })).trainer({
  ...{ data: "a text to learn", position: "rope", trainLen: 4 },
});
const scores = await there.evaluate({ lengths: [4] });
// @ts-expect-error it is one or the other
training.trainer({ task: "back", data: "text", position: "rope", trainLen: 4 });
export const learned = [report.loss, scores[0]?.accuracy];
export const all = [own, data, figure.state.dModel, catalog[0]?.id];

const threads = await connectThreads({ workers: 2, maxPending: 8 });
const seen = threads.with({ transfer: true, onProgress: ({ done }) => done });
const { output } = await seen.attention({
  ...{ q: figureless(), k: figureless(), v: figureless(), causal: true },
});
const rows: Float32Array = (
  await threads.embedding.lookup(output, [0], { overflow: "wrap" })
).data;
function figureless() {
  return { data: [1], shape: [1, 1, 1] };
}
// @ts-expect-error results of threads come in arrays of their own
await threads.embedding.index({ seqLen: 2, out: rows });
// @ts-expect-error what lives in one module stays with load()
threads.attention.prepare({});
// @ts-expect-error nor can buffers be in a thread
threads.buffer([2]);
// @ts-expect-error options are those of the call
await threads.embedding.sinusoidal({ seqLen: 2 });
export const asked = [rows, threads.pending, threads.size];
threads.dispose();
