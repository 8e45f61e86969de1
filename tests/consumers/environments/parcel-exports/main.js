import url from "url:posenc/posenc.wasm";
import { init, load, sinusoidal } from "posenc";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";

await init({ url });
const pe = await load();
for (const call of [pe.embedding.sinusoidal, sinusoidal]) {
  const { data } = call({ seqLen: 1, dModel: 2 });
  document.body.append(`${data.join()};`);
}
