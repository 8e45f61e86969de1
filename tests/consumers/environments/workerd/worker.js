import { load } from "posenc";
import module from "posenc/posenc.wasm";

export default {
  async fetch() {
    const rows = [];
    for (const pe of [await load(), await load({ module })]) {
      const buffer = pe.buffer([1, 2]);
      rows.push(pe.embedding.sinusoidal({ seqLen: 1, dModel: 2 }).data.join());
      buffer.dispose();
    }
    return new Response(rows.join(";"));
  },
};
