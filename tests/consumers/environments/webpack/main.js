import { init, load, sinusoidal } from "posenc";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";
import { connect } from "posenc/worker";

const url = new URL("posenc/posenc.wasm", import.meta.url);

await init({ url });
const pe = await load();
for (const call of [pe.embedding.sinusoidal, sinusoidal]) {
  const { data } = call({ seqLen: 1, dModel: 2 });
  document.body.append(`${data.join()};`);
}

const threads = await connect();
const { data } = await threads.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${data.join()};`);
threads.dispose();
