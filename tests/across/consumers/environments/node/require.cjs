const { pathToFileURL } = require("node:url");
// Node takes modules by require() since 20.19.
const { init, sinusoidal } = require("posenc");
require("posenc-widgets/embed");
require("posenc-widgets/auto");
require("posenc-widgets/jsx");
const { Heatmap } = require("posenc-widgets/pe-heatmap");

async function main() {
  const url = pathToFileURL(require.resolve("posenc/posenc.wasm"));
  await init({ url: url.href });
  console.log(sinusoidal({ seqLen: 1, dModel: 2 }).data.join());
  console.log(Heatmap.tag);
}

main();
