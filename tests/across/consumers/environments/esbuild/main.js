import { init, sinusoidal } from "posenc";
import url from "posenc/posenc.wasm";
import "posenc-widgets/jsx";
import "posenc-widgets/pe-heatmap";
import { connect } from "posenc/worker";

await init({ url });
const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${data.join()};`);

const threads = await connect({ url: "dist/worker-thread.js" });
const row = await threads.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${row.data.join()};`);
threads.dispose();
