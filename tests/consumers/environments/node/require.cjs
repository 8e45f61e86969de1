const { pathToFileURL } = require("node:url");
const { load } = require("posenc");
const { init } = require("posenc/core");
const { embedding, start } = require("posenc/parts");
require("posenc/embed");
require("posenc/widgets/auto");
require("posenc/widgets/jsx");
const { Heatmap } = require("posenc/widgets/pe-heatmap");

async function main() {
  const pe = await load();
  const url = pathToFileURL(require.resolve("posenc/posenc.wasm"));
  const own = await init({ url });
  const parts = embedding(await start({ url: url.href }));
  for (const { sinusoidal } of [pe.embedding, own.embedding, parts]) {
    console.log(sinusoidal({ seqLen: 1, dModel: 2 }).data.join());
  }
  console.log(Heatmap.tag);
}

main();
