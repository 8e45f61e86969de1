import { load, type Posenc } from "posenc";
import { catalog } from "posenc/catalog";
import { init } from "posenc/core";
import { embedding, start } from "posenc/parts";
import "posenc/widgets/jsx";
import module from "posenc/posenc.wasm";
import { load as loadTraining, type Report } from "posenc/training";
import { connect } from "posenc/training/worker";
import { Heatmap } from "posenc/widgets/pe-heatmap";

const pe: Posenc = await load();
const own: Posenc = await init({ module });
const parts = embedding(await start({ url: module }));
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
export const all = [own, parts, figure.state.dModel, catalog[0]?.id];
