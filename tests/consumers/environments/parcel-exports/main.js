import url from "url:posenc/posenc.wasm";
import { load } from "posenc";
import { init } from "posenc/core";
import "posenc/widgets/jsx";
import "posenc/widgets/pe-heatmap";

for (const pe of [await load(), await init({ url })]) {
  const { data } = pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 });
  document.body.append(`${data.join()};`);
}
