import posenc = require("posenc");
import core = require("posenc/core");
import listed = require("posenc/catalog");
import parts = require("posenc/parts");
import single = require("posenc/widgets/pe-heatmap");
import widgets = require("posenc/widgets");

async function main(): Promise<unknown> {
  const pe: posenc.Posenc = await posenc.load();
  const own: posenc.Posenc = await core.init({ bytes: new Uint8Array() });
  const { sinusoidal } = parts.embedding(await parts.start({ url: "a.wasm" }));
  const figure: widgets.Heatmap = new single.Heatmap();
  // @ts-expect-error a number is no row
  const wrong: string = pe.embedding;
  return [own, sinusoidal, figure.state.dModel, wrong, listed.catalog[0]?.id];
}

main();
