import { init, load, sinusoidal } from "posenc";
import module from "posenc/posenc.wasm";

export default {
  async fetch() {
    await init({ module });
    const pe = await load();
    const rows = [];
    for (const call of [pe.embedding.sinusoidal, sinusoidal]) {
      rows.push(call({ seqLen: 1, dModel: 2 }).data.join());
    }
    return new Response(rows.join(";"));
  },
};
