import { load } from "posenc";
import { init } from "posenc/core";
import url from "posenc/posenc.wasm";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";
import { connect } from "posenc/worker";

for (const pe of [await load(), await init({ url })]) {
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  document.body.append(`${data.join()};`);
}

const threads = await connect({ url: "dist/worker-thread.js" });
const { data } = await threads.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${data.join()};`);
threads.dispose();
