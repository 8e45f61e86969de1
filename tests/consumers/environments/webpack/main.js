import { load } from "posenc";
import { init } from "posenc/core";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";

const url = new URL("posenc/posenc.wasm", import.meta.url);

for (const pe of [await load(), await init({ url })]) {
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  document.body.append(`${data.join()};`);
}
