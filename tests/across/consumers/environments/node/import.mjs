import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { init, load, sinusoidal } from "posenc";
import "posenc-widgets/embed";
import "posenc-widgets/auto";
import "posenc-widgets/jsx";
import { connect } from "posenc/worker";
import { Heatmap } from "posenc-widgets/pe-heatmap";

await init();
const { resolve } = createRequire(import.meta.url);
const url = pathToFileURL(resolve("posenc/posenc.wasm"));
const own = await load({ url });
for (const call of [sinusoidal, own.embedding.sinusoidal]) {
  console.log(call({ seqLen: 1, dModel: 2 }).data.join());
}
console.log(Heatmap.tag);
// Nothing ends them: idle threads keep no process alive.
const threads = await connect();
const row = await threads.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
console.log(row.data.join());
