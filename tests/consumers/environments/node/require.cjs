const { pathToFileURL } = require("node:url");
// Node takes modules by require() since 20.19.
const { init, load, sinusoidal } = require("posenc");
require("posenc/embed");
require("posenc/widgets/auto");
require("posenc/widgets/jsx");
const { Heatmap } = require("posenc/widgets/pe-heatmap");

async function main() {
  const pe = await load();
  const url = pathToFileURL(require.resolve("posenc/posenc.wasm"));
  const own = await load({ url });
  await init({ url: url.href });
  for (const call of [
    pe.embedding.sinusoidal,
    own.embedding.sinusoidal,
    sinusoidal,
  ]) {
    console.log(call({ seqLen: 1, dModel: 2 }).data.join());
  }
  console.log(Heatmap.tag);
}

main();
