import { init, sinusoidal } from "posenc";
import "posenc-widgets/jsx";
import "posenc-widgets/pe-heatmap";
import { connect } from "posenc/worker";

const url = new URL("posenc/posenc.wasm", import.meta.url);

await init({ url });
const { data } = sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${data.join()};`);

const threads = await connect();
const row = await threads.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
document.body.append(`${row.data.join()};`);
threads.dispose();
